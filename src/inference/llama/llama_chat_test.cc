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

constexpr std::string_view kPeople = R"({"type": "object", "properties": {"people": {"type": "array", "items": {"type": "object",
  "properties": {"name": {"type": "string"}, "born": {"type": "string"}}}}, "towns": {"type": "array", "items": {"type": "string"}}}})";

TEST_F(SmolLm, EndsItsListsBeforeItsTokensEnd) {
  auto opened = open_llama_chat({.path = kWeights, .context = 2048, .answer_tokens = 120, .limits = {.items = 30, .characters = 40}});
  ASSERT_TRUE(opened) << opened.error().message;
  const auto answer = (*opened)->answer({.messages = {{ChatMessage::Role::kUser, "Name thirty people of history, and their towns."}},
                                         .schema_name = "a",
                                         .schema = std::string(kPeople)},
                                        {});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->end, ChatAnswer::End::kStop);
  EXPECT_GT(answer->usage.tokens_out, 60U);
  const json read = json::parse(answer->text, nullptr, false);
  ASSERT_TRUE(read.is_object()) << answer->text;
  EXPECT_TRUE(read["towns"].is_array());
}

TEST_F(SmolLm, AnswersTheSameWhateverItWasAskedBefore) {
  std::string card = "These are the rules. ";
  for (int i = 0; i < 190; ++i) card += "Rule " + std::to_string(i) + " counts. ";
  const std::string first = card + "Say which rule is the last one.", second = card + "Say something of the sea.";
  const auto plain = ask(second, std::string(kPeople));
  ASSERT_TRUE(plain) << plain.error().message;
  ASSERT_GT(plain->usage.tokens_in, 1100U) << "more than two batches have to be alike";
  ASSERT_TRUE(ask(first));
  EXPECT_EQ(ask(second, std::string(kPeople))->text, plain->text);
  ASSERT_TRUE(ask("Hm?"));
  EXPECT_EQ(ask(second, std::string(kPeople))->text, plain->text);
}

TEST_F(SmolLm, IsCalledByItsFileAndItsWeights) { EXPECT_THAT(model_->name(), testing::MatchesRegex("model.gguf@[0-9a-f]{8}")); }

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
