#include "rdf/quad_store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grove::rdf {
namespace {

using testing::HasSubstr;

const std::string kGraph = "http://example.org/g";
const std::string kOther = "http://example.org/h";

class Store : public testing::Test {
 protected:
  void load(std::string_view text, std::optional<std::string> graph = {}, Syntax syntax = Syntax::kTurtle) {
    const Status status = store_->load({.text = text, .syntax = syntax, .graph = std::move(graph)}, {});
    ASSERT_TRUE(status) << describe(status.error());
  }
  /// The answer as lines of TSV.
  std::string select(const QueryRequest& asked) {
    QueryRequest request = asked;
    request.solutions = SolutionSyntax::kTsv;
    const Result<QueryAnswer> answer = store_->query(request, {});
    return answer ? answer->body : describe(answer.error());
  }
  std::string select(const std::string& text) { return select(QueryRequest{.text = text}); }
  std::string update(const std::string& text) {
    const Status status = store_->update({.text = text}, {});
    return status ? "" : describe(status.error());
  }

  std::unique_ptr<TripleStore> store_ = open_store_in_process();
};

TEST_F(Store, AnswersEveryForm) {
  load("<http://a/s> <http://a/p> 1, 2 .");
  const QueryRequest ask{.text = "ASK { ?s ?p 2 }"};
  EXPECT_EQ(store_->query(ask, {})->form, QueryForm::kAsk);
  EXPECT_THAT(store_->query(ask, {})->body, HasSubstr("true"));
  EXPECT_EQ(select("SELECT ?o { ?s ?p ?o } ORDER BY ?o"), "?o\n1\n2\n");
  const Result<QueryAnswer> graph = store_->query({.text = "PREFIX a: <http://a/> CONSTRUCT { ?s a:q ?o } { ?s a:p ?o }"}, {});
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->form, QueryForm::kConstruct);
  EXPECT_THAT(graph->body, HasSubstr("a:s a:q"));
  EXPECT_EQ(store_->query({.text = "DESCRIBE <http://a/s>"}, {})->form, QueryForm::kDescribe);
}

TEST_F(Store, RefusesAQueryThatMakesOtherThanWhatIsWanted) {
  using Forms = QueryRequest::Forms;
  EXPECT_TRUE(store_->query({.text = "ASK {}", .forms = Forms::kSolutions}, {}));
  EXPECT_TRUE(store_->query({.text = "DESCRIBE <http://a/s>", .forms = Forms::kGraphs}, {}));
  EXPECT_EQ(store_->query({.text = "ASK {}", .forms = Forms::kGraphs}, {}).error().code, ErrorCode::kConflict);
  EXPECT_EQ(store_->query({.text = "CONSTRUCT WHERE { ?s ?p ?o }", .forms = Forms::kSolutions}, {}).error().code, ErrorCode::kConflict);
}

TEST_F(Store, GraphsAreWrittenWithThePrefixesThatTheyNeed) {
  load(
      "@prefix shop: <http://shop/> . @prefix no: <http://none/> . @prefix owl: <http://mine/> . shop:a a owl:Thing ; shop:on \"2020\"^^"
      "<http://www.w3.org/2001/XMLSchema#gYear> .");
  load("@prefix s: <http://shop/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . s:b a owl:Class .");
  EXPECT_EQ(store_->graph({}, Syntax::kTurtle, {}).value(),
            "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n@prefix owl: <http://mine/> .\n@prefix shop: <http://shop/> .\n"
            "shop:a a owl:Thing ;\n\tshop:on \"2020\"^^xsd:gYear .\n"
            "shop:b a <http://www.w3.org/2002/07/owl#Class> .\n");
  const std::string construct = "PREFIX x: <http://shop/> PREFIX no: <http://none/> CONSTRUCT { ?s x:p ?o } { ?s a ?o }";
  EXPECT_EQ(store_->query({.text = construct}, {})->body,
            "@prefix owl: <http://mine/> .\n@prefix x: <http://shop/> .\nx:a x:p owl:Thing .\n"
            "x:b x:p <http://www.w3.org/2002/07/owl#Class> .\n");
  EXPECT_THAT(store_->query({.text = construct, .graph = Syntax::kRdfXml}, {})->body,
              HasSubstr("<x:p rdf:resource=\"http://mine/Thing\"/>"));
  EXPECT_THAT(store_->query({.text = construct, .graph = Syntax::kNTriples}, {})->body, HasSubstr("<http://shop/a> <http://shop/p>"));
}

TEST_F(Store, SelectsAllVariablesInTheOrderOfTheText) {
  load("<http://a/s> <http://a/p> 1 .");
  EXPECT_EQ(select("PREFIX z: <http://z/> SELECT DISTINCT * { ?z ?p ?a . { SELECT ?a ?b { ?q ?b ?a } } } LIMIT 1"),
            "?z\t?p\t?a\t?b\n<http://a/s>\t<http://a/p>\t1\t<http://a/p>\n");
}

TEST_F(Store, KeepsLiteralsAsTheyAreWritten) {
  load("<http://a/s> <http://a/p> 01, 1.0, \"x\"@EN-gb .");
  EXPECT_EQ(select("SELECT ?o { ?s ?p ?o FILTER(isNumeric(?o)) } ORDER BY str(?o)"), "?o\n01\n1.0\n");
  EXPECT_EQ(select("SELECT ?o { ?s ?p ?o FILTER(?o = 1) } ORDER BY str(?o)"), "?o\n01\n1.0\n");
  EXPECT_EQ(select("SELECT ?o { ?s ?p ?o FILTER(lang(?o) = 'en-gb') }"), "?o\n\"x\"@en-gb\n");
}

TEST_F(Store, LooksForEveryCombinationOfTerms) {
  for (const std::optional<std::string>& graph : {std::optional<std::string>(), std::optional(kGraph)})
    load("@prefix a: <http://a/> . a:s a:p a:o . a:s a:q a:o . a:t a:p a:u .", graph);
  for (const std::string s : {"a:s", "?s"})
    for (const std::string p : {"a:p", "?p"})
      for (const std::string o : {"a:o", "?o"}) {
        const std::string pattern = s + " " + p + " " + o;
        const int expected = (s == "a:s" || o == "a:o") ? (p == "a:p" ? 1 : 2) : (p == "a:p" ? 2 : 3);
        EXPECT_EQ(select("PREFIX a: <http://a/> SELECT (COUNT(*) AS ?n) { " + pattern + " }"), fmt::format("?n\n{}\n", expected))
            << pattern;
        EXPECT_EQ(select("PREFIX a: <http://a/> SELECT (COUNT(*) AS ?n) { GRAPH ?g { " + pattern + " } }"),
                  fmt::format("?n\n{}\n", expected));
        EXPECT_EQ(
            select({.text = "PREFIX a: <http://a/> SELECT (COUNT(*) AS ?n) { " + pattern + " }", .dataset = {.union_default_graph = true}}),
            fmt::format("?n\n{}\n", expected))
            << "what two graphs say is there once";
      }
}

TEST_F(Store, AMergeOfGraphsSaysEverythingOnce) {
  load("<http://a/s> <http://a/p> 1, 2 .", kGraph);
  load("<http://a/s> <http://a/p> 2, 3 .", kOther);
  EXPECT_EQ(select(fmt::format("SELECT ?o FROM <{}> FROM <{}> {{ ?s ?p ?o }} ORDER BY ?o", kGraph, kOther)), "?o\n1\n2\n3\n");
  EXPECT_EQ(select({.text = "SELECT ?o { ?s ?p ?o } ORDER BY ?o", .dataset = {.default_graphs = {kGraph, kOther}}}), "?o\n1\n2\n3\n");
  EXPECT_EQ(select({.text = "SELECT ?o { ?s ?p ?o } ORDER BY ?o", .dataset = {.default_graphs = {kGraph}}}), "?o\n1\n2\n");
  EXPECT_EQ(select({.text = "SELECT ?o { ?s ?p ?o }", .dataset = {.named_graphs = {kGraph}}}), "?o\n");
  EXPECT_EQ(select({.text = "SELECT ?g { GRAPH ?g { ?s ?p 2 } }", .dataset = {.named_graphs = {kGraph}}}), "?g\n<" + kGraph + ">\n");
}

TEST_F(Store, VariablesAreGivenTermsWhereverTheyStand) {
  load("@prefix a: <http://a/> . a:s a:p a:o . a:t a:p a:o . a:s a:n \"x\" .");
  const std::vector<Binding> subject{{"s", iri("http://a/s")}};
  EXPECT_EQ(select({.text = "SELECT ?p ?o { ?s ?p ?o } ORDER BY ?p", .bindings = subject}),
            "?p\t?o\n<http://a/n>\t\"x\"\n<http://a/p>\t<http://a/o>\n");
  EXPECT_EQ(select({.text = "SELECT ?s { }", .bindings = subject}), "?s\n<http://a/s>\n");
  EXPECT_EQ(select({.text = "SELECT ?x { ?x ?p ?o FILTER(?x != ?s) }", .bindings = subject}), "?x\n<http://a/t>\n");
  EXPECT_EQ(select({.text = "SELECT ?x ?n { ?x <http://a/p> ?o OPTIONAL { ?s <http://a/n> ?n } } ORDER BY ?x", .bindings = subject}),
            "?x\t?n\n<http://a/s>\t\"x\"\n<http://a/t>\t\"x\"\n");
  EXPECT_EQ(select({.text = "SELECT (COUNT(?s) AS ?n) { ?s <http://a/p>/<http://a/none>* ?o }", .bindings = subject}), "?n\n1\n");
  EXPECT_EQ(select({.text = "SELECT ?s { ?s ?p ?o }", .bindings = {{"s", literal("x")}}}), "?s\n");
  EXPECT_THAT(store_->query({.text = "DESCRIBE ?s", .bindings = subject, .graph = Syntax::kNTriples}, {})->body, HasSubstr("<http://a/n>"));
  EXPECT_THAT(select({.text = "SELECT ?s { ?s ?p ?o }", .bindings = {{"s", iri("http://a/> ?p ?o } #")}}}), HasSubstr("no IRI"));
  EXPECT_THAT(select({.text = "SELECT ?s { ?s ?p ?o }", .bindings = {{"s } #", iri("http://a/s")}}}), HasSubstr("no name"));
}

TEST_F(Store, RowsAndBytesHaveLimits) {
  load("<http://a/s> <http://a/p> 1, 2, 3, 4 .");
  for (const std::string text : {"SELECT * { ?s ?p ?o }", "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }"}) {
    const Result<QueryAnswer> rows = store_->query({.text = text, .limits = {.rows = 3}}, {});
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code, ErrorCode::kResourceLimit);
    const Result<QueryAnswer> bytes = store_->query({.text = text, .limits = {.bytes = 20}}, {});
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().code, ErrorCode::kResourceLimit);
    EXPECT_TRUE(store_->query({.text = text, .limits = {.rows = 4}}, {}));
  }
}

TEST_F(Store, ReadsNothingFromOutside) {
  EXPECT_EQ(select("SELECT ?o FROM <file:///etc/passwd> { ?s ?p ?o }"), "?o\n");
  EXPECT_THAT(select("SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }"), HasSubstr("not supported"));
  EXPECT_THAT(update("LOAD <file:///etc/passwd>"), HasSubstr("LOAD"));
  EXPECT_THAT(select("INSERT DATA { <http://a/s> <http://a/p> 1 }"), HasSubstr("cannot answer the query: it is an update"));
  EXPECT_THAT(select("PREFIX a: <http://a/> # said\nDELETE WHERE { ?s a:p ?o }"), HasSubstr("it is an update"));
  EXPECT_THAT(select("SELEC ?s { ?s ?p ?o }"), HasSubstr("`SELEC` stands where SELECT"));
  EXPECT_THAT(select("SELECT ?s { ?s b:p 'b:q' }"), HasSubstr("the prefix `b:` is not declared"));
  EXPECT_THAT(select("PREFIX : <http://a/> SELECT ?s { ?s :p _:b ; a:p <b:c> }"), HasSubstr("the prefix `a:` is not declared"));
  EXPECT_THAT(select("SELECT ?s {\n ?s ?p ?o . FILTER(?o > ) }"), HasSubstr("error at 2:28, where the text ends, or before it"));
  EXPECT_THAT(select("SELECT ?s {\n ?s ?p ?o } LIMIT x"), HasSubstr("error at 2:19, near `x`"));
}

TEST_F(Store, OperationsOfAnUpdateSeeWhatEarlierOnesDid) {
  EXPECT_EQ(update("PREFIX a: <http://a/> INSERT DATA { a:s a:p 1 } ; INSERT { ?s a:p ?n } WHERE { ?s a:p ?o BIND(?o + 1 AS ?n) } ; "
                   "DELETE { ?s a:p ?o } INSERT { GRAPH a:g { ?s a:q ?o } } WHERE { ?s a:p ?o FILTER(?o = 1) }"),
            "");
  EXPECT_EQ(select("SELECT ?o { ?s ?p ?o }"), "?o\n2\n");
  EXPECT_EQ(select("SELECT ?g ?o { GRAPH ?g { ?s ?p ?o } }"), "?g\t?o\n<http://a/g>\t1\n");
  EXPECT_EQ(*store_->size(), 2U);
}

TEST_F(Store, AnUpdateThatFailsChangesNothing) {
  load("<http://a/s> <http://a/p> 1 .");
  EXPECT_THAT(update("DELETE WHERE { ?s ?p ?o } ; CLEAR GRAPH <http://a/none>"), HasSubstr("there is no graph"));
  EXPECT_EQ(*store_->size(), 1U);
}

TEST_F(Store, GraphsAreThereUntilTheyAreDropped) {
  EXPECT_EQ(update("CREATE GRAPH <http://a/g>"), "");
  EXPECT_THAT(update("CREATE GRAPH <http://a/g>"), HasSubstr("already"));
  EXPECT_EQ(*store_->graph("http://a/g", Syntax::kNTriples, {}), "");
  EXPECT_EQ(store_->graph("http://a/h", Syntax::kNTriples, {}).error().code, ErrorCode::kNotFound);
  load("<http://a/s> <http://a/p> 1 .", "http://a/g");
  EXPECT_THAT(*store_->graph("http://a/g", Syntax::kNTriples, {}), HasSubstr("<http://a/s> <http://a/p>"));
  EXPECT_TRUE(store_->drop_graph("http://a/g", {}));
  EXPECT_EQ(store_->drop_graph("http://a/g", {}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(*store_->size(), 0U);
}

TEST_F(Store, ALoadReplacesOneGraphOnly) {
  load("<http://a/s> <http://a/p> 1, 2 .", kGraph);
  load("<http://a/s> <http://a/p> 3 .", kOther);
  ASSERT_TRUE(store_->load({.text = "<http://a/s> <http://a/p> 4 .", .graph = kGraph, .mode = LoadRequest::Mode::kReplace}, {}));
  EXPECT_EQ(select("SELECT ?o { GRAPH ?g { ?s ?p ?o } } ORDER BY ?o"), "?o\n3\n4\n");
}

TEST_F(Store, BlankNodesOfTwoLoadsAreTwo) {
  for (int i = 0; i < 2; ++i) load("_:a <http://a/p> 1 . [] <http://a/q> _:a .");
  EXPECT_EQ(select("SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s <http://a/p> ?o }"), "?n\n2\n");
  EXPECT_EQ(*store_->size(), 4U);
}

TEST_F(Store, ManyStatementsAreMergedIntoMany) {
  for (int part = 0; part < 3; ++part) {
    std::string text;
    for (int i = part * 2000; i < part * 2000 + 3000; ++i) text += fmt::format("<http://a/{}> <http://a/p> {} .\n", i, i % 7);
    load(text, kGraph);
  }
  EXPECT_EQ(*store_->size(), 7000U);
  EXPECT_EQ(select("SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p 3 } }"), "?n\n1000\n");
}

TEST(QueryForms, AreWhatTheTextParsesTo) {
  EXPECT_EQ(form_of_query("# SELECT\nASK {}"), QueryForm::kAsk);
  EXPECT_FALSE(form_of_query("DROP ALL"));
  EXPECT_FALSE(form_of_query(std::string(200'000, '(')));
  EXPECT_FALSE(form_of_query("SELECT * { FILTER(" + std::string(200'000, '!') + "true) }"));
  EXPECT_TRUE(form_of_query("SELECT * { FILTER(?a = '((((((((' || ?b = \"\"\"{{{{\"\"\") }"));
}

TEST(Deltas, ThatAreDamagedAreToldAndChangeNothing) {
  std::string delta;
  ASSERT_TRUE(
      QuadStore::load({.text = "<http://a/s> <http://a/p> 1, \"x\"@en, _:b ."}, "", [&](std::string_view piece) { delta += piece; }));
  for (std::size_t at = 0; at < delta.size(); ++at) {
    QuadStore store;
    const Status cut = store.apply(std::string_view(delta).substr(0, at));
    EXPECT_TRUE(!cut || store.size() == 0) << at;
    std::string changed = delta;
    changed[at] = static_cast<char>(changed[at] ^ 0x55);
    static_cast<void>(store.apply(changed));  // Another statement, or an error, but no crash.
  }
}

TEST(Snapshots, MakeTheSameStoreAgain) {
  QuadStore store;
  const auto add = [&](const LoadRequest& request) {
    std::string delta;
    ASSERT_TRUE(QuadStore::load(request, "l1", [&](std::string_view piece) { delta += piece; }));
    ASSERT_TRUE(store.apply(delta));
  };
  add({.text = "<http://a/s> <http://a/p> 1, \"x\"@en, [ <http://a/q> \"y\" ] ."});
  add({.text = "<http://a/s> <http://a/p> 1 .", .graph = kGraph});
  add({.text = "", .graph = kOther});
  const auto text = [](const QuadStore& one, const std::optional<std::string>& graph) {
    std::string result;
    EXPECT_TRUE(one.graph(graph, Syntax::kNTriples, [&](std::string_view piece) { result += piece; }));
    return result;
  };
  std::string whole;
  ASSERT_TRUE(store.snapshot([&](std::string_view piece) { whole += piece; }));
  QuadStore again;
  ASSERT_TRUE(again.apply(whole));
  EXPECT_EQ(again.size(), store.size());
  for (const std::optional<std::string>& graph : {std::optional<std::string>(), std::optional(kGraph), std::optional(kOther)})
    EXPECT_EQ(text(again, graph).size(), text(store, graph).size());
}

}  // namespace
}  // namespace grove::rdf
