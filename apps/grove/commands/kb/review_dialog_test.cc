#include "apps/grove/commands/kb/review_dialog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/testing/temporary_folder.h"

namespace grove::cli {
namespace {

using ::testing::HasSubstr;

class ReviewDialog : public testing::Test {
 protected:
  void SetUp() override {
    knowledge::SchemaCard card;
    card.name_space = "http://my.org/ns/";
    for (const char* name : {"A", "B", "C", "D"}) card.classes.push_back({.name = name, .description = "", .origin = "induced"});
    ASSERT_TRUE(knowledge::write_schema_card(files_.proposed, card));
  }
  /// What was printed on these lines of input.
  std::string talk(const std::string& lines) {
    auto review = knowledge::Review::open(files_, system_clock());
    EXPECT_TRUE(review);
    std::istringstream in(lines);
    std::ostringstream out;
    EXPECT_TRUE(review_by_keys(*review, {.by = "Ada", .reason = "all of it"}, in, out, console_));
    return out.str();
  }
  std::string verdicts() {
    std::string text;
    const auto review = knowledge::Review::open(files_, system_clock());
    for (const knowledge::Decision& one : review->decisions())
      text += one.term + ' ' + std::string(verdict_name(one.verdict)) + " (" + one.reason + ")\n";
    return text;
  }
  TemporaryFolder folder_;
  Console console_{Console::Format::kText, Verbosity::kQuiet};
  knowledge::ReviewFiles files_{
      .approved = folder_ / "card.json", .proposed = folder_ / "next.json", .decisions = folder_ / "decisions.jsonl"};
};

TEST_F(ReviewDialog, TakesAKeyALineAndGoesOnWhereItEnded) {
  const std::string text = talk("y\nn no need\nq\n");
  EXPECT_THAT(text, HasSubstr("(1/4) "));
  EXPECT_THAT(text, HasSubstr("added class:A"));
  EXPECT_EQ(verdicts(), "class:A accepted (all of it)\nclass:B rejected (no need)\n");
  EXPECT_THAT(talk("s\nd\n"), HasSubstr("(1/2) "));
  EXPECT_EQ(verdicts(), "class:A accepted (all of it)\nclass:B rejected (no need)\nclass:D rejected (all of it)\n");
  EXPECT_THAT(talk("a\n"), HasSubstr("class:C"));
  EXPECT_THAT(verdicts(), HasSubstr("class:C accepted"));
}

TEST_F(ReviewDialog, ExplainsItselfAndEndsWithItsInput) {
  EXPECT_THAT(talk("yes\n?\n"), HasSubstr("a - accept this and all that follow"));
  EXPECT_EQ(verdicts(), "");
}

TEST(ReviewText, ATermThatManyPassagesNameShowsTheFirstOfThem) {
  knowledge::TermChange change;
  change.id = "class:A";
  const Console console{Console::Format::kText, Verbosity::kQuiet};
  for (int i = 0; i < 5; ++i) change.evidence.push_back({"c" + std::to_string(i), "quote " + std::to_string(i)});
  EXPECT_THAT(change_text(change, console), testing::Not(HasSubstr("more")));
  for (int i = 5; i < 284; ++i) change.evidence.push_back({"c" + std::to_string(i), "quote " + std::to_string(i)});
  const std::string text = change_text(change, console);
  EXPECT_THAT(text, HasSubstr("\"quote 4\" (c4)\n  and 279 more quotes, which --json lists\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("quote 5")));
}

}  // namespace
}  // namespace grove::cli
