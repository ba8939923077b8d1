#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <sstream>

#include "rdf/quad_store.h"
#include "rdf/syntax.h"
#include "rdf/triple_store.h"
#include "tests/w3c/isomorphism.h"
#include "tests/w3c/manifest.h"
#include "tests/w3c/result_sets.h"

// The W3C's own tests of RDF 1.1 and SPARQL 1.1, where their files are there. Those that are left out stand in left_out.txt with their
// reasons.
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

std::string ending_of(const std::string& file) { return file.substr(file.rfind('.') + 1); }

Syntax syntax_of(const std::string& file) { return syntax_of_file(file).value_or(Syntax::kTurtle); }

std::vector<Row> rows_of(const std::vector<Quad>& quads) {
  std::vector<Row> rows;
  for (const Quad& quad : quads) {
    Row row{quad.subject, quad.predicate, quad.object, quad.graph.value_or(literal("", "default"))};
    if (std::ranges::find(rows, row) == rows.end()) rows.push_back(std::move(row));
  }
  return rows;
}

/// Empty where the test passes.
using Outcome = std::string;

Outcome compare(const std::vector<Row>& actual, const std::vector<Row>& expected) {
  if (isomorphic(actual, expected)) return "";
  return fmt::format("expected\n{}but got\n{}", text_of(expected), text_of(actual));
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

/// A store with the data of a test; `problem` says why there is none.
std::unique_ptr<TripleStore> loaded(const Manifest& manifest, const Manifest::Data& data, Outcome& problem) {
  auto store = open_store_in_process();
  const auto load = [&](const std::string& file, std::optional<std::string> graph) {
    const std::string text = manifest.text_of(file);
    const Status status =
        store->load({.text = text, .syntax = syntax_of(file), .base_iri = manifest.iri_of(file), .graph = std::move(graph)}, {});
    if (!status) problem = describe(status.error());
  };
  for (const std::string& file : data.default_graph) load(file, {});
  for (const auto& [name, file] : data.named_graphs) load(file, name);
  return store;
}

/// Lines of CSV or TSV, without labels of blank nodes and with one way to write an exponent.
std::vector<Row> lines_of(const std::string& text) {
  static const std::regex kLabel("_:[A-Za-z0-9]+");
  static const std::regex kExponent("([0-9])e([0-9])");
  std::vector<Row> rows;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    rows.push_back({literal(std::regex_replace(std::regex_replace(line, kLabel, "_:"), kExponent, "$1E$2"))});
  }
  return rows;
}

Outcome query_test(const Manifest& manifest, const Manifest::Entry& entry) {
  Outcome problem;
  const auto store = loaded(manifest, entry.data, problem);
  if (!problem.empty()) return problem;
  const std::string ending = ending_of(entry.result);
  QueryRequest request{.text = manifest.text_of(entry.action), .base_iri = manifest.iri_of(entry.action), .graph = Syntax::kNTriples};
  if (ending == "csv") request.solutions = SolutionSyntax::kCsv;
  if (ending == "tsv") request.solutions = SolutionSyntax::kTsv;
  const Result<QueryAnswer> answer = store->query(request, {});
  if (!answer) return describe(answer.error());
  const std::string expected = manifest.text_of(entry.result);
  if (answer->form == QueryForm::kConstruct || answer->form == QueryForm::kDescribe) {
    const auto actual = parse({.text = answer->body, .syntax = Syntax::kNTriples});
    const auto wanted = parse({.text = expected, .syntax = syntax_of(entry.result), .base_iri = manifest.iri_of(entry.result)});
    return actual && wanted ? compare(rows_of(*actual), rows_of(*wanted)) : "a graph can't be read";
  }
  if (ending == "csv" || ending == "tsv") {
    return compare(lines_of(answer->body), lines_of(expected));
  }
  const ResultSet actual = read_result_set(answer->body, "srj");
  const ResultSet wanted = read_result_set(expected, ending);
  if (actual.is_boolean != wanted.is_boolean || actual.boolean != wanted.boolean) return "another boolean";
  if (actual.variables != wanted.variables) return "other variables";
  return compare(actual.rows, wanted.rows);
}

std::vector<Row> all_of(TripleStore& store) {
  const auto answer = store.query({.text = "SELECT ?s ?p ?o ?g { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"}, {});
  return answer ? read_result_set(answer->body, "srj").rows : std::vector<Row>();
}

Outcome update_test(const Manifest& manifest, const Manifest::Entry& entry) {
  Outcome problem;
  const auto store = loaded(manifest, entry.data, problem);
  const auto expected = loaded(manifest, entry.expected, problem);
  if (!problem.empty()) return problem;
  const Status status = store->update({.text = manifest.text_of(entry.action), .base_iri = manifest.iri_of(entry.action)}, {});
  if (!status) return describe(status.error());
  return compare(all_of(*store), all_of(*expected));
}

Outcome syntax_test(const Manifest& manifest, const Manifest::Entry& entry) {
  const std::string text = manifest.text_of(entry.action);
  Status status;
  if (entry.type.find("Update") != std::string::npos) {
    // Over an empty store; what only a graph that is missing speaks against is read all the same.
    status = open_store_in_process()->update({.text = text, .base_iri = manifest.iri_of(entry.action)}, {});
    if (!status && status.error().message.find("LOAD is not allowed") != std::string::npos) status = {};
    if (!status && status.error().message.find("there is no graph") != std::string::npos) status = {};
  } else if (const auto form = form_of_query(text, manifest.iri_of(entry.action)); !form) {
    status = std::unexpected(form.error());
  }
  if (entry.type.starts_with("Negative")) return status ? "it was read" : "";
  return status ? "" : describe(status.error());
}

Outcome run(const Manifest& manifest, const Manifest::Entry& entry) {
  static const std::map<std::string, std::function<Outcome(const Manifest&, const Manifest::Entry&)>> kKinds{
      {"QueryEvaluationTest", query_test},        {"CSVResultFormatTest", query_test},   {"UpdateEvaluationTest", update_test},
      {"PositiveSyntaxTest11", syntax_test},      {"NegativeSyntaxTest11", syntax_test}, {"PositiveUpdateSyntaxTest11", syntax_test},
      {"NegativeUpdateSyntaxTest11", syntax_test}};
  const auto kind = kKinds.find(entry.type);
  if (kind != kKinds.end()) return kind->second(manifest, entry);
  return entry.type.starts_with("Test") ? parse_test(manifest, entry) : "a kind of test that nobody runs: " + entry.type;
}

/// Runs all tests of the folders below one; tells how many passed.
void run_all(const std::string& part) {
  const std::optional<fs::path> folder = tests_folder();
  if (!folder) GTEST_SKIP() << "the W3C's tests are not there; W3C_TESTS names their folder";
  const std::map<std::string, std::string> reasons = left_out();
  int passed = 0;
  int skipped = 0;
  for (const auto& inner : fs::directory_iterator(fs::canonical(*folder) / part)) {
    const fs::path file = inner.path() / "manifest.ttl";
    if (!fs::exists(file)) continue;
    if (reasons.contains(inner.path().filename().string())) continue;
    const Manifest manifest(file);
    for (const Manifest::Entry& entry : manifest.entries()) {
      if (reasons.contains(entry.name)) {
        ++skipped;
        continue;
      }
      const Outcome outcome = run(manifest, entry);
      EXPECT_EQ(outcome, "") << entry.name << " (" << entry.type << ")";
      if (outcome.empty()) ++passed;
    }
  }
  EXPECT_GT(passed, 300);
  testing::Test::RecordProperty("passed", passed);
  fmt::print("{}: {} passed, {} left out\n", part, passed, skipped);
}

TEST(W3c, SyntaxesOfRdf) { run_all("rdf/rdf11"); }

TEST(W3c, Sparql) { run_all("sparql/sparql11"); }

}  // namespace
}  // namespace grove::rdf::w3c
