#include <gtest/gtest.h>

#include <string>

#include "serve/mcp/protocol/envelope.h"
#include "serve/mcp/protocol/message.h"
#include "serve/mcp/protocol/revision.h"

namespace grove::serve::mcp {
namespace {

std::expected<Message, Misread> read(std::string_view text) { return read_message(Json::parse(text)); }

TEST(Messages, AreToldApartByWhatTheyCarry) {
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":1,"method":"ping"})")->kind, Message::Kind::kRequest);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":"a","method":"ping"})")->id, "a");
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","method":"notifications/initialized"})")->kind, Message::Kind::kNotification);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":1,"result":{}})")->kind, Message::Kind::kResponse);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}})")->kind, Message::Kind::kResponse);
}

TEST(Messages, ThatAreNoneAreRefusedWithTheirIdWhereItCanBeTold) {
  struct Case {
    const char* text;
    RpcCode code;
    Json id;
  };
  const Case cases[] = {
      {"1", RpcCode::kInvalidRequest, nullptr},
      {R"({"id":1,"method":"ping"})", RpcCode::kInvalidRequest, 1},
      {R"({"jsonrpc":"1.0","id":"x","method":"ping"})", RpcCode::kInvalidRequest, "x"},
      {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", RpcCode::kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":{},"method":"ping"})", RpcCode::kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":1,"method":7})", RpcCode::kInvalidRequest, 1},
      {R"({"jsonrpc":"2.0","id":1})", RpcCode::kInvalidRequest, 1},
      {R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})", RpcCode::kInvalidRequest, 1},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})", RpcCode::kInvalidParams, 1},
  };
  for (const Case& one : cases) {
    const auto message = read(one.text);
    ASSERT_FALSE(message.has_value()) << one.text;
    EXPECT_EQ(message.error().error.code, one.code) << one.text;
    EXPECT_EQ(message.error().id, one.id) << one.text;
  }
}

TEST(JsonOfClients, IsBoundedInDepthAndNumber) {
  EXPECT_FALSE(parse_json(std::string(100'000, '[')).has_value());
  EXPECT_EQ(parse_json(std::string(65, '[') + std::string(65, ']')).error().code, ErrorCode::kResourceLimit);
  EXPECT_TRUE(parse_json(std::string(64, '[') + std::string(64, ']')).has_value());
  std::string wide = "{";
  for (int i = 0; i < 30'000; ++i) wide += "\"k" + std::to_string(i) + "\":1,";
  EXPECT_EQ(parse_json(wide + "\"z\":1}").error().code, ErrorCode::kResourceLimit);
  EXPECT_FALSE(parse_json("{\"a\":\"\xC3\x28\"}").has_value());
  EXPECT_FALSE(parse_json("{\"a\":1} x").has_value());
  EXPECT_TRUE(parse_json(R"({"a":"[[[[{{{{::::\""})").has_value());
}

TEST(JsonOfClients, TextThatIsNotUtf8ComesOutValid) { EXPECT_EQ(to_text(Json("a\xFF")), "\"a\xEF\xBF\xBD\""); }

TEST(Revisions, AnInitializeIsNeverRefusedForItsVersion) {
  for (const char* known : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) EXPECT_EQ(revision_name(negotiated(known)), known);
  for (const char* other : {"2030-01-01", "2026-07-28", "", "x"}) EXPECT_EQ(revision_name(negotiated(other)), "2025-11-25");
}

Json params_with(std::string_view meta) { return {{"_meta", Json::parse(meta)}}; }

TEST(Envelopes, NeedVersionAndCapabilitiesAndNothingElse) {
  EXPECT_FALSE(read_envelope(Json::object()).has_value());
  EXPECT_FALSE(read_envelope(params_with(R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"})")).has_value());
  EXPECT_FALSE(read_envelope(params_with(R"({"io.modelcontextprotocol/clientCapabilities":{}})")).has_value());
  const auto envelope = read_envelope(
      params_with(R"({"io.modelcontextprotocol/protocolVersion":"v9","io.modelcontextprotocol/clientCapabilities":{"roots":{}}})"));
  ASSERT_TRUE(envelope.has_value());
  EXPECT_TRUE(envelope->capabilities.contains("roots"));
  const auto version = check_version(*envelope);
  ASSERT_FALSE(version.has_value());
  EXPECT_EQ(static_cast<int>(version.error().code), -32022);
  EXPECT_EQ(to_text(version.error().data), R"({"supported":["2026-07-28"],"requested":"v9"})");
}

TEST(Envelopes, TellTheErasApart) {
  const auto message = [](std::string_view text) { return *read(text); };
  EXPECT_FALSE(is_stateless(message(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")));
  EXPECT_FALSE(is_stateless(message(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"progressToken":1}}})")));
  EXPECT_TRUE(is_stateless(message(R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})")));
  EXPECT_TRUE(is_stateless(
      message(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})")));
}

}  // namespace
}  // namespace grove::serve::mcp
