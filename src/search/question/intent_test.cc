#include "search/question/intent.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace grove::search {
namespace {

struct Labelled {
  std::string intent, question;
};

/// Questions of the golden file, those behind the line `# held back` too or only.
std::vector<Labelled> labelled(bool held_back) {
  std::ifstream file(std::string(GROVE_SOURCE_DIR) + "/tests/golden/questions/intents.tsv");
  std::vector<Labelled> all;
  bool is_behind = false;
  for (std::string line; std::getline(file, line);) {
    if (line == "# held back") is_behind = true;
    const auto tab = line.find('\t');
    if (line.starts_with('#') || tab == std::string::npos || is_behind != held_back) continue;
    all.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return all;
}

std::size_t right(const std::vector<Labelled>& all) {
  std::size_t count = 0;
  for (const Labelled& one : all) {
    const std::string_view found = question_intent_name(question_intent(one.question));
    if (found == one.intent)
      ++count;
    else
      std::printf("  %s, taken for %s: %s\n", one.intent.c_str(), std::string(found).c_str(), one.question.c_str());
  }
  return count;
}

TEST(QuestionIntent, IsToldForPhrasingsThatTheRulesWereMadeFor) {
  const auto all = labelled(false);
  ASSERT_GE(all.size(), 40U);
  EXPECT_EQ(right(all), all.size());
}

TEST(QuestionIntent, IsToldForPhrasingsThatTheRulesWereNotMadeFor) {
  const auto all = labelled(true);
  ASSERT_GE(all.size(), 40U);
  EXPECT_GE(static_cast<double>(right(all)), 0.9 * static_cast<double>(all.size()));
}

TEST(QuestionIntent, OfNothingIsNone) {
  EXPECT_EQ(question_intent(""), QuestionIntent::kDefault);
  EXPECT_EQ(question_intent("? / …"), QuestionIntent::kDefault);
  EXPECT_EQ(question_intent(std::string(10'000, 'a')), QuestionIntent::kDefault);
}

TEST(QuestionWords, SayWhatTheirFormIs) {
  const auto words = question_words("Does `OrderService#place` answer POST /orders/{id}? See application.yml, the owner's.");
  ASSERT_EQ(words.size(), 9U);
  EXPECT_EQ(words[1].form, WordForm::kIdentifier);
  EXPECT_EQ(words[3].form, WordForm::kVerb);
  EXPECT_EQ(words[4].form, WordForm::kRoute);
  EXPECT_EQ(words[4].text, "/orders/{id}");
  EXPECT_EQ(words[6].form, WordForm::kFile);
  EXPECT_EQ(words[8].folded, "owner");
}

TEST(QuestionWords, FormsOfAWordHaveOneStem) {
  for (const char* form : {"place", "places", "placed", "placing"}) EXPECT_EQ(word_stem(form), word_stem("place")) << form;
  for (const char* form : {"adds", "added", "adding"}) EXPECT_EQ(word_stem(form), word_stem("add")) << form;
  for (const char* form : {"modifies", "modified", "modifying"}) EXPECT_EQ(word_stem(form), word_stem("modify")) << form;
  for (const char* form : {"cancels", "cancelled", "canceling"}) EXPECT_EQ(word_stem(form), word_stem("cancel")) << form;
  EXPECT_EQ(word_stem("creation"), word_stem("create"));
  EXPECT_NE(word_stem("process"), word_stem("proceed"));
}

}  // namespace
}  // namespace grove::search
