#include <algorithm>
#include <limits>

#include "model/line_index.h"
#include "syntax/config/read_properties.h"
#include "syntax/parser.h"
#include "syntax/text_sections.h"

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
    for (const TextSection& section : cut_text({.text = text, .lines = lines, .within = {1, lines.count()}, .bytes = bytes})) {
      facts.units.push_back({.kind = Kind::kSection,
                             .part = section.part,
                             .name = facts.strings.intern(section.title),
                             .range = section.range,
                             .lines = section.lines});
    }
    read_properties(text, request.language, facts);
    return facts;
  }
};

}  // namespace

std::unique_ptr<LanguageParser> make_text_parser() { return std::make_unique<TextParser>(); }

}  // namespace grove::syntax
