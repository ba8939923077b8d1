#include "graph/web/client_calls.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "graph/web/request_address.h"
#include "graph/web/route_tree.h"
#include "tests/graph/web_case.h"

namespace grove::graph::web {
namespace {

namespace fs = std::filesystem;

std::string sent(const GoldenCase& golden) {
  ParsedFacts facts(golden.files);
  const auto model = facts.model(CancelToken());
  if (!model) return describe(model.error());
  std::string out;
  for (const ClientCall& one : (*model)->client_calls) {
    out += fmt::format("{}:{} {} {} {}", one.path, one.line, client_name(one.library), one.http_method.empty() ? "?" : one.http_method,
                       one.host.empty() ? "?" : one.host);
    if (one.port != 0) out += fmt::format(":{}", one.port);
    out += fmt::format(" {}", one.route.empty() ? "-" : one.route);
    if (one.in != kNobody) out += fmt::format(" in {}", facts.declarations().symbol(one.in).qualified_name);
    if (!one.module.empty()) out += " module " + one.module;
    if (one.confidence != Confidence::kExact) out += fmt::format(" {}", confidence_name(one.confidence));
    out += '\n';
  }
  return out;
}

class ClientsGolden : public testing::TestWithParam<std::string> {};

TEST_P(ClientsGolden, AreWhatTheCaseSays) {
  const fs::path file = GetParam();
  const GoldenCase golden = read_case(file);
  const std::string actual = sent(golden);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(file, std::ios::binary) << golden.source << "---\n" << actual;
    return;
  }
  EXPECT_EQ(actual, golden.expected) << file;
}

INSTANTIATE_TEST_SUITE_P(Cases, ClientsGolden, testing::ValuesIn(case_files(".clients")), [](const auto& info) {
  std::string name = fs::path(info.param).stem().string();
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

std::string taken_apart(std::string_view text) {
  const RequestAddress address = parse_address(text);
  return fmt::format("{} {} {}{}", address.host, address.port, address.route, address.has_authority ? " named" : "");
}

TEST(Addresses, AreTakenApart) {
  EXPECT_EQ(taken_apart("http://orders:8080/api/{id}?full=1"), "orders 8080 /api/{id} named");
  EXPECT_EQ(taken_apart("lb://ORDER-SERVICE"), "ORDER-SERVICE 0  named");
  EXPECT_EQ(taken_apart("https://user:secret@api.example.org/v1//x#top"), "api.example.org 0 /v1/x named");
  EXPECT_EQ(taken_apart("/api/orders"), " 0 /api/orders");
  EXPECT_EQ(taken_apart("orders/{id}"), " 0 /orders/{id}");
  EXPECT_EQ(taken_apart("orders:8080/api"), "orders 8080 /api named");
  EXPECT_EQ(taken_apart("{base}/api/{id}"), " 0 /api/{id}");
  EXPECT_EQ(taken_apart("{base}api/{id}"), " 0 /api/{id}");
  EXPECT_EQ(taken_apart("{host}:{port}/api"), " 0 /api");
  EXPECT_EQ(taken_apart("http://{host}:8080/api"), " 8080 /api named");
  EXPECT_EQ(taken_apart("http://orders:{port}"), "orders 0  named");
  EXPECT_EQ(taken_apart("http://orders{path}"), "orders 0  named");
  EXPECT_EQ(taken_apart("http://orders:8080{path}"), "orders 8080  named");
  EXPECT_EQ(taken_apart("http://orders-{stage}/api"), " 0 /api named");
  EXPECT_EQ(taken_apart("http://${HOST}:${PORT}/api"), " 0 /api named") << "what a variable's value refers to is not known";
  EXPECT_EQ(taken_apart("{url}"), " 0 ");
  EXPECT_EQ(taken_apart(""), " 0 ");
  EXPECT_EQ(taken_apart("{"), " 0 ");
  EXPECT_EQ(taken_apart("http://a:99999/"), "a 0 / named");
}

TEST(Addresses, NameWhatTheyDoNotKnow) {
  EXPECT_EQ(name_for("order.getOrderId()"), "orderId");
  EXPECT_EQ(name_for("trip.getTripId().toString()"), "tripId");
  EXPECT_EQ(name_for("this.baseUrl"), "baseUrl");
  EXPECT_EQ(name_for("String.valueOf(id)"), "String");
  EXPECT_EQ(name_for(""), "");
}

TEST(RouteTrees, FindWhatAnswersBest) {
  RouteTree tree;
  tree.add("/orders/{id}", "GET", 1);
  tree.add("/orders/special", "GET", 2);
  tree.add("/orders/{id}", "PUT", 3);
  tree.add("/orders/special/parts", "GET", 4);
  tree.add("/orders/{id}/lines/", "GET", 5);
  tree.add("/", "GET", 6);
  const auto find = [&](std::string_view route, std::string_view verb) { return tree.find(route, verb); };
  using Found = std::vector<std::size_t>;
  EXPECT_EQ(find("/orders/7", "GET"), Found{1});
  EXPECT_EQ(find("/orders/special", "GET"), Found{2});
  EXPECT_EQ(find("/orders/special", "PUT"), Found{3}) << "a parameter answers where the name has no such verb";
  EXPECT_EQ(find("/orders/{number}", "GET"), Found{1}) << "an open segment is no name";
  EXPECT_EQ(find("/orders/special/lines", "GET"), Found{5}) << "goes back where a name leads nowhere";
  EXPECT_EQ(find("/orders/7", ""), (Found{1, 3}));
  EXPECT_EQ(find("", "GET"), Found{6});
  EXPECT_TRUE(find("/orders", "GET").empty());
  EXPECT_TRUE(find("/orders/7", "DELETE").empty());
}

TEST(RouteTrees, LookUpsEnd) {
  RouteTree tree;
  std::string route;
  for (int i = 0; i < 40; ++i) {
    tree.add(route + "/a", "GET", 1);
    tree.add(route + "/{x}", "GET", 2);
    route += i % 2 == 0 ? "/a" : "/{x}";
  }
  std::string asked;
  for (int i = 0; i < 2000; ++i) asked += "/a";
  EXPECT_TRUE(tree.find(asked, "GET").empty());
}

}  // namespace
}  // namespace grove::graph::web
