#include "inference/chat/answer_cache.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/testing/temporary_folder.h"

namespace grove::inference {
namespace {

/// Counts how often it is asked.
class CountingModel final : public ChatModel {
 public:
  const std::string& name() const override { return name_; }
  Result<ChatAnswer> answer(const ChatRequest& request, const CancelToken&) override {
    ++asked;
    if (fails) return fail(ErrorCode::kUnavailable, "busy");
    return ChatAnswer{.text = "answer to " + request.messages.back().text,
                      .usage = {.tokens_in = 10, .tokens_out = 4, .dollars = 0.5},
                      .end = ChatAnswer::End::kLength};
  }
  int asked = 0;
  bool fails = false;

 private:
  std::string name_ = "counting";
};

ChatRequest question(const std::string& text, const std::string& schema = {}) {
  return {.messages = {{ChatMessage::Role::kUser, text}}, .schema_name = "any", .schema = schema};
}

TEST(AnswerCache, AnAnsweredQuestionIsNotAskedAgain) {
  const TemporaryFolder folder;
  CountingModel model;
  {
    const AnswerCache cache(folder.path() + "/answers");
    const auto cached = cached_chat_model(model, cache);
    const auto first = cached->answer(question("a"), {});
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_FALSE(first->is_from_cache);
  }
  const AnswerCache cache(folder.path() + "/answers");
  const auto again = cached_chat_model(model, cache)->answer(question("a"), {});
  ASSERT_TRUE(again);
  EXPECT_EQ(model.asked, 1);
  EXPECT_TRUE(again->is_from_cache);
  EXPECT_EQ(again->text, "answer to a");
  EXPECT_EQ(again->usage.tokens_out, 4U);
  EXPECT_DOUBLE_EQ(again->usage.dollars.value(), 0.5);
  EXPECT_EQ(again->end, ChatAnswer::End::kLength);
}

TEST(AnswerCache, AnotherQuestionSchemaOrModelIsAskedForItself) {
  const TemporaryFolder folder;
  const AnswerCache cache(folder.path());
  CountingModel model;
  const auto cached = cached_chat_model(model, cache);
  for (const ChatRequest& request : {question("a"), question("b"), question("a", "{}")}) ASSERT_TRUE(cached->answer(request, {}));
  EXPECT_EQ(model.asked, 3);
  EXPECT_FALSE(cache.find("another", question("a")));
}

TEST(AnswerCache, AFailureIsNoAnswer) {
  const TemporaryFolder folder;
  const AnswerCache cache(folder.path());
  CountingModel model;
  const auto cached = cached_chat_model(model, cache);
  model.fails = true;
  EXPECT_FALSE(cached->answer(question("a"), {}));
  model.fails = false;
  EXPECT_TRUE(cached->answer(question("a"), {}));
  EXPECT_EQ(model.asked, 2);
}

TEST(AnswerCache, ADamagedFileIsAskedAgainAndReplaced) {
  const TemporaryFolder folder;
  const AnswerCache cache(folder.path());
  CountingModel model;
  const auto cached = cached_chat_model(model, cache);
  ASSERT_TRUE(cached->answer(question("a"), {}));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    if (entry.is_regular_file()) std::ofstream(entry.path()) << "{\"version\": 1, \"te";
  ASSERT_TRUE(cached->answer(question("a"), {}));
  EXPECT_EQ(model.asked, 2);
  EXPECT_TRUE(cache.find("counting", question("a")));
}

}  // namespace
}  // namespace grove::inference
