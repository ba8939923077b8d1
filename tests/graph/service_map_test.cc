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
      repositories_.push_back({.name = name,
                               .deployment = &models_.back()->deployment,
                               .calls = models_.back()->client_calls,
                               .passed_calls = models_.back()->passed_calls,
                               .messages = &models_.back()->messages});
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

/// Links of a repository with these files, each as `from to kind`.
std::string links_of(const Texts& files) {
  const ServiceMap map = Mapped(files).map();
  std::string out;
  for (const MappedEdge& edge : map.edges)
    out += map.services[edge.from].service.name + " " + map.services[edge.to].service.name + " " + std::string(link_name(edge.kind)) + "\n";
  return out;
}

TEST(Maps, PlaceholdersThatLeadInACircleLeadNowhere) {
  const Texts files{
      {"src/main/java/A.java", "import org.springframework.boot.autoconfigure.SpringBootApplication;\n@SpringBootApplication class A {}\n"},
      {"src/main/resources/application.properties",
       "spring.application.name=a\nx=${y}\ny=${x}\nspring.data.mongodb.host=${x}\nspring.rabbitmq.host=${z:${z}}\n"
       "spring.datasource.url=jdbc:mysql://${x}/db\nspring.kafka.bootstrap-servers=kafka:9092\n"}};
  EXPECT_EQ(links_of(files), "a kafka message\n");
}

TEST(Maps, BrokenFilesCostOnlyThemselves) {
  const Texts files{
      {"docker-compose.yml", "services:\n  web: {image: nginx\n  db:\n    image: [mysql\n   x: : :\n\t- -\n"},
      {"k8s/a.yml", "apiVersion: v1\nkind: Deployment\nmetadata:\n  name: [\n---\nkind: Service\nspec: {selector: {a: b\n"},
      {"web/a.conf", "upstream { server ; } } proxy_pass http://\nproxy_pass ;"},
      {"src/main/java/A.java", "import org.springframework.boot.autoconfigure.SpringBootApplication;\n@SpringBootApplication class A {}\n"},
      {"src/main/resources/application.yml", "spring:\n  application.name: a\n  rabbitmq.host: mq\n   - {\n"}};
  EXPECT_EQ(links_of(files), "a mq message\n");
}

TEST(Maps, AComposeFileOfThousandsOfServicesIsRead) {
  std::string compose = "services:\n";
  for (int i = 0; i < 3000; ++i)
    compose += fmt::format("  s{}: {{image: example/s{}, environment: {{NEXT: 'http://s{}:80'}}}}\n", i, i, i + 1);
  const ServiceMap map = Mapped(Texts{{"docker-compose.yml", compose}}).map();
  EXPECT_GT(map.services.size(), 500U);
  EXPECT_LE(map.services.size(), 2000U);
}

TEST(Maps, ACancelEndsTheReading) {
  ParsedFacts facts(Texts{{"A.java", "class A {}"}});
  const CancelToken cancel;
  cancel.cancel();
  const auto model = facts.model(cancel);
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, ErrorCode::kCancelled);
}

TEST(Drawings, NamesMeanNothingInThem) {
  ServiceMap map;
  map.services = {{.service = {.name = "a \"b\"; #c"}}, {.service = {.name = "d\\", .role = Role::kDatabase}}};
  map.edges = {{.from = 0, .to = 1, .kind = LinkKind::kDatabase}};
  EXPECT_EQ(mermaid_of(map, {true, true}), "flowchart LR\n  S1[\"a #34;b#34;#59; #35;c\"]\n  S2[(\"d\\\")]\n  S1 -.->|database| S2\n");
  EXPECT_EQ(graphviz_of(map, {true, true}),
            "digraph services {\n  rankdir=LR;\n  s1 [label=\"a \\\"b\\\"; #c\", shape=box];\n  s2 [label=\"d\\\\\", shape=cylinder];\n"
            "  s1 -> s2 [label=\"database\", style=dashed];\n}\n");
  EXPECT_EQ(mermaid_of(map, {true, false}), "flowchart LR\n  S1[\"a #34;b#34;#59; #35;c\"]\n");
}

}  // namespace
}  // namespace grove::graph::web
