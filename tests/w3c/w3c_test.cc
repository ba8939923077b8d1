#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rdf/syntax.h"
#include "tests/w3c/exchange_tests.h"
#include "tests/w3c/manifest.h"
#include "tests/w3c/sparql_tests.h"

// The W3C's own tests of RDF 1.1 and, through a server of ours, of SPARQL 1.1, where their files are there. Those that are left out stand
// in left_out.txt with their reasons.
namespace grove::rdf::w3c {
namespace {

namespace fs = std::filesystem;

/// By the name of a test, or of a whole folder.
std::map<std::string, std::string> left_out() {
  std::map<std::string, std::string> reasons;
  std::ifstream in(fs::path(GROVE_SOURCE_DIR) / "tests/w3c/left_out.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    const std::size_t space = line.find(' ');
    reasons[line.substr(0, space)] = line.substr(space + 1);
  }
  return reasons;
}

Outcome parse_test(const Manifest& manifest, const Manifest::Entry& entry) {
  const auto quads =
      parse({.text = manifest.text_of(entry.action), .syntax = syntax_of(entry.action), .base_iri = manifest.iri_of(entry.action)});
  if (entry.type.find("Negative") != std::string::npos) return quads ? "it was read" : "";
  if (!quads) return describe(quads.error());
  if (entry.result.empty()) return "";
  const auto expected = parse({.text = manifest.text_of(entry.result), .syntax = syntax_of(entry.result)});
  if (!expected) return describe(expected.error());
  if (const Outcome outcome = compare(rows_of(*quads), rows_of(*expected)); !outcome.empty()) return outcome;
  // What we write of it says the same.
  const auto text = serialize(*quads, {.syntax = syntax_of(entry.action), .prefixes = {{"p", "http://a.example/"}}});
  if (!text) return describe(text.error());
  const auto again = parse({.text = *text, .syntax = syntax_of(entry.action)});
  return again ? compare(rows_of(*again), rows_of(*expected)) : *text + describe(again.error());
}

Outcome run(const Server* server, const Manifest& manifest, const Manifest::Entry& entry) {
  using Kind = Outcome (*)(const Server&, const Manifest&, const Manifest::Entry&);
  static const std::map<std::string, Kind> kKinds{
      {"QueryEvaluationTest", query_test},         {"CSVResultFormatTest", query_test},   {"UpdateEvaluationTest", update_test},
      {"PositiveSyntaxTest11", syntax_test},       {"NegativeSyntaxTest11", syntax_test}, {"PositiveUpdateSyntaxTest11", syntax_test},
      {"NegativeUpdateSyntaxTest11", syntax_test}, {"ProtocolTest", exchange_test},       {"GraphStoreProtocolTest", exchange_test},
      {"ServiceDescriptionTest", description_test}};
  const auto kind = kKinds.find(entry.type);
  if (kind != kKinds.end() && server != nullptr) return kind->second(*server, manifest, entry);
  return entry.type.starts_with("Test") ? parse_test(manifest, entry) : "a kind of test that nobody runs: " + entry.type;
}

std::vector<fs::path> manifests_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& inner : fs::directory_iterator(folder)) {
    if (!inner.is_directory()) continue;
    for (const auto& file : fs::directory_iterator(inner))
      if (file.path().filename().string().starts_with("manifest") && file.path().extension() == ".ttl") files.push_back(file.path());
  }
  std::ranges::sort(files);
  return files;
}

/// Runs all tests of the folders below one; tells how many passed.
void run_all(const std::string& part, const Server* server) {
  const std::map<std::string, std::string> reasons = left_out();
  std::size_t passed = 0;
  std::size_t skipped = 0;
  for (const fs::path& file : manifests_below(fs::canonical(*tests_folder()) / part)) {
    const Manifest manifest(file);
    const bool is_left_out = reasons.contains(file.parent_path().filename().string());
    for (const Manifest::Entry& entry : manifest.entries()) {
      if (is_left_out || reasons.contains(entry.name)) {
        ++skipped;
        continue;
      }
      const Outcome outcome = run(server, manifest, entry);
      EXPECT_EQ(outcome, "") << entry.name << " (" << entry.type << ")";
      if (outcome.empty()) ++passed;
    }
  }
  EXPECT_GT(passed, 300U);
  testing::Test::RecordProperty("passed", static_cast<int>(passed));
  fmt::print("{}: {} passed, {} left out\n", part, passed, skipped);
}

class W3c : public testing::Test {
 protected:
  void SetUp() override {
    if (!tests_folder()) GTEST_SKIP() << "the W3C's tests are not there; W3C_TESTS names their folder";
  }
};

TEST_F(W3c, SyntaxesOfRdf) { run_all("rdf/rdf11", nullptr); }

TEST_F(W3c, SparqlOverHttp) {
  const Server server;
  run_all("sparql/sparql11", &server);
}

}  // namespace
}  // namespace grove::rdf::w3c
