#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "rdf/quad_store.h"

// Where Oxigraph's evaluator alone would answer otherwise than SPARQL 1.1 says.
namespace grove::rdf {
namespace {

class Standard : public testing::Test {
 protected:
  Standard() {
    load("@prefix : <http://e/> . :a :p :b ; :q 1 . :c :p :d .", "http://e/g");
    load("@prefix : <http://e/> . :a :p :b .", "http://e/h");
    load("@prefix : <http://e/> . :x :r :y .", {});
  }
  void load(std::string_view text, std::optional<std::string> graph) {
    ASSERT_TRUE(store_->load({.text = text, .graph = std::move(graph)}, {}));
  }
  /// Lines of TSV, sorted, without their head.
  std::vector<std::string> select(const std::string& text) {
    const auto answer = store_->query({.text = "PREFIX : <http://e/> SELECT " + text, .solutions = SolutionSyntax::kTsv}, {});
    if (!answer) return {describe(answer.error())};
    std::vector<std::string> lines;
    std::size_t begin = answer->body.find('\n') + 1;
    for (std::size_t end = 0; (end = answer->body.find('\n', begin)) != std::string::npos; begin = end + 1)
      lines.push_back(answer->body.substr(begin, end - begin));
    std::ranges::sort(lines);
    return lines;
  }
  using Lines = std::vector<std::string>;

  std::unique_ptr<TripleStore> store_ = open_store_in_process();
};

TEST_F(Standard, AQueryWithinGraphIsAskedOfEachGraph) {
  EXPECT_EQ(select("?g ?n { GRAPH ?g { SELECT (COUNT(*) AS ?n) { ?s :p ?o } } }"), (Lines{"<http://e/g>\t2", "<http://e/h>\t1"}));
  EXPECT_EQ(select("?g ?n { GRAPH ?g { SELECT (COUNT(*) AS ?n) { ?s :q ?o } } }"), (Lines{"<http://e/g>\t1", "<http://e/h>\t0"}));
  EXPECT_EQ(select("?g ?s { GRAPH ?g { SELECT ?s { ?s :p ?o } ORDER BY DESC(?s) LIMIT 1 } }"),
            (Lines{"<http://e/g>\t<http://e/c>", "<http://e/h>\t<http://e/a>"}));
  EXPECT_EQ(select("?g ?n FROM NAMED :h { GRAPH ?g { SELECT (COUNT(*) AS ?n) { ?s :p ?o } } }"), (Lines{"<http://e/h>\t1"}));
  EXPECT_EQ(select("?n { GRAPH :none { SELECT (COUNT(*) AS ?n) { ?s :p ?o } } }"), Lines{});
}

TEST_F(Standard, ValuesWithinGraphAreJoinedWithItsNames) {
  EXPECT_EQ(select("?g ?t { GRAPH ?g { VALUES (?g ?t) { (UNDEF 1) (:h 2) (:none 3) } } }"),
            (Lines{"<http://e/g>\t1", "<http://e/h>\t1", "<http://e/h>\t2"}));
  EXPECT_EQ(select("?t { GRAPH :none { VALUES ?t { 1 } } }"), Lines{});
  EXPECT_EQ(select("?g ?s { GRAPH ?g { VALUES ?s { :c :z } ?s :p ?o } }"), (Lines{"<http://e/g>\t<http://e/c>"}));
  EXPECT_EQ(select("?g ?h { GRAPH ?g { GRAPH ?h { ?s :q ?o } } }"), (Lines{"<http://e/g>\t<http://e/g>", "<http://e/h>\t<http://e/g>"}));
}

TEST_F(Standard, TheNameOfTheGraphIsNoVariableThatSidesOfMinusShare) {
  EXPECT_EQ(select("?g ?a { GRAPH ?g { ?a :p ?x MINUS { ?b :q ?y } } }"),
            (Lines{"<http://e/g>\t<http://e/a>", "<http://e/g>\t<http://e/c>", "<http://e/h>\t<http://e/a>"}));
  EXPECT_EQ(select("?g ?a { GRAPH ?g { ?a :p ?x MINUS { ?a :q ?y } } }"),
            (Lines{"<http://e/g>\t<http://e/c>", "<http://e/h>\t<http://e/a>"}));
  EXPECT_EQ(select("?g ?a { GRAPH ?g { ?a :p ?x OPTIONAL { ?a :q ?y } MINUS { ?z :q ?y } } }"),
            (Lines{"<http://e/g>\t<http://e/c>", "<http://e/h>\t<http://e/a>"}));
}

TEST_F(Standard, APathOfNoStepsLeadsFromATermToItself) {
  EXPECT_EQ(select("?o { :none :p* ?o }"), (Lines{"<http://e/none>"}));
  EXPECT_EQ(select("?s { ?s :p? 7 }"), (Lines{"7"}));
  EXPECT_EQ(select("?o { :x :r* ?o }"), (Lines{"<http://e/x>", "<http://e/y>"}));
  EXPECT_EQ(select("?o { :x :r?/:r? ?o }"), (Lines{"<http://e/x>", "<http://e/y>", "<http://e/y>"})) << "one for each way";
  EXPECT_EQ(select("?o { :none (:p|^:r)* ?o }"), (Lines{"<http://e/none>"}));
  EXPECT_EQ(select("(1 AS ?one) { :none :p* :none . :none :p? :none }"), (Lines{"1"}));
  EXPECT_EQ(select("(1 AS ?one) { :none :p+ :none }"), Lines{});
  EXPECT_EQ(select("?s ?o { ?s :r* ?o }").size(), 3U) << "without a term to start at, terms of the graph";
  EXPECT_EQ(select("?g ?o { GRAPH ?g { :none :p* ?o } }"), (Lines{"<http://e/g>\t<http://e/none>", "<http://e/h>\t<http://e/none>"}));
}

TEST_F(Standard, ALabelledBlankNodeIsOneWithinASolution) {
  const Lines rows = select("?x ?y { VALUES ?l { 'one' 'two words' } BIND(BNODE(?l) AS ?x) BIND(BNODE(?l) AS ?y) }");
  ASSERT_EQ(rows.size(), 2U);
  for (const std::string& row : rows) EXPECT_EQ(row.substr(0, row.find('\t')), row.substr(row.find('\t') + 1)) << row;
  EXPECT_EQ(select("(COUNT(DISTINCT ?x) AS ?n) { VALUES ?i { 1 2 } BIND(BNODE('one') AS ?x) }"), (Lines{"2"}));
  EXPECT_EQ(select("(BOUND(?x) AS ?b) { BIND(BNODE(1) AS ?x) }"), (Lines{"false"}));
}

TEST_F(Standard, ConcatenatedTextHasNoLanguage) {
  EXPECT_EQ(select("(GROUP_CONCAT(?l) AS ?all) { VALUES ?l { 'a'@en 'b'@en } }"), (Lines{"\"a b\""}));
  EXPECT_EQ(select("?k (GROUP_CONCAT(DISTINCT ?l; separator='|') AS ?all) { VALUES (?k ?l) { (1 'a'@en) (1 'a'@en) (2 'b') } } GROUP BY ?k "
                   "HAVING(STRLEN(GROUP_CONCAT(?l)) > 1)"),
            (Lines{"1\t\"a\""}));
}

TEST_F(Standard, UpdatesAreReadTheSameWay) {
  const auto done = store_->update(
      {.text = "PREFIX : <http://e/> INSERT { ?g :has ?n } WHERE { GRAPH ?g { SELECT (COUNT(*) AS ?n) { ?s :p ?o } } }"}, {});
  ASSERT_TRUE(done) << describe(done.error());
  EXPECT_EQ(select("?g ?n { ?g :has ?n }"), (Lines{"<http://e/g>\t2", "<http://e/h>\t1"}));
}

}  // namespace
}  // namespace grove::rdf
