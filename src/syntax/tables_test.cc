#include <gtest/gtest.h>

#include "syntax/tree/grammar.h"
#include "syntax/tree_parser.h"

namespace grove::syntax {
namespace {

TEST(LanguageTables, NameOnlyNodesAndFieldsThatTheGrammarHas) {
  for (const LanguageDefinition* definition : language_definitions())
    EXPECT_EQ(unknown_names(*definition), std::vector<std::string>{}) << language_name(definition->language);
}

}  // namespace
}  // namespace grove::syntax
