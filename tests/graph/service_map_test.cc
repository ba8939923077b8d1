#include "graph/web/service_map.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>

#include "base/text.h"
#include "graph/web/draw_services.h"
#include "graph/web/join_services.h"
#include "tests/graph/web_case.h"

namespace grove::graph::web {
namespace {

namespace fs = std::filesystem;

std::string in_brackets(const std::vector<std::string>& names) { return names.empty() ? "" : " (" + join(names, ", ") + ")"; }

std::string shown(const MappedService& mapped) {
  const Service& service = mapped.service;
  std::string out = fmt::format("{} [{}]", service.name, role_name(service.role));
  if (!service.system.empty()) out += " " + service.system;
  std::vector<std::string> aliases;
  for (const std::string& alias : service.aliases)
    if (!equals_ignoring_ascii_case(alias, service.name)) aliases.push_back(alias);
  out += in_brackets(aliases);
  if (service.has_code) out += " code " + (service.module.empty() ? "." : service.module);
  for (const std::uint16_t port : service.ports) out += fmt::format(" :{}", port);
  if (!service.evidence.path.empty()) out += fmt::format(" {}:{}", service.evidence.path, service.evidence.line);
  return out + '\n';
}

std::string shown(const ServiceMap& map, const MappedEdge& edge) {
  std::string out = fmt::format("{} -> {} {} {}:{}", map.services[edge.from].service.name, map.services[edge.to].service.name,
                                link_name(edge.kind), edge.evidence.path, edge.evidence.line);
  if (edge.confidence != Confidence::kExact) out += fmt::format(" {}", confidence_name(edge.confidence));
  for (const MappedRequest& request : edge.requests) out += fmt::format(" | {} {} {}", request.via, request.http_method, request.route);
  return out + '\n';
}

std::string shown(const ServiceMap& map) {
  std::string out;
  for (const MappedService& service : map.services) out += shown(service);
  for (const MappedEdge& edge : map.edges) out += shown(map, edge);
  return out;
}

/// The map of a case; `== orders: pom.xml` is a file of the repository `orders`.
class Mapped {
 public:
  explicit Mapped(const Texts& files) {
    std::map<std::string, Texts> by_repository;
    for (const auto& [path, text] : files) {
      const std::size_t colon = path.find(": ");
      const std::string repository = colon == std::string::npos ? "app" : path.substr(0, colon);
      by_repository[repository].emplace_back(colon == std::string::npos ? path : path.substr(colon + 2), text);
    }
    for (const auto& [name, texts] : by_repository) {
      facts_.push_back(std::make_unique<ParsedFacts>(texts));
      auto model = facts_.back()->model(CancelToken());
      EXPECT_TRUE(model) << describe(model.error());
      models_.push_back(*std::move(model));
      repositories_.push_back({.name = name, .deployment = &models_.back()->deployment, .calls = models_.back()->client_calls});
    }
  }
  ServiceMap map() const { return join_services(repositories_); }

 private:
  std::vector<std::unique_ptr<ParsedFacts>> facts_;
  std::vector<std::shared_ptr<const WebModel>> models_;
  std::vector<RepositoryServices> repositories_;
};

class MapsGolden : public testing::TestWithParam<std::string> {};

TEST_P(MapsGolden, AreWhatTheCaseSays) {
  const fs::path file = GetParam();
  const GoldenCase golden = read_case(file);
  const std::string actual = shown(Mapped(golden.files).map());
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(file, std::ios::binary) << golden.source << "---\n" << actual;
    return;
  }
  EXPECT_EQ(actual, golden.expected) << file;
}

INSTANTIATE_TEST_SUITE_P(Cases, MapsGolden, testing::ValuesIn(case_files(".map")), [](const auto& info) {
  std::string name = fs::path(info.param).stem().string();
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace grove::graph::web
