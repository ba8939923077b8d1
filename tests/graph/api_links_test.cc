#include "graph/web/api_links.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "base/text.h"
#include "graph/web/code/code_values.h"
#include "graph/web/code/text_builders.h"
#include "graph/web/contracts/graphql_text.h"
#include "graph/web/flow_targets.h"
#include "graph/web/proxies.h"
#include "tests/graph/web_case.h"

namespace grove::graph::web {
namespace {

namespace fs = std::filesystem;

/// The repositories of a case; `== web: package.json` is a file of the repository `web`, and `== web: needs` has the names of those that it
/// is declared to depend on.
struct Repositories {
  std::vector<std::unique_ptr<ParsedFacts>> facts;
  std::vector<std::shared_ptr<const WebModel>> models;
  std::vector<RepositoryPrograms> programs;
};

Result<Repositories> repositories_of(const Texts& files) {
  std::map<std::string, Texts> by_repository;
  std::map<std::string, std::vector<std::string>> needed;
  for (const auto& [path, text] : files) {
    const std::size_t colon = path.find(": ");
    if (path.ends_with(": needs"))
      for (const std::string_view name : split_words(text)) needed[path.substr(0, colon)].emplace_back(name);
    else
      by_repository[path.substr(0, colon)].emplace_back(path.substr(colon + 2), text);
  }
  Repositories made;
  for (const auto& [name, texts] : by_repository) {
    made.facts.push_back(std::make_unique<ParsedFacts>(texts));
    GROVE_ASSIGN_OR_RETURN(auto model, made.facts.back()->model(CancelToken()));
    made.models.push_back(std::move(model));
    made.programs.push_back({.name = name, .model = made.models.back().get(), .depends_on = needed[name]});
  }
  return made;
}

/// The links of a case.
std::string linked(const Texts& files) {
  const Result<Repositories> made = repositories_of(files);
  if (!made) return describe(made.error());
  const std::vector<RepositoryPrograms>& programs = made->programs;
  const RequestTargets targets(programs);
  const ApiLinks links = find_api_links(programs, targets);
  std::string out;
  const auto asked = [&](std::size_t client, const ClientCall& call) {
    return fmt::format("{}:{}:{} {} {}", programs[client].name, call.path, call.line, call.http_method.empty() ? "?" : call.http_method,
                       shown_address(call));
  };
  for (const ApiLink& link : links.links)
    out += fmt::format("{} -> {}:{}:{} {} [{}] {}\n", asked(link.client, *link.call), programs[link.server].name, link.endpoint->path,
                       link.endpoint->line, link.endpoint->route, confidence_name(link.confidence), link.evidence);
  for (const UnmatchedCall& one : links.unmatched) out += fmt::format("{} unmatched: {}\n", asked(one.client, *one.call), one.reason);
  for (const UncalledEndpoint& one : links.uncalled)
    out += fmt::format("{}:{}:{} {} {} uncalled\n", programs[one.server].name, one.endpoint->path, one.endpoint->line,
                       one.endpoint->http_method, one.endpoint->route);
  return out;
}

class LinksGolden : public testing::TestWithParam<std::string> {};

TEST_P(LinksGolden, AreWhatTheCaseSays) {
  const fs::path file = GetParam();
  const GoldenCase golden = read_case(file);
  const std::string actual = linked(golden.files);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(file, std::ios::binary) << golden.source << "---\n" << actual;
    return;
  }
  EXPECT_EQ(actual, golden.expected) << file;
}

INSTANTIATE_TEST_SUITE_P(Cases, LinksGolden, testing::ValuesIn(case_files(".links")), [](const auto& info) {
  std::string name = fs::path(info.param).stem().string();
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(FlowTargets, LeadWhereLinksDo) {
  const std::string web =
      "import axios from 'axios'\n"
      "export const dishes = () => axios.get('/dishes/menu')\n"
      "export const book = () => axios.post('/tables/booking')\n"
      "export const guests = () => axios.get('/guests/list')\n";
  const std::string back =
      "package b;\nimport org.springframework.web.bind.annotation.*;\n@RestController class Back {\n"
      "@GetMapping(\"/dishes/menu\") String menu() { return \"\"; }\n"
      "@PostMapping(\"/tables/booking\") String book() { return \"\"; }\n"
      "@GetMapping(\"/guests/list\") String guests() { return \"\"; }\n}\n";
  const std::string lone =
      "export const menu = () => fetch('/dishes/menu')\nexport const other = () => fetch('/other/things')\n"
      "export const third = () => fetch('/third/thing')\n";
  const Result<Repositories> made = repositories_of({{"back: pom.xml", "<project><artifactId>back</artifactId></project>"},
                                                     {"back: src/main/java/b/Back.java", back},
                                                     {"lone: package.json", "{}"},
                                                     {"lone: src/api.js", lone},
                                                     {"web: package.json", "{}"},
                                                     {"web: src/api.js", web}});
  ASSERT_TRUE(made);
  const FlowTargets targets(made->programs);
  const auto target = targets.reached(2, made->models[2]->client_calls.front());
  ASSERT_TRUE(target);
  EXPECT_EQ(target->repository, 0U);
  EXPECT_EQ(target->endpoint->route, "/dishes/menu");
  EXPECT_FALSE(targets.reached(1, made->models[1]->client_calls.front()));
}

TEST(Proxies, RewriteWhatTheyTake) {
  const ProxyRule rule{.prefix = "/dev", .removed = "/dev", .put = "/api"};
  EXPECT_EQ(passed_path(rule, "/dev/users/{id}"), "/api/users/{id}");
  EXPECT_EQ(passed_path(rule, "/develop/users"), "") << "another segment";
  EXPECT_EQ(passed_path(rule, "/dev"), "/api");
  EXPECT_EQ(passed_path({.prefix = "/"}, "/users"), "/users");
}

TEST(GraphQlText, SaysTheFieldsOfRootTypes) {
  const auto shown = [](std::string_view text) {
    std::string out;
    const GraphQlDocument document = parse_graphql(text);
    for (const GraphQlOperation& one : document.operations)
      out += fmt::format("{} {}({}) ", one.verb, one.name, grove::join(one.fields, " "));
    for (const GraphQlField& one : document.declared) out += fmt::format("{}.{} ", one.verb, one.name);
    return out;
  };
  EXPECT_EQ(shown("{ a b { c } }"), "QUERY (a b) ");
  EXPECT_EQ(shown("query Q($x: I = {y: 1}) @d(a: [1]) { first: a(x: {b: 2}) @include(if: $x) { c } }"), "QUERY Q(a) ");
  EXPECT_EQ(shown("mutation M { a(text: \"} { \\\" }\") b }"), "MUTATION M(a b) ");
  EXPECT_EQ(shown("query Q { ...F ... on Query { b } } fragment F on Query { a { x } }"), "QUERY Q(b a) ");
  EXPECT_EQ(shown("query Q { a @client b @client(always: true) { x } c }"), "QUERY Q(c) ");
  EXPECT_EQ(shown("# query X { no }\nsubscription S { a }"), "SUBSCRIPTION S(a) ");
  EXPECT_EQ(shown("\"\"\"Said. { }\"\"\" type Query { a(x: Int = 1): [B!]! @d b: C } type Other { z: Int } extend type Mutation { m: B }"),
            "QUERY.a QUERY.b MUTATION.m ");
  EXPECT_EQ(shown("color: red; { margin: 1px }"), "QUERY (1px) ") << "no GraphQL: nobody answers it";
}

TEST(GraphQlText, IsReadWhateverItIs) {
  for (const std::string_view text :
       {"query", "query {", "query Q(", "{ a(", "type Query", "type Query {", "fragment", "{ ...", "\"", "\"\"\"", "}}}", "{ a: "})
    parse_graphql(text);
  parse_graphql(std::string(200'000, '{'));
  parse_graphql("query " + std::string(200'000, '('));
  std::string wide = "{";
  for (int i = 0; i < 20'000; ++i) wide += fmt::format(" f{}", i);
  EXPECT_LE(parse_graphql(wide).operations.front().fields.size(), 200U);
}

TEST(ContractLinks, AreFoundAmongThousandsOfMethods) {
  constexpr int kMethods = 2'000;
  std::string proto = "syntax = \"proto3\";\npackage p;\nimport \"b.proto\";\nservice S {\n",
              server = "import s_pb2_grpc\nclass S(s_pb2_grpc.SServicer):\n";
  std::string client = "import s_pb2_grpc\ndef run(channel):\n  stub = s_pb2_grpc.SStub(channel)\n";
  for (int i = 0; i < kMethods; ++i) {
    proto += fmt::format("  rpc M{}(A) returns (B);\n", i);
    server += fmt::format("  def M{}(self, request, context):\n    return B()\n", i);
    client += fmt::format("  stub.M{}(A())\n", i);
  }
  const std::string out = linked({{"a: a.proto", proto + "}\n"},
                                  {"a: b.proto", "syntax = \"proto3\";\nimport \"a.proto\";\n"},
                                  {"a: server.py", server},
                                  {"c: client.py", client}});
  EXPECT_EQ(std::ranges::count(out, '\n'), kMethods);
  EXPECT_NE(out.find("c:client.py:5 POST /S/M1 -> a:server.py:5 /p.S/M1 [scoped]"), std::string::npos) << out.substr(0, 500);
}

TEST(Formats, AreTakenApart) {
  const auto shown = [](std::string_view format) {
    std::string out;
    for (const FormatPiece& piece : format_pieces(format))
      out += piece.is_hole ? fmt::format("<{}{}>", piece.text, piece.place ? "#" : "") : piece.text;
    return out;
  };
  EXPECT_EQ(shown("/a/%s/b/%05d"), "/a/<>/b/<>");
  EXPECT_EQ(shown("/a/%2$s"), "/a/<#>");
  EXPECT_EQ(shown("/a/%(id)s"), "/a/<id>");
  EXPECT_EQ(shown("/a/{}/{0}/{name}/{1:x}"), "/a/<>/<#>/<name>/<#>");
  EXPECT_EQ(shown("100%"), "100%");
  EXPECT_EQ(shown("{"), "{");
}

TEST(Paths, OfCodeAreTakenApart) {
  const auto shown = [](std::string_view written) { return grove::join(path_parts(written), "|"); };
  EXPECT_EQ(shown("API.users.list"), "API|users|list");
  EXPECT_EQ(shown("this?.http!.get"), "this|http|get");
  EXPECT_EQ(shown("$this->client"), "$this|client");
  EXPECT_EQ(shown("Paths::USERS"), "Paths|USERS");
  EXPECT_EQ(shown("api['users']"), "api|users");
  EXPECT_EQ(shown("a + b"), "");
  EXPECT_EQ(shown("list[0]"), "");
  EXPECT_EQ(environment_variable("process.env.API_URL"), "API_URL");
  EXPECT_EQ(environment_variable("import.meta.env['VITE_X']"), "VITE_X");
  EXPECT_EQ(environment_variable("os.environ.get(\"X\")"), "X");
  EXPECT_EQ(environment_variable("environment.api"), "");
}

}  // namespace
}  // namespace grove::graph::web
