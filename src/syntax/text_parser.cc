#include <algorithm>
#include <limits>

#include "model/line_index.h"
#include "syntax/config/read_properties.h"
#include "syntax/parser.h"
#include "syntax/text_sections.h"
#include "syntax/units/text_cutter.h"

namespace grove::syntax {
namespace {

constexpr std::uint32_t kSectionBytes = 1500;

class TextParser final : public LanguageParser {
 public:
  Facts parse(const ParseRequest& request) override {
    const std::string_view text = request.text.substr(0, std::numeric_limits<std::uint32_t>::max());
    const LineIndex lines(text);
    Facts facts;
    facts.language = request.language;
    facts.state = ParseState::kText;
    facts.bytes = static_cast<std::uint32_t>(text.size());
    facts.lines = lines.count();
    const std::uint32_t bytes = std::min(kSectionBytes, request.limits.unit_bytes);
    const CutRequest cut{text, &lines, [](std::uint32_t) { return std::uint8_t{255}; }, request.limits.unit_bytes};
    for (const TextSection& section : cut_text({.text = text, .lines = lines, .within = {1, lines.count()}, .bytes = bytes}))
      add_units(section, cut, facts);
    read_properties(text, request.language, facts);
    return facts;
  }

  std::optional<std::uint32_t> broken_line(const ParseRequest& request) override {
    return broken_property_line(request.text, request.language);
  }

 private:
  /// One unit, or several where a single line is longer than a unit may be.
  static void add_units(const TextSection& section, const CutRequest& cut, Facts& facts) {
    std::vector<std::uint32_t> ends = cut_offsets(cut, {section.range});
    ends.push_back(section.range.end);
    Unit unit{.kind = Kind::kSection,
              .part = section.part,
              .name = facts.strings.intern(section.title),
              .range = section.range,
              .lines = section.lines};
    std::uint32_t begin = section.range.begin;
    for (const std::uint32_t end : ends) {
      unit.range = {begin, end};
      if (ends.size() > 1) unit.lines = cut.lines->lines_of(unit.range);
      facts.units.push_back(unit);
      if (unit.part < 255) ++unit.part;
      begin = end;
    }
  }
};

}  // namespace

std::unique_ptr<LanguageParser> make_text_parser() { return std::make_unique<TextParser>(); }

}  // namespace grove::syntax
