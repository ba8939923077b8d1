#include "inference/chat/chat_model.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>

#include "http/testing/test_server.h"

namespace grove::inference {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string said(const std::string& text) {
  return json{{"object", "chat.completion"},
              {"choices", {{{"index", 0}, {"message", {{"role", "assistant"}, {"content", text}}}, {"finish_reason", "stop"}}}}}
      .dump();
}

ChatSettings settings_for(const http::TestServer& server) {
  return {.base_url = server.url() + "/v1/",
          .model = "small",
          .key = "swordfish",
          .timeout = std::chrono::milliseconds(500),
          .retry = {.attempts = 3, .first_pause = std::chrono::milliseconds(1), .longest_pause = std::chrono::seconds(2)}};
}

Result<std::string> ask(const http::TestServer& server, const CancelToken& cancel = {}) {
  return open_chat_model(settings_for(server))
      ->complete({{ChatMessage::Role::kSystem, "Be brief."}, {ChatMessage::Role::kUser, "Who \xff calls?"}}, cancel);
}

TEST(ChatModel, SpeaksTheChatCompletionsProtocol) {
  http::TestServer::Request seen;
  const http::TestServer server([&](const http::TestServer::Request& request) {
    seen = request;
    return http::TestServer::Response{.body = said(" Orders [1]. ")};
  });
  const auto text = ask(server);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "Orders [1].");
  EXPECT_EQ(seen.method, "POST");
  EXPECT_EQ(seen.target, "/v1/chat/completions");
  EXPECT_EQ(seen.headers["authorization"], "Bearer swordfish");
  const json body = json::parse(seen.body);
  EXPECT_EQ(body["model"], "small");
  EXPECT_EQ(body["messages"][0], (json{{"role", "system"}, {"content", "Be brief."}}));
  EXPECT_EQ(body["messages"][1]["role"], "user");
}

TEST(ChatModel, ThoughtsAreNoPartOfTheAnswerAndPartsAreJoined) {
  const http::TestServer thinking([](const auto&) { return http::TestServer::Response{.body = said("<think>hm\n[9]</think>\nYes.")}; });
  EXPECT_EQ(ask(thinking).value(), "Yes.");
  const http::TestServer parts([](const auto&) {
    return http::TestServer::Response{
        .body = R"({"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}}]})"};
  });
  EXPECT_EQ(ask(parts).value(), "ab");
}

TEST(ChatModel, ABusyServerIsAskedAgain) {
  for (const int busy : {429, 500, 503}) {
    std::atomic<int> calls = 0;
    const http::TestServer server([&](const auto&) {
      return ++calls < 3 ? http::TestServer::Response{.status = busy, .body = "{}"} : http::TestServer::Response{.body = said("At last.")};
    });
    EXPECT_EQ(ask(server).value(), "At last.") << busy;
    EXPECT_EQ(calls, 3);
  }
}

TEST(ChatModel, SaysWhatIsWrongAndNeverTheKey) {
  const http::TestServer refusing([](const http::TestServer::Request& request) {
    return http::TestServer::Response{.status = 401,
                                      .body = json{{"error", {{"message", "bad key " + request.headers.at("authorization")}}}}.dump()};
  });
  const auto refused = ask(refusing);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("bad key"));
  EXPECT_THAT(refused.error().message, Not(HasSubstr("swordfish")));
  EXPECT_THAT(refused.error().hint, HasSubstr("LLM_API_KEY"));

  std::atomic<int> calls = 0;
  const http::TestServer unknown([&](const auto&) {
    ++calls;
    return http::TestServer::Response{.status = 404, .body = R"({"error": "model not found"})"};
  });
  EXPECT_EQ(ask(unknown).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(calls, 1) << "no use in asking again";

  const http::TestServer slow([](const auto&) { return http::TestServer::Response{.body = said("late"), .pause_ms = 2000}; });
  EXPECT_EQ(ask(slow).error().code, ErrorCode::kTimeout);

  auto nobody = settings_for(refusing);
  nobody.base_url = "http://127.0.0.1:1/v1";
  const auto none = open_chat_model(nobody)->complete({}, CancelToken());
  EXPECT_EQ(none.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(none.error().hint, HasSubstr("LLM_BASE_URL"));
}

TEST(ChatModel, WhatIsNoAnswerIsAnError) {
  for (const char* body : {"", "[]", "{}", R"({"choices": []})", R"({"choices": [1]})", R"({"choices": [{"message": {"content": null}}]})",
                           R"({"choices": [{"message": {"content": " "}}]})", R"({"choices": [{"message": 5}]})"}) {
    const http::TestServer server([&](const auto&) { return http::TestServer::Response{.body = body}; });
    const auto text = ask(server);
    ASSERT_FALSE(text) << body;
    EXPECT_EQ(text.error().code, ErrorCode::kUnavailable) << body;
  }
}

TEST(ChatModel, ACancelEndsTheWaiting) {
  const http::TestServer server([](const auto&) { return http::TestServer::Response{.status = 503, .body = "{}"}; });
  const CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(ask(server, cancel).error().code, ErrorCode::kCancelled);
}

Result<ChatAnswer> ask_for_json(ChatModel& model) {
  return model.answer({.messages = {{ChatMessage::Role::kUser, "List them."}},
                       .schema_name = "list",
                       .schema = R"({"type": "object", "required": ["names"]})"},
                      CancelToken());
}

/// What was asked of a server that refuses these formats, in order.
std::vector<std::string> formats_asked(const std::vector<std::string>& refused, int times) {
  std::vector<std::string> asked;
  const http::TestServer server([&](const http::TestServer::Request& request) {
    const json body = json::parse(request.body);
    const std::string format = body.contains("response_format") ? body["response_format"]["type"].get<std::string>() : "none";
    asked.push_back(format);
    if (std::ranges::find(refused, format) != refused.end())
      return http::TestServer::Response{.status = 400, .body = R"({"error": "response_format is not supported"})"};
    return http::TestServer::Response{.body = said(R"({"names": []})")};
  });
  const auto model = open_chat_model(settings_for(server));
  for (int i = 0; i < times; ++i) static_cast<void>(ask_for_json(*model));
  return asked;
}

TEST(ChatModel, AnAnswerIsHeldToASchemaWhereTheServerCanAndTheRefusalIsRemembered) {
  using testing::ElementsAre;
  EXPECT_THAT(formats_asked({}, 2), ElementsAre("json_schema", "json_schema"));
  EXPECT_THAT(formats_asked({"json_schema"}, 2), ElementsAre("json_schema", "json_object", "json_object"));
  EXPECT_THAT(formats_asked({"json_schema", "json_object"}, 2), ElementsAre("json_schema", "json_object", "none", "none"));
  EXPECT_THAT(formats_asked({"json_schema", "json_object", "none"}, 2),
              ElementsAre("json_schema", "json_object", "none", "json_schema", "json_object", "none"))
      << "what is refused in any case says nothing of the format";
}

TEST(ChatModel, ASchemaIsSentAsItIs) {
  json body;
  const http::TestServer server([&](const http::TestServer::Request& request) {
    body = json::parse(request.body);
    return http::TestServer::Response{.body = said("{}")};
  });
  ASSERT_TRUE(ask_for_json(*open_chat_model(settings_for(server))));
  EXPECT_EQ(body["response_format"]["json_schema"]["name"], "list");
  EXPECT_EQ(body["response_format"]["json_schema"]["schema"]["required"], json::array({"names"}));
}

TEST(ChatModel, SaysWhatAnAnswerTookAndWhetherItWasCutOff) {
  const http::TestServer server([](const auto&) {
    return http::TestServer::Response{.body = R"({"choices": [{"message": {"content": "{\"names\": ["}, "finish_reason": "length"}],
        "usage": {"prompt_tokens": 120, "completion_tokens": 7, "cost": 0.0042}})"};
  });
  const auto answer = ask_for_json(*open_chat_model(settings_for(server)));
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->end, ChatAnswer::End::kLength);
  EXPECT_EQ(answer->usage.tokens_in, 120U);
  EXPECT_EQ(answer->usage.tokens_out, 7U);
  EXPECT_DOUBLE_EQ(answer->usage.dollars.value(), 0.0042);
}

TEST(ChatModel, TellsTheServerWhoAsksAndNothingElse) {
  http::TestServer::Request seen;
  const http::TestServer server([&](const http::TestServer::Request& request) {
    seen = request;
    return http::TestServer::Response{.body = said("yes")};
  });
  ChatSettings settings = settings_for(server);
  settings.app_name = "Rules\r\nX-Evil: 1";
  settings.site_url = "https://example.org";
  ASSERT_TRUE(open_chat_model(settings)->complete({}, CancelToken()));
  EXPECT_EQ(seen.headers["x-title"], "RulesX-Evil: 1");
  EXPECT_EQ(seen.headers["http-referer"], "https://example.org");
  EXPECT_FALSE(seen.headers.contains("x-evil"));
}

TEST(ChatModel, KeepsToARate) {
  const http::TestServer server([](const auto&) { return http::TestServer::Response{.body = said("yes")}; });
  ChatSettings settings = settings_for(server);
  settings.rates.requests_per_minute = 1;
  const auto model = open_chat_model(settings);
  ASSERT_TRUE(model->complete({}, CancelToken()));
  const auto second = model->complete({}, CancelToken());
  ASSERT_FALSE(second) << "the next one would have to wait longer than it may";
  EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace grove::inference
