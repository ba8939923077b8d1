#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/e2e/program.h"

// What the sample market answers to, and what its requests go through, as written down by hand from reading its code.
namespace grove::e2e {
namespace {

using nlohmann::json;

std::string golden(const std::string& name) {
  std::ifstream file(GROVE_SOURCE_DIR "/tests/golden/market/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_golden(const std::string& found, const std::string& name) {
  if (std::getenv("UPDATE_EXPECT") != nullptr) std::ofstream(GROVE_SOURCE_DIR "/tests/golden/market/" + name, std::ios::binary) << found;
  EXPECT_EQ(found, golden(name));
}

/// `OrderService.place` of its qualified name; a type alone stays one.
std::string short_name(const std::string& qualified) {
  const std::size_t type = std::ranges::find_if(qualified, [](unsigned char c) { return std::isupper(c) != 0; }) - qualified.begin();
  return qualified.substr(type == qualified.size() ? 0 : type);
}

class Market : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world_ = std::make_unique<World>();
    std::filesystem::copy(GROVE_SOURCE_DIR "/samples/market", world_->path("market"), std::filesystem::copy_options::recursive);
    ASSERT_EQ(world_->run({"index", "market", "--no-vectors"}).exit_code, 0);
  }
  static void TearDownTestSuite() { world_.reset(); }

  static json ask(std::vector<std::string> words) {
    words.emplace_back("--json");
    const Outcome outcome = world_->run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.error_output;
    return outcome.json();
  }

  static std::string flow_of(const std::string& request) {
    const json flow = ask({"flow", request});
    std::string text = request + "\n";
    std::vector<std::size_t> depths;
    for (const json& step : flow["steps"]) {
      const std::size_t caller = step.value("called_by", 0U);
      depths.push_back(caller == 0 ? 1 : depths.at(caller - 1) + 1);
      text += std::string(2 * depths.back(), ' ') + "[" + step.value("layer", "") + "] " + short_name(step.value("symbol", ""));
      if (step.contains("branch")) text += " branch " + step["branch"].dump();
      if (step.contains("via")) text += " via " + step.value("via", "");
      if (step.value("async", false)) text += " async";
      text += "\n";
    }
    return text;
  }

  static std::unique_ptr<World> world_;
};
std::unique_ptr<World> Market::world_;

TEST_F(Market, AnswersToWhatItsCodeSays) {
  std::string found;
  const json answer = ask({"endpoints", "--limit", "1000"});
  for (const json& one : answer["endpoints"]) {
    found += one.value("http_method", "") + " " + one.value("route", "") + " " + short_name(one.value("controller", ""));
    if (one.contains("method_name")) found += "." + one.value("method_name", "");
    found += " of " + one.value("service", "");
    if (one.contains("request_type")) found += " takes " + one.value("request_type", "");
    if (one.contains("response_type")) found += " gives " + one.value("response_type", "");
    found += "\n";
  }
  expect_golden(found, "endpoints.txt");
}

TEST_F(Market, RequestsGoThroughWhatItsCodeSays) {
  std::string found;
  std::istringstream lines(golden("flows.txt"));
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with(' ')) found += flow_of(line);
  expect_golden(found, "flows.txt");
}

TEST_F(Market, ItsServicesAreConnectedAsItsCodeAndConfigurationSay) {
  const json map = ask({"map"});
  std::string found;
  for (const json& one : map["services"]) found += one.value("name", "") + " [" + one.value("role", "") + "]\n";
  for (const json& edge : map["edges"]) {
    found += edge.value("from", "") + " -> " + edge.value("to", "") + " " + edge.value("kind", "") + " " +
             edge["evidence"].value("path", "") + ":" + edge["evidence"]["line"].dump() + "\n";
    for (const json& request : edge.value("requests", json::array())) {
      found += " ";
      for (const char* key : {"via", "http_method", "route"})
        if (request.contains(key)) found += " " + request.value(key, "");
      found += "\n";
    }
  }
  expect_golden(found, "map.txt");
}

TEST_F(Market, ItsMapIsThePictureOfTheDocumentation) {
  std::ifstream file(GROVE_SOURCE_DIR "/docs/service-map.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::string drawn = ask({"map"}).value("mermaid", "");
  EXPECT_NE(page.find("```mermaid\n" + drawn + "```"), std::string::npos) << drawn;
}

}  // namespace
}  // namespace grove::e2e
