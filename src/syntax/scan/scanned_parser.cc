#include <algorithm>
#include <array>
#include <utility>

#include "model/line_index.h"
#include "syntax/config/read_properties.h"
#include "syntax/scan/scanned_languages.h"
#include "syntax/tree/finish.h"
#include "syntax/units/indents.h"
#include "syntax/units/unit_builder.h"

namespace grove::syntax {
namespace {

constexpr std::array kLanguages = {&kGroovyLanguage,     &kIniLanguage,  &kMarkdownLanguage, &kPerlLanguage,
                                   &kPropertiesLanguage, &kScssLanguage, &kSqlLanguage,      &kYamlLanguage};

class ScannedParser final : public LanguageParser {
 public:
  explicit ScannedParser(std::unique_ptr<LanguageParser> fallback) : fallback_(std::move(fallback)) {}

  Facts parse(const ParseRequest& request) override {
    const auto found = std::ranges::find(kLanguages, request.language, [](const ScannedLanguage* known) { return known->language; });
    if (found == kLanguages.end() || request.text.size() >= UINT32_MAX) return fallback_->parse(request);
    const std::string_view text = request.text;
    const LineIndex lines(text);
    Facts facts;
    facts.language = request.language;
    facts.state = ParseState::kComplete;
    facts.bytes = static_cast<std::uint32_t>(text.size());
    facts.lines = lines.count();
    facts.generated = says_generated(text);
    Outline outline(text, facts);
    (*found)->scan(outline);
    qualify_names(facts, (*found)->separator);
    read_properties(text, request.language, facts);
    const std::vector<std::uint8_t> indents = indents_of(text, lines);
    const auto depth_of_row = [&](std::uint32_t row) { return row < indents.size() ? indents[row] : std::uint8_t{255}; };
    build_units({text, &lines, depth_of_row, &outline.comments(), request.limits.unit_bytes}, facts);
    return facts;
  }

  std::optional<std::uint32_t> broken_line(const ParseRequest& request) override {
    return broken_property_line(request.text, request.language);
  }

 private:
  std::unique_ptr<LanguageParser> fallback_;
};

}  // namespace

std::span<const ScannedLanguage* const> scanned_languages() { return kLanguages; }

std::unique_ptr<LanguageParser> make_scanned_parser(std::unique_ptr<LanguageParser> fallback) {
  return std::make_unique<ScannedParser>(std::move(fallback));
}

}  // namespace grove::syntax
