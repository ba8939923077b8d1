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

}  // namespace
}  // namespace grove::graph::web
