#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "syntax/detect_content.h"
#include "syntax/detect_tables.h"
#include "syntax/parser.h"

namespace grove::syntax {
namespace {

constexpr std::array<std::string_view, 6> kHtmlTemplates = {"erb", "ejs", "twig", "mustache", "jinja", "jinja2"};

struct SplitName {
  std::string_view stem;
  std::string_view extension;       ///< `ts` of `a.d.ts`; empty where there is none.
  std::string_view long_extension;  ///< `d.ts`; empty where there is only one.
};

SplitName split(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {name, {}, {}};
  const std::size_t before = name.rfind('.', dot - 1);
  const bool two = before != std::string_view::npos && before > 0;
  return {name.substr(0, dot), name.substr(dot + 1), two ? name.substr(before + 1) : std::string_view{}};
}

NamedLanguage language_of_split(const SplitName& parts) {
  const NamedLanguage by_long = language_of_extension(parts.long_extension);
  return by_long.verdict == NameVerdict::kUnknown ? language_of_extension(parts.extension) : by_long;
}

Language language_of_file(std::string_view name, std::string_view head) {
  const NamedLanguage by_name = language_of_file_name(name);
  if (by_name.verdict == NameVerdict::kKnown) return by_name.language;
  if (by_name.verdict == NameVerdict::kUnsettled) return settle_by_content({}, by_name.language, head);
  const SplitName parts = split(name);
  const NamedLanguage by_extension = language_of_split(parts);
  if (by_extension.verdict == NameVerdict::kKnown) return by_extension.language;
  if (by_extension.verdict == NameVerdict::kUnsettled)
    return settle_by_content(to_lower_ascii(parts.extension), by_extension.language, head);
  if (!is_template_extension(parts.extension)) return language_of_unnamed(head);
  const Language inner = language_of_file(parts.stem, head);
  const bool html = std::ranges::find(kHtmlTemplates, parts.extension) != kHtmlTemplates.end();
  return inner == Language::kPlainText && html ? Language::kHtml : inner;
}

}  // namespace

Language detect_language(std::string_view path, std::string_view head) {
  const std::size_t slash = path.rfind('/');
  return language_of_file(slash == std::string_view::npos ? path : path.substr(slash + 1), head);
}

}  // namespace grove::syntax
