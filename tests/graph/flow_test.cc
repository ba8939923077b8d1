#include "graph/web/flow.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

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
    out += '\n';
  }
  return out + (flow.is_cut ? "cut\n" : "");
}

struct Traced {
  Endpoint endpoint;
  Flow flow;
};

std::vector<Traced> traced(ParsedFacts& facts) {
  std::vector<Traced> flows;
  const auto model = facts.model(CancelToken());
  if (!model) return flows;
  for (const Endpoint& one : (*model)->endpoints.endpoints) flows.push_back({one, (*model)->flows.trace(facts.declarations(), one)});
  return flows;
}

std::string traced(const GoldenCase& golden) {
  ParsedFacts facts(golden.files);
  std::string out;
  for (const Traced& one : traced(facts)) out += fmt::format("{} {}\n{}", one.endpoint.http_method, one.endpoint.route, shown(one.flow));
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
