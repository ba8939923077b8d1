#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <set>

#include "knowledge/testing/scripted_model.h"
#include "tests/e2e/program.h"

// Every command of `grove kb` that writes, killed before each file that it replaces, and run again.
namespace grove::e2e {
namespace {

namespace fs = std::filesystem;
using knowledge::ScriptedModel;
using nlohmann::json;
using Files = std::map<std::string, std::string>;
using Words = std::vector<std::string>;

/// Says of each passage what is in it: a Person for Ada, another for Charles.
std::string reply_to(const ScriptedModel::Asked& asked) {
  if (asked.system.find("close to the vocabularies") != std::string::npos)
    return R"({"decisions": [{"induced_name": "Engineer", "action": "extend", "baseline_name": "Person", "confidence": "high", "rationale": "."},
      {"induced_name": "built", "action": "new", "confidence": "low", "rationale": "."}]})";
  if (asked.system.find("proposed_additions") != std::string::npos)
    return R"({"proposed_additions": {"classes": [{"name": "Engineer", "description": "Who builds.", "evidence": [{"quote": "Charles"}]}],
      "datatype_properties": [{"name": "built", "domain": "Engineer", "range": "integer", "description": "", "evidence": []}],
      "object_properties": [], "events": []}, "reuse_instead_of_create": [], "alias_or_merge_suggestions": [], "warnings": []})";
  json instances = json::array();
  for (const std::string name : {"Ada Lovelace", "Charles Babbage"})
    if (asked.passage.find(name) != std::string::npos)
      instances.push_back({{"class", name == "Ada Lovelace" ? "Person" : "Engineer"},
                           {"id_hint", name == "Ada Lovelace" ? "x-first" : "x-second"},
                           {"label", name},
                           {"attributes", {{"built", "many engines"}}},
                           {"relations", json::array()},
                           {"mentions", {{{"quote", name}}, {{"quote", "never said"}}}}});
  return json{{"instances", instances}, {"warnings", json::array()}}.dump();
}

class KbKills : public testing::Test {
 protected:
  void SetUp() override {
    if (std::string_view(GROVE_SANITIZE) != "") GTEST_SKIP() << "a sanitizer has to come before every other library";
  }

  std::unique_ptr<World> world() const {
    auto made = std::make_unique<World>();
    made->set("OPENROUTER_BASE_URL", server_.base_url());
    made->write("raw/lives.md", "# Lives\n\nAda Lovelace wrote.\n\n## More\n\nCharles Babbage built many engines.\n");
    made->write("raw/notes.md", "# Notes\n\nAda Lovelace and Charles Babbage built many engines.\n");
    made->write("foaf.ttl", "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<http://xmlns.com/foaf/0.1/Person> a owl:Class .\n");
    made->write("set/manifest.json", R"({"dataset": {"base_iri": "http://example.org/ns/"}, "baselines": ["foaf"]})");
    made->write("set/ontology/baselines/foaf.ttl", "<http://xmlns.com/foaf/0.1/Person> a <http://www.w3.org/2002/07/owl#Class> .\n");
    fs::create_directories(made->path("set/content"));
    fs::copy(made->path("raw"), made->path("set/content/sources"), fs::copy_options::recursive);
    return made;
  }

  /// All that a run left, without times of the clock, but for what only this machine needs, what commands printed, and the beginnings of
  /// files that a kill leaves beside them.
  static Files files(const World& world) {
    static const std::regex kTime(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00))");
    Files all;
    for (const auto& entry : fs::recursive_directory_iterator(world.root())) {
      const std::string name = entry.path().lexically_relative(world.root()).generic_string();
      if (!entry.is_regular_file() || name.starts_with("data/") || name.find("/.") != std::string::npos) continue;
      if (name.starts_with("stdout") || name.starts_with("stderr") || name.find(".tmp-") != std::string::npos) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      all[name] = std::regex_replace(text, kTime, "TIME");
    }
    return all;
  }

  /// What a run left otherwise than another: names, with the first line that differs.
  static std::vector<std::string> differences(const Files& left, const Files& right) {
    std::vector<std::string> found;
    std::set<std::string> names;
    for (const Files* files : {&left, &right})
      for (const auto& [name, text] : *files) names.insert(name);
    for (const std::string& name : names) {
      if (!left.contains(name) || !right.contains(name)) {
        found.push_back(name + " is missing");
      } else if (const std::string& a = left.at(name), &b = right.at(name); a != b) {
        const auto at = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
        const std::size_t begin = at == 0 ? 0 : a.rfind('\n', at - 1) + 1;
        found.push_back(name + ": " + a.substr(begin, 200) + " /// " + b.substr(begin, 200));
      }
    }
    return found;
  }

  static Outcome run(World& world, const Words& words) {
    Outcome outcome = world.run(words);
    EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 3) << words[1] << ": " << outcome.error_output;
    return outcome;
  }

  ScriptedModel server_{[](const ScriptedModel::Asked& asked) { return ScriptedModel::Reply{.text = reply_to(asked)}; }};
};

std::vector<Words> commands() {
  const Words chunks{"dto/chunks"};
  return {{"kb", "register-ontology", "foaf", "foaf.ttl"},
          {"kb", "init-schema-card", "--baselines", "foaf", "--namespace", "http://example.org/ns/", "--out", "card.json"},
          {"kb", "ingest", "raw", "--out", "dto"},
          {"kb", "extract-schema", "--schema-card", "card.json", "--out", "proposal.json", "--chunks"},
          {"kb", "align-schema", "--proposal", "proposal.json", "--baseline", "card.json", "--out", "alignment.json"},
          {"kb", "build-schema-card", "--previous", "card.json", "--proposal", "alignment.json", "--out", "next.json"},
          {"kb", "review", "--approved", "approved.json", "--proposed", "next.json", "--evidence", "alignment.json", "--accept-all", "--by",
           "me"},
          {"kb", "export-schema-ttl", "--schema-card", "approved.json", "--out", "schema.ttl"},
          {"kb", "shapes", "--schema-card", "approved.json", "--out", "shapes.ttl"},
          {"kb", "extract-instances", "--schema-card", "approved.json", "--out-ttl", "facts.ttl", "--chunks"},
          {"kb", "run-stage", "propose", "set"},
          {"kb", "run-stage", "extract", "set"},
          {"kb", "build-dataset", "set", "--name", "Lives", "--license", "CC0-1.0"}};
}

/// With the files of chunks behind `--chunks`, and so many questions at a time.
Words filled_in(Words words, const World& world, const std::string& jobs = "1") {
  if (words[1].starts_with("extract") || words[1] == "align-schema") words.insert(words.begin() + 2, {"-j", jobs});
  if (words[1] == "run-stage") words.insert(words.end(), {"-j", jobs});
  if (words.back() != "--chunks") return words;
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(world.path("dto/chunks")))
    if (entry.path().extension() == ".jsonl") found.push_back("dto/chunks/" + entry.path().filename().string());
  std::ranges::sort(found);
  words.insert(words.end(), found.begin(), found.end());
  return words;
}

TEST_F(KbKills, CostNothingWhereverTheyCome) {
  const auto whole = world();
  for (const Words& words : commands()) ASSERT_EQ(whole->run(filled_in(words, *whole)).exit_code, 0) << words[1];
  const Files expected = files(*whole);
  const int questions = server_.asked();
  ASSERT_TRUE(expected.contains("facts.rejects.jsonl"));
  ASSERT_TRUE(expected.contains("facts.validation.ttl"));
  ASSERT_TRUE(expected.contains("set/content/books.json"));

  // In each round every command is killed at its N-th file, if it has so many, and run again.
  int kills = -1;
  for (int round = 1; kills != 0; ++round) {
    kills = 0;
    ASSERT_LT(round, 100);
    const auto broken = world();
    const int asked = server_.asked();
    for (const Words& plain : commands()) {
      const Words words = filled_in(plain, *broken);
      broken->set("LD_PRELOAD", GROVE_KILL_AT);
      broken->set("KILL_AT", std::to_string(round));
      const Outcome killed = broken->run(words);
      broken->set("LD_PRELOAD", "");
      if (killed.exit_code == 0) continue;
      ASSERT_EQ(killed.exit_code, 128 + SIGKILL) << words[1] << ": " << killed.error_output;
      ++kills;
      run(*broken, words);
    }
    EXPECT_THAT(differences(files(*broken), expected), testing::IsEmpty()) << "killed at file " << round;
    EXPECT_LE(server_.asked() - asked, questions + kills) << "a kill loses the answer that it comes before, and no other";
  }
}

TEST_F(KbKills, TheSameAtAnyConcurrencyAndWhenRepeated) {
  Files first;
  for (const char* jobs : {"1", "8"}) {
    const auto made = world();
    for (int repeated = 0; repeated < 2; ++repeated) {
      for (const Words& words : commands()) run(*made, filled_in(words, *made, jobs));
      if (first.empty()) first = files(*made);
      EXPECT_THAT(differences(files(*made), first), testing::IsEmpty()) << "-j " << jobs << ", time " << repeated;
    }
  }
}

}  // namespace
}  // namespace grove::e2e
