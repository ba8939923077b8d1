#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "base/file.h"
#include "knowledge/graph_view.h"
#include "knowledge/shacl/validate.h"
#include "rdf/syntax.h"

// The W3C's own tests of SHACL Core, where their files are there.
namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;
using rdf::Term;

constexpr std::string_view kBase = "http://tests.example/";
constexpr std::string_view kTests = "http://www.w3.org/ns/shacl-test#";
constexpr std::string_view kManifest = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";

/// Tests that are left out, and why. Empty: all of core run.
const std::map<std::string, std::string>& left_out() {
  static const std::map<std::string, std::string> reasons = {};
  return reasons;
}

std::optional<fs::path> core_folder() {
  const char* named = std::getenv("W3C_TESTS");
  const fs::path folder =
      (named != nullptr ? fs::path(named) : fs::path(GROVE_SOURCE_DIR).parent_path() / "shared/eval/w3c") / "shacl/core";
  return fs::exists(folder) ? std::optional(folder) : std::nullopt;
}

std::vector<rdf::Quad> graph_of(const fs::path& file, const std::string& iri) {
  auto quads = rdf::parse({.text = *read_file(file), .syntax = rdf::Syntax::kTurtle, .base_iri = iri});
  EXPECT_TRUE(quads) << file << ": " << describe(quads.error());
  return quads ? std::move(*quads) : std::vector<rdf::Quad>{};
}

/// Labels of blank nodes say nothing across files: each becomes the same.
std::string shown(const std::optional<Term>& term) {
  if (!term) return "-";
  if (term->kind == Term::Kind::kBlank) return "[]";
  if (term->kind == Term::Kind::kIri) return '<' + term->value + '>';
  return fmt::format("\"{}\"^^{}@{}", term->value, term->datatype, term->language);
}

std::optional<Term> only(const GraphView& graph, const Term& subject, std::string_view name) {
  const auto found = graph.objects(subject, named(names::kShacl, name));
  return found.empty() ? std::nullopt : std::optional(found.front());
}

struct Verdict {
  bool conforms = true;
  std::vector<std::string> results;
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// What a report says, in an order of its own. Messages are looked at where the test has some.
Verdict verdict_of(const GraphView& graph, const Term& report, bool with_messages) {
  Verdict verdict;
  const auto conforms = only(graph, report, "conforms");
  verdict.conforms = conforms && conforms->value == "true";
  for (const Term& result : graph.objects(report, named(names::kShacl, "result"))) {
    std::string path = "-";
    if (const auto node = only(graph, result, "resultPath")) path = path_text(*read_path(graph, *node));
    std::string line = fmt::format("{} {} {} {} {} {}", shown(only(graph, result, "focusNode")), path, shown(only(graph, result, "value")),
                                   shown(only(graph, result, "sourceConstraintComponent")), shown(only(graph, result, "sourceShape")),
                                   shown(only(graph, result, "resultSeverity")));
    for (const Term& message : graph.objects(result, named(names::kShacl, "resultMessage")))
      if (with_messages) line += ' ' + shown(message);
    verdict.results.push_back(std::move(line));
  }
  std::ranges::sort(verdict.results);
  return verdict;
}

std::string text_of(const Verdict& verdict) {
  return fmt::format("conforms: {}\n{}\n", verdict.conforms, fmt::join(verdict.results, "\n"));
}

class CoreTests {
 public:
  explicit CoreTests(fs::path folder) : folder_(std::move(folder)) {}

  void run(const fs::path& file) {
    const std::string iri = iri_of(file);
    const std::vector<rdf::Quad> quads = graph_of(file, iri);
    const GraphView tests(quads);
    for (const Term& test : tests.subjects(named(names::kRdf, "type"), named(kTests, "Validate"))) {
      const std::string name = test.value.substr(kBase.size());
      if (left_out().contains(name)) continue;
      ++count_;
      run_test(tests, test, name);
    }
  }
  int count() const { return count_; }

 private:
  std::string iri_of(const fs::path& file) const { return std::string(kBase) + fs::relative(file, folder_).string(); }

  std::vector<rdf::Quad> graph(const GraphView& tests, const Term& action, std::string_view name) const {
    const Term file = tests.objects(action, named(kTests, name)).front();
    return graph_of(folder_ / file.value.substr(kBase.size()), file.value);
  }

  void run_test(const GraphView& tests, const Term& test, const std::string& name) const {
    const Term action = tests.objects(test, named(kManifest, "action")).front();
    const Term expected = tests.objects(test, named(kManifest, "result")).front();
    const std::vector<rdf::Quad> data = graph(tests, action, "dataGraph");
    const std::vector<rdf::Quad> shapes = graph(tests, action, "shapesGraph");
    const auto report = validate({.shapes = shapes, .data = data}, {});
    if (expected == named(kTests, "Failure")) {
      EXPECT_FALSE(report) << name;
      return;
    }
    ASSERT_TRUE(report) << name << ": " << describe(report.error());
    const std::vector<rdf::Quad> quads = report_quads(*report);
    const GraphView got(quads);
    const bool messages =
        std::ranges::any_of(tests.quads(), [](const rdf::Quad& quad) { return quad.predicate.value.ends_with("#resultMessage"); });
    EXPECT_EQ(text_of(verdict_of(got, rdf::blank("report"), messages)), text_of(verdict_of(tests, expected, messages))) << name;
  }

  fs::path folder_;
  int count_ = 0;
};

TEST(ShaclCore, PassesTheTestsOfTheW3C) {
  const auto folder = core_folder();
  if (!folder) GTEST_SKIP() << "the W3C's tests are not there: W3C_TESTS names their folder";
  CoreTests tests(*folder);
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(*folder))
    if (entry.path().extension() == ".ttl") files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) tests.run(file);
  EXPECT_EQ(tests.count() + static_cast<int>(left_out().size()), 98);
}

}  // namespace
}  // namespace grove::knowledge
