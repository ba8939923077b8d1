#include "graph/web/endpoints.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "graph/web/folding.h"
#include "graph/web/plural.h"
#include "graph/web/program.h"
#include "graph/web/route_text.h"
#include "graph/web/routing/path_style.h"
#include "tests/graph/web_case.h"

namespace grove::graph::web {
namespace {

namespace fs = std::filesystem;

std::string served(const GoldenCase& golden) {
  ParsedFacts facts(golden.files);
  const auto found = facts.model(CancelToken());
  if (!found) return describe(found.error());
  std::string out;
  for (const Endpoint& one : (*found)->endpoints.endpoints) {
    out += fmt::format("{} {} {}.{} {}:{} {}", one.http_method, one.route, one.controller, one.method_name, one.path, one.line,
                       framework_name(one.framework));
    if (!one.module.empty()) out += " module " + one.module;
    if (!one.service.empty()) out += " service " + one.service;
    if (!one.request_type.empty()) out += " takes " + one.request_type;
    if (!one.response_type.empty()) out += " gives " + one.response_type;
    out += '\n';
  }
  return out;
}

class EndpointsGolden : public testing::TestWithParam<std::string> {};

TEST_P(EndpointsGolden, AreWhatTheCaseSays) {
  const fs::path file = GetParam();
  const GoldenCase golden = read_case(file);
  const std::string actual = served(golden);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(file, std::ios::binary) << golden.source << "---\n" << actual;
    return;
  }
  EXPECT_EQ(actual, golden.expected) << file;
}

INSTANTIATE_TEST_SUITE_P(Cases, EndpointsGolden, testing::ValuesIn(case_files(".case")), [](const auto& info) {
  std::string name = fs::path(info.param).stem().string();
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(Endpoints, AFileThatCannotBeReadIsCountedAndTheRestGoesOn) {
  const std::string controller =
      "import org.springframework.web.bind.annotation.*;\n@RestController class A {{ @GetMapping(\"/{}\") void f() {{}} }}\n";
  ParsedFacts facts(Texts{{"A.java", fmt::format(fmt::runtime(controller), "a")}, {"B.java", fmt::format(fmt::runtime(controller), "b")}});
  facts.unread = "A.java";
  const auto found = facts.model(CancelToken());
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)->endpoints.unread, 1U);
  ASSERT_EQ((*found)->endpoints.endpoints.size(), 1U);
  EXPECT_EQ((*found)->endpoints.endpoints[0].route, "/b");
}

TEST(Endpoints, AControllerOfManyMethodsHasEachOfThemOnceWithItsOwnBody) {
  constexpr int kMethods = 2000;
  std::string base = "import org.springframework.web.bind.annotation.*;\nabstract class Base<T> {\n",
              controller = "import org.springframework.web.bind.annotation.*;\n@RestController class Wide extends Base<Order> {\n";
  for (int i = 0; i < kMethods; ++i) {
    base += fmt::format("  @PostMapping(\"/m{0}\") String m{0}(int id, @RequestBody Body{0} body) {{ return null; }}\n", i);
    controller += fmt::format("  String m{0}(int id, Body{0} body) {{ return null; }}\n", i);
  }
  ParsedFacts facts(Texts{{"Base.java", base + "}\n"}, {"Wide.java", controller + "}\n"}});
  const auto found = facts.model(CancelToken());
  ASSERT_TRUE(found);
  const std::vector<Endpoint>& endpoints = (*found)->endpoints.endpoints;
  ASSERT_EQ(endpoints.size(), static_cast<std::size_t>(kMethods));
  for (const Endpoint& one : endpoints) {
    EXPECT_EQ(one.route, "/" + one.method_name);
    EXPECT_EQ(one.request_type, "Body" + one.method_name.substr(1));
    EXPECT_EQ(one.path, "Wide.java");
  }
}

TEST(Endpoints, ACancelEndsTheSearch) {
  ParsedFacts facts(Texts{{"A.java", "class A {}"}});
  const CancelToken cancel;
  cancel.cancel();
  const auto found = facts.model(cancel);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kCancelled);
}

TEST(Routes, AreJoinedWithOneSlash) {
  EXPECT_EQ(join_route("/api", "users"), "/api/users");
  EXPECT_EQ(join_route("/api/", "/users/"), "/api/users/");
  EXPECT_EQ(join_route("/api/", ""), "/api/");
  EXPECT_EQ(join_route("", ""), "");
}

TEST(Routes, HaveBareVariables) {
  EXPECT_EQ(clean_route("a//b"), "/a/b");
  EXPECT_EQ(clean_route("/{id:[a-z]{2}}/x"), "/{id}/x");
  EXPECT_EQ(clean_route("/{ id : .* }/{*rest}/{opt?}"), "/{id}/{rest}/{opt}");
  EXPECT_EQ(clean_route("/a{b"), "/a{b");
  EXPECT_EQ(clean_route("/${UNKNOWN}/x"), "/${UNKNOWN}/x");
  EXPECT_EQ(clean_route(""), "/");
}

TEST(Routes, BodiesHaveNoEnvelope) {
  EXPECT_EQ(body_type("ResponseEntity<List<User>>"), "List<User>");
  EXPECT_EQ(body_type("Mono<ResponseEntity<? extends User>>"), "User");
  EXPECT_EQ(body_type("ResponseEntity<User>?"), "User");
  EXPECT_EQ(body_type("void"), "");
  EXPECT_EQ(body_type("ResponseEntity<?>"), "");
  EXPECT_EQ(body_type("Map<String, User>"), "Map<String, User>");
}

TEST(Paths, HaveNamedParametersInEveryStyle) {
  const auto colons = [](std::string_view path) { return with_named_parameters(PathStyle::kColons, path); };
  EXPECT_EQ(colons("/a/:id(\\d+)/:tag?"), "/a/{id}/{tag}");
  EXPECT_EQ(colons("/files/*path"), "/files/{path}");
  EXPECT_EQ(colons("/from/:a-:b.json"), "/from/{a}-{b}.json");
  EXPECT_EQ(colons("/users{/:id}/*"), "/users/{id}/*");
  EXPECT_EQ(colons("/${BASE}/x"), "/${BASE}/x");
  const auto angles = [](std::string_view path) { return with_named_parameters(PathStyle::kAngles, path); };
  EXPECT_EQ(angles("/<int:id>/<path:rest>/<name>"), "/{id}/{rest}/{name}");
  EXPECT_EQ(angles("/a<b"), "/a<b");
  const auto braces = [](std::string_view path) { return with_named_parameters(PathStyle::kBraces, path); };
  EXPECT_EQ(braces("/{**rest}/{page=1}/{tail...}/{id:int}"), "/{rest}/{page}/{tail}/{id:int}");
  EXPECT_EQ(braces("/a{b"), "/a{b");
  const auto regex = [](std::string_view path) { return with_named_parameters(PathStyle::kRegex, path); };
  EXPECT_EQ(regex("^users/(?P<pk>[0-9]{2,})/(\\d+)\\.json/?$"), "users/{pk}/{1}.json/");
  EXPECT_EQ(regex("(?:a|b)/("), "(?:a|b)/{1}");
}

TEST(Plurals, AreEnglish) {
  EXPECT_EQ(plural_of("order"), "orders");
  EXPECT_EQ(plural_of("category"), "categories");
  EXPECT_EQ(plural_of("day"), "days");
  EXPECT_EQ(plural_of("address"), "addresses");
  EXPECT_EQ(plural_of("box"), "boxes");
  EXPECT_EQ(plural_of("person"), "people");
  EXPECT_EQ(plural_of("salesPerson"), "salesPeople");
  EXPECT_EQ(plural_of("news"), "news");
  EXPECT_EQ(plural_of(""), "");
}

TEST(Plurals, AreTakenBack) {
  EXPECT_EQ(singular_of("photos"), "photo");
  EXPECT_EQ(singular_of("categories"), "category");
  EXPECT_EQ(singular_of("user-addresses"), "user-address");
  EXPECT_EQ(singular_of("people"), "person");
  EXPECT_EQ(singular_of("boxes"), "box");
  EXPECT_EQ(singular_of("news"), "news");
  EXPECT_EQ(singular_of("status"), "status");
  EXPECT_EQ(singular_of(""), "");
}

TEST(Placeholders, AreFilledFromInsideOut) {
  const std::string api = "/api", none;
  const auto value = [&](std::string_view name) -> const std::string* { return name == "api" ? &api : nullptr; };
  EXPECT_EQ(fill_placeholders("${api}/x", value), "/api/x");
  EXPECT_EQ(fill_placeholders("${unknown:/v1}/x", value), "/v1/x");
  EXPECT_EQ(fill_placeholders("${unknown:${api}}/x", value), "/api/x");
  EXPECT_EQ(fill_placeholders("${unknown}${api}", value), "${unknown}/api");
  EXPECT_EQ(fill_placeholders("${open", value), "${open");
  const std::string circle = "${circle}";
  EXPECT_EQ(fill_placeholders("${circle}", [&](std::string_view) { return &circle; }), "${circle}");
}

TEST(TestPaths, AreThoseAboveTheSources) {
  EXPECT_TRUE(is_test_path("shop/src/test/java/A.java"));
  EXPECT_TRUE(is_test_path("src/integrationTest/kotlin/A.kt"));
  EXPECT_TRUE(is_test_path("tests/A.java"));
  EXPECT_FALSE(is_test_path("src/main/java/shop/test/A.java"));
  EXPECT_FALSE(is_test_path("contest/A.java"));
  EXPECT_TRUE(is_test_path("src/__tests__/a.ts"));
  EXPECT_TRUE(is_test_path("src/user.spec.ts"));
  EXPECT_TRUE(is_test_path("api/user_test.go"));
  EXPECT_TRUE(is_test_path("app/test_user.py"));
  EXPECT_TRUE(is_test_path("Shop/OrdersTests.cs"));
  EXPECT_FALSE(is_test_path("src/latest.ts"));
  EXPECT_FALSE(is_test_path("src/testimonials/a.ts"));
  EXPECT_TRUE(is_test_path("examples/auth/index.js"));
  EXPECT_FALSE(is_test_path("spec/openapi.yaml"));
  EXPECT_FALSE(is_test_path("com/example/A.java"));
  EXPECT_FALSE(is_test_path("src/main/java/shop/__tests__/A.java"));
}

}  // namespace
}  // namespace grove::graph::web
