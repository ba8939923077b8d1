#include "inference/llama/llama_chat.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

namespace grove::inference {
namespace {

using nlohmann::json;

const std::string kWeights = std::string(GROVE_SMOLLM_FOLDER) + "/model.gguf";

class SmolLm : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kWeights)) GTEST_SKIP() << "the package with the weights of SmolLM2 cannot be had here";
    auto opened = open_llama_chat({.path = kWeights, .context = 2048, .answer_tokens = 400, .limits = {.items = 2, .characters = 40}});
    ASSERT_TRUE(opened) << opened.error().message;
    model_ = std::move(*opened);
  }
  Result<ChatAnswer> ask(const std::string& text, const std::string& schema = {}) {
    return model_->answer({.messages = {{ChatMessage::Role::kSystem, "You answer briefly."}, {ChatMessage::Role::kUser, text}},
                           .schema_name = "a",
                           .schema = schema},
                          {});
  }
  std::unique_ptr<ChatModel> model_;
};

TEST_F(SmolLm, AnswersTheSameEachTime) {
  const auto first = ask("What is the capital of France?");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_THAT(first->text, testing::HasSubstr("the capital of France")) << "the smallest models know little, but they do speak";
  EXPECT_GT(first->usage.tokens_in, 0U);
  EXPECT_EQ(ask("What is the capital of France?")->text, first->text);
}

TEST_F(SmolLm, IsHeldToASchema) {
  const auto answer = ask("Name two people of this text: Ada Lovelace knew Charles Babbage.",
                          R"({"type": "object", "properties": {"people": {"type": "array", "items": {"type": "object", "properties":
                             {"name": {"type": "string"}, "kind": {"enum": ["human", "machine"]}}}}, "sure": {"type": "boolean"}}})");
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->end, ChatAnswer::End::kStop) << answer->text;
  const json read = json::parse(answer->text, nullptr, false);
  ASSERT_TRUE(read.is_object()) << answer->text;
  EXPECT_TRUE(read["people"].is_array());
  EXPECT_TRUE(read["sure"].is_boolean());
}

TEST_F(SmolLm, SaysThatAQuestionIsTooLongAndStopsWhenCancelled) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "word ";
  EXPECT_EQ(ask(text).error().code, ErrorCode::kInvalidArgument);
  const CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(model_->answer({.messages = {{ChatMessage::Role::kUser, "Hm?"}}}, cancel).error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace grove::inference
