#include "graph/web/api_links.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "base/text.h"
#include "graph/web/code/text_builders.h"
#include "graph/web/proxies.h"
#include "tests/graph/web_case.h"

namespace grove::graph::web {
namespace {

namespace fs = std::filesystem;

/// The links of a case; `== web: package.json` is a file of the repository `web`.
std::string linked(const Texts& files) {
  std::map<std::string, Texts> by_repository;
  for (const auto& [path, text] : files) {
    const std::size_t colon = path.find(": ");
    by_repository[path.substr(0, colon)].emplace_back(path.substr(colon + 2), text);
  }
  std::vector<std::unique_ptr<ParsedFacts>> facts;
  std::vector<std::shared_ptr<const WebModel>> models;
  std::vector<RepositoryPrograms> programs;
  for (const auto& [name, texts] : by_repository) {
    facts.push_back(std::make_unique<ParsedFacts>(texts));
    auto model = facts.back()->model(CancelToken());
    if (!model) return describe(model.error());
    models.push_back(*std::move(model));
    programs.push_back({.name = name, .model = models.back().get()});
  }
  const RequestTargets targets(programs);
  const ApiLinks links = find_api_links(programs, targets);
  std::string out;
  const auto asked = [&](std::size_t client, const ClientCall& call) {
    return fmt::format("{}:{}:{} {} {}", programs[client].name, call.path, call.line, call.http_method.empty() ? "?" : call.http_method,
                       shown_address(call));
  };
  for (const ApiLink& link : links.links)
    out += fmt::format("{} -> {}:{}:{} {} [{}] {}\n", asked(link.client, *link.call), programs[link.server].name, link.endpoint->path,
                       link.endpoint->line, link.endpoint->route, confidence_name(link.confidence), link.evidence);
  for (const UnmatchedCall& one : links.unmatched) out += fmt::format("{} unmatched: {}\n", asked(one.client, *one.call), one.reason);
  for (const UncalledEndpoint& one : links.uncalled)
    out += fmt::format("{}:{}:{} {} {} uncalled\n", programs[one.server].name, one.endpoint->path, one.endpoint->line,
                       one.endpoint->http_method, one.endpoint->route);
  return out;
}

class LinksGolden : public testing::TestWithParam<std::string> {};

TEST_P(LinksGolden, AreWhatTheCaseSays) {
  const fs::path file = GetParam();
  const GoldenCase golden = read_case(file);
  const std::string actual = linked(golden.files);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(file, std::ios::binary) << golden.source << "---\n" << actual;
    return;
  }
  EXPECT_EQ(actual, golden.expected) << file;
}

INSTANTIATE_TEST_SUITE_P(Cases, LinksGolden, testing::ValuesIn(case_files(".links")), [](const auto& info) {
  std::string name = fs::path(info.param).stem().string();
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(Proxies, RewriteWhatTheyTake) {
  const ProxyRule rule{.prefix = "/dev", .removed = "/dev", .put = "/api"};
  EXPECT_EQ(passed_path(rule, "/dev/users/{id}"), "/api/users/{id}");
  EXPECT_EQ(passed_path(rule, "/develop/users"), "") << "another segment";
  EXPECT_EQ(passed_path(rule, "/dev"), "/api");
  EXPECT_EQ(passed_path({.prefix = "/"}, "/users"), "/users");
}

TEST(Formats, AreTakenApart) {
  const auto shown = [](std::string_view format) {
    std::string out;
    for (const FormatPiece& piece : format_pieces(format))
      out += piece.is_hole ? fmt::format("<{}{}>", piece.text, piece.place ? "#" : "") : piece.text;
    return out;
  };
  EXPECT_EQ(shown("/a/%s/b/%05d"), "/a/<>/b/<>");
  EXPECT_EQ(shown("/a/%2$s"), "/a/<#>");
  EXPECT_EQ(shown("/a/%(id)s"), "/a/<id>");
  EXPECT_EQ(shown("/a/{}/{0}/{name}/{1:x}"), "/a/<>/<#>/<name>/<#>");
  EXPECT_EQ(shown("100%"), "100%");
  EXPECT_EQ(shown("{"), "{");
}

TEST(Paths, OfCodeAreTakenApart) {
  const auto shown = [](std::string_view written) { return grove::join(path_parts(written), "|"); };
  EXPECT_EQ(shown("API.users.list"), "API|users|list");
  EXPECT_EQ(shown("this?.http!.get"), "this|http|get");
  EXPECT_EQ(shown("$this->client"), "$this|client");
  EXPECT_EQ(shown("Paths::USERS"), "Paths|USERS");
  EXPECT_EQ(shown("api['users']"), "api|users");
  EXPECT_EQ(shown("a + b"), "");
  EXPECT_EQ(shown("list[0]"), "");
  EXPECT_EQ(environment_variable("process.env.API_URL"), "API_URL");
  EXPECT_EQ(environment_variable("import.meta.env['VITE_X']"), "VITE_X");
  EXPECT_EQ(environment_variable("os.environ.get(\"X\")"), "X");
  EXPECT_EQ(environment_variable("environment.api"), "");
}

}  // namespace
}  // namespace grove::graph::web
