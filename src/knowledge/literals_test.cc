#include "knowledge/literals.h"

#include <gtest/gtest.h>

#include "knowledge/graph_view.h"

namespace grove::knowledge {
namespace {

std::string xsd(std::string_view name) { return std::string(names::kXsd) + std::string(name); }

struct Case {
  std::string_view type;
  std::string_view fine;  ///< Texts between `|`.
  std::string_view wrong;
};

TEST(Literals, LexicalSpacesAreThoseOfXmlSchema) {
  constexpr Case kCases[] = {
      {"integer", "0|-7|+12|123456789012345678901234567890", "|1.0|one|1e3|--1"},
      {"decimal", "1|-1.5|.5|+3.", "|.|1e3|1,5|NaN"},
      {"double", "1|1.5E-3|INF|-INF|NaN", "|inf|1e|e5"},
      {"boolean", "true|false|0|1", "|True|yes"},
      {"date", "2024-02-29|2023-12-31Z|-0044-03-15+01:00", "|2023-02-29|2023-13-01|24-01-01|2023-1-1|2023-01-01T00:00:00"},
      {"dateTime", "2024-01-01T00:00:00|2024-01-01T24:00:00Z|2024-01-01T12:30:15.5-05:00",
       "|2024-01-01|2024-01-01T25:00:00|2024-01-01 10:00:00"},
      {"byte", "127|-128", "|128"},
      {"positiveInteger", "1", "0|-1"},
      {"string", "|anything", ""},
  };
  for (const Case& one : kCases) {
    std::string_view rest = one.fine;
    while (true) {
      const std::string_view text = rest.substr(0, rest.find('|'));
      EXPECT_TRUE(is_lexical_form(text, xsd(one.type)) || (text.empty() && one.type != "string")) << one.type << ' ' << text;
      if (rest.find('|') == rest.npos) break;
      rest.remove_prefix(rest.find('|') + 1);
    }
    if (one.type == "string") continue;
    rest = one.wrong;
    while (true) {
      const std::string_view text = rest.substr(0, rest.find('|'));
      EXPECT_FALSE(is_lexical_form(text, xsd(one.type))) << one.type << " '" << text << "'";
      if (rest.find('|') == rest.npos) break;
      rest.remove_prefix(rest.find('|') + 1);
    }
  }
}

TEST(Literals, CompareByValue) {
  const auto number = [](std::string_view text, std::string_view type) { return rdf::literal(std::string(text), xsd(type)); };
  EXPECT_TRUE(compare_literals(number("10", "integer"), number("9.5", "decimal")) > 0);
  EXPECT_TRUE(compare_literals(number("2024-01-01T00:00:00Z", "dateTime"), number("2024-01-01T01:00:00+01:00", "dateTime")) == 0);
  EXPECT_TRUE(compare_literals(number("2024-01-01T00:00:00", "dateTime"), number("2024-01-01T01:00:00Z", "dateTime")) ==
              std::partial_ordering::unordered);
  EXPECT_TRUE(compare_literals(rdf::literal("a"), rdf::literal("b")) < 0);
  EXPECT_TRUE(compare_literals(rdf::literal("1"), number("1", "integer")) == std::partial_ordering::unordered);
  EXPECT_TRUE(compare_literals(number("x", "integer"), number("1", "integer")) == std::partial_ordering::unordered);
}

}  // namespace
}  // namespace grove::knowledge
