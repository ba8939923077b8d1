#include "document/html/element_roles.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace grove::document {
namespace {

using Gap = TextBuilder::Gap;
using namespace std::string_view_literals;

constexpr std::array kNeverRead = {"head"sv,     "script"sv,   "style"sv,  "noscript"sv, "template"sv, "nav"sv,  "button"sv, "select"sv,
                                   "textarea"sv, "input"sv,    "iframe"sv, "object"sv,   "embed"sv,    "svg"sv,  "canvas"sv, "audio"sv,
                                   "video"sv,    "datalist"sv, "dialog"sv, "map"sv,      "noframes"sv, "meta"sv, "link"sv,   "menu"sv};
constexpr std::array kParagraphs = {"p"sv,      "div"sv,    "section"sv, "article"sv, "main"sv,      "body"sv,       "html"sv,
                                    "ul"sv,     "ol"sv,     "dl"sv,      "table"sv,   "figure"sv,    "blockquote"sv, "aside"sv,
                                    "header"sv, "footer"sv, "hr"sv,      "details"sv, "address"sv,   "form"sv,       "fieldset"sv,
                                    "center"sv, "hgroup"sv, "pre"sv,     "caption"sv, "figcaption"sv};
constexpr std::array kLines = {"li"sv, "dt"sv, "dd"sv, "tr"sv, "summary"sv, "legend"sv, "option"sv, "thead"sv, "tbody"sv, "tfoot"sv};

template <std::size_t kSize>
bool is_one_of(std::string_view name, const std::array<std::string_view, kSize>& names) {
  return std::ranges::find(names, name) != names.end();
}

bool hides_itself(const MarkupNode& node) {
  if (node.has("hidden") || equals_ignoring_ascii_case(node.attribute("aria-hidden"), "true")) return true;
  std::string style = to_lower_ascii(node.attribute("style"));
  std::erase(style, ' ');
  return style.find("display:none") != std::string::npos;
}

}  // namespace

bool is_never_read(const MarkupNode& node) { return is_one_of(node.name, kNeverRead) || hides_itself(node); }

Gap gap_around(std::string_view name) {
  if (is_one_of(name, kParagraphs)) return Gap::kParagraph;
  return is_one_of(name, kLines) ? Gap::kLine : Gap::kNone;
}

std::uint32_t heading_level(std::string_view name) {
  const bool heading = name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
  return heading ? static_cast<std::uint32_t>(name[1] - '0') : 0;
}

}  // namespace grove::document
