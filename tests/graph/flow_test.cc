#include "graph/web/flow.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "graph/web/flow_targets.h"
#include "tests/graph/web_case.h"

namespace grove::graph::web {
namespace {

namespace fs = std::filesystem;

std::string shown(const Flow& flow) {
  std::string out;
  for (std::size_t i = 0; i < flow.steps.size(); ++i) {
    const FlowStep& step = flow.steps[i];
    out += fmt::format("{} [{}] {} {}:{}", i + 1, layer_name(step.layer), step.symbol, step.path, step.line);
    if (step.caller != 0) out += fmt::format(" by {}", step.caller);
    if (step.branch != 0) out += fmt::format(" branch {}", step.branch);
    if (step.via != FlowStep::Via::kCall) out += fmt::format(" via {}", via_name(step.via));
    if (step.is_asynchronous) out += " async";
    if (!step.service.empty()) out += fmt::format(" in {}", step.service);
    if (!step.request.empty()) out += fmt::format(" \"{}\"", step.request);
    if (!step.host.empty()) out += fmt::format(" of {}", step.host);
    out += '\n';
  }
  for (const ServiceCall& one : flow.service_calls)
    out +=
        fmt::format("{} -> {} {} {} {} {}:{}\n", one.from_service, one.to_service, one.http_method, one.route, one.via, one.path, one.line);
  return out + (flow.is_cut ? "cut\n" : "");
}

struct Traced {
  Endpoint endpoint;
  Flow flow;
};

/// All flows of some repositories, in their order.
std::vector<Traced> traced(std::span<ParsedFacts* const> repositories) {
  std::vector<Traced> flows;
  std::vector<std::shared_ptr<const WebModel>> models;
  std::vector<FlowProgram> programs;
  std::vector<RepositoryPrograms> named;
  for (ParsedFacts* facts : repositories) {
    const auto model = facts->model(CancelToken());
    if (!model) return flows;
    models.push_back(*model);
    programs.push_back({.index = &models.back()->flows, .declarations = &facts->declarations()});
    named.push_back({.name = fmt::format("repository{}", named.size()), .model = models.back().get()});
  }
  const FlowTargets targets(named);
  for (std::size_t i = 0; i < models.size(); ++i)
    for (const Endpoint& one : models[i]->endpoints.endpoints) flows.push_back({one, trace_flow(programs, targets, i, one)});
  return flows;
}

std::vector<Traced> traced(ParsedFacts& facts) {
  ParsedFacts* const only = &facts;
  return traced(std::span(&only, 1));
}

/// A case may hold several repositories: `orders:src/main/java/A.java` is a file of the one called `orders`.
std::vector<Texts> repositories_of(const GoldenCase& golden) {
  std::map<std::string, Texts> repositories;
  for (const auto& [path, text] : golden.files) {
    const std::size_t colon = path.find(':');
    const std::string name = colon == std::string::npos ? "" : path.substr(0, colon);
    repositories[name].emplace_back(colon == std::string::npos ? path : path.substr(colon + 1), text);
  }
  std::vector<Texts> all;
  for (auto& [name, texts] : repositories) all.push_back(std::move(texts));
  return all;
}

std::string traced(const GoldenCase& golden) {
  std::vector<std::unique_ptr<ParsedFacts>> facts;
  std::vector<ParsedFacts*> repositories;
  for (const Texts& texts : repositories_of(golden)) {
    facts.push_back(std::make_unique<ParsedFacts>(texts));
    repositories.push_back(facts.back().get());
  }
  std::string out;
  for (const Traced& one : traced(repositories))
    out += fmt::format("{} {}\n{}", one.endpoint.http_method, one.endpoint.route, shown(one.flow));
  return out;
}

class FlowsGolden : public testing::TestWithParam<std::string> {};

TEST_P(FlowsGolden, AreWhatTheCaseSays) {
  const fs::path file = GetParam();
  const GoldenCase golden = read_case(file);
  const std::string actual = traced(golden);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(file, std::ios::binary) << golden.source << "---\n" << actual;
    return;
  }
  EXPECT_EQ(actual, golden.expected) << file;
}

INSTANTIATE_TEST_SUITE_P(Cases, FlowsGolden, testing::ValuesIn(case_files(".flow")), [](const auto& info) {
  std::string name = fs::path(info.param).stem().string();
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(Flows, ALongChainIsCutAndSaysSo) {
  std::string steps;
  for (int i = 0; i < 60; ++i) steps += fmt::format("@Service class S{} {{ S{} next; void go() {{ next.go(); }} }}\n", i, i + 1);
  ParsedFacts facts(Texts{{"A.java",
                           "import org.springframework.stereotype.*;\nimport org.springframework.web.bind.annotation.*;\n"
                           "@RestController class A { S0 first; @GetMapping(\"/a\") void a() { first.go(); } }\n" +
                               steps}});
  const auto flows = traced(facts);
  ASSERT_EQ(flows.size(), 1U);
  EXPECT_TRUE(flows[0].flow.is_cut);
  EXPECT_GT(flows[0].flow.steps.size(), 30U);
}

TEST(Flows, ACancelEndsTheReading) {
  ParsedFacts facts(Texts{{"A.java", "class A {}"}});
  const CancelToken cancel;
  cancel.cancel();
  const auto model = facts.model(cancel);
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, ErrorCode::kCancelled);
}

TEST(Mermaid, ParticipantsStandInOrderAndTextBreaksNothing) {
  Flow flow;
  flow.steps = {{.layer = Layer::kController, .symbol = "a.Web.place", .type = "a.Web", .path = "", .line = 1, .caller = 0, .branch = 0},
                {.layer = Layer::kService, .symbol = "a.Orders.end", .type = "a.Orders", .path = "", .line = 1, .caller = 1, .branch = 0},
                {.layer = Layer::kService, .symbol = "b.Orders.end", .type = "b.Orders", .path = "", .line = 1, .caller = 2, .branch = 2}};
  EXPECT_EQ(mermaid_of(flow, "GET /a;b#c\n"),
            "sequenceDiagram\n  actor Client\n  participant P1 as Web\n  participant P2 as a.Orders\n  participant P3 as b.Orders\n"
            "  Client->>P1: GET /a#59;b#35;c \n  P1->>P2: end\n  P2->>P3: end (branch 2)\n");
}

}  // namespace
}  // namespace grove::graph::web
