#include "inference/llama/json_grammar.h"

#include <gmock/gmock.h>

namespace grove::inference {
namespace {

using testing::HasSubstr;

std::string grammar(std::string_view schema) {
  const auto text = json_grammar(schema, {.items = 3, .characters = 10});
  return text ? *text : "error: " + text.error().message;
}

TEST(JsonGrammar, HoldsObjectsToTheirMembersInOrder) {
  const std::string text =
      grammar(R"({"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "array", "items": {"type": "integer"}}}})");
  EXPECT_THAT(text, HasSubstr(R"("\"b\"" ":" ws string "," ws "\"a\"" ":" ws r0)"));
  EXPECT_THAT(text, HasSubstr(R"(r0 ::= "[" ws (integer ("," ws integer){0,2})? ws "]")"));
  EXPECT_THAT(text, HasSubstr("char{0,10}"));
}

TEST(JsonGrammar, KnowsEnumsSeveralTypesFreeNamesAndReferences) {
  const std::string text = grammar(R"({"type": "object", "properties": {"e": {"enum": ["a\"b", "c"]}, "m": {"type": "object",
    "additionalProperties": {"type": ["string", "boolean"]}}, "x": {"$ref": "#/$defs/t"}, "y": {"$ref": "#/$defs/t"}},
    "$defs": {"t": {"type": "array", "items": {"type": "string"}}}})");
  EXPECT_THAT(text, HasSubstr(R"("\"a\\\"b\"" | "\"c\"")"));
  EXPECT_THAT(text, HasSubstr("string | boolean"));
  EXPECT_THAT(text, HasSubstr(R"(string ":" ws)"));
}

TEST(JsonGrammar, SaysWhatItDoesNotKnow) {
  EXPECT_THAT(grammar("{"), HasSubstr("no JSON"));
  EXPECT_THAT(grammar(R"({"anyOf": []})"), HasSubstr("without a type"));
  EXPECT_THAT(grammar(R"({"$ref": "#/$defs/none"})"), HasSubstr("reference"));
  EXPECT_THAT(grammar(R"({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}})"), HasSubstr("go round"));
}

}  // namespace
}  // namespace grove::inference
