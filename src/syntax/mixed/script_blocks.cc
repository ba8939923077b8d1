#include "syntax/mixed/script_blocks.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace grove::syntax {
namespace {

constexpr std::array<std::string_view, 3> kTags = {"script", "style", "template"};

bool ends_name(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == '>' || text[at] == '/' || std::isspace(static_cast<unsigned char>(text[at])) != 0;
}

bool begins_with(std::string_view text, std::size_t at, std::string_view word) {
  return equals_ignoring_ascii_case(text.substr(std::min(at, text.size()), word.size()), word);
}

/// Offset of the next `<name` or `</name` from `at` on; npos without one.
std::size_t find_tag(std::string_view text, std::size_t at, std::string_view mark, std::string_view name) {
  for (at = text.find('<', at); at != std::string_view::npos; at = text.find('<', at + 1))
    if (begins_with(text, at, mark) && begins_with(text, at + mark.size(), name) && ends_name(text, at + mark.size() + name.size()))
      return at;
  return at;
}

/// Behind the `>` that ends the tag at `at`, quoted ones passed over.
std::size_t end_of_tag(std::string_view text, std::size_t at) {
  char quote = '\0';
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return text.size();
}

/// Where the closing tag of a block begins; templates may hold templates.
std::size_t find_close(std::string_view text, std::size_t at, std::string_view tag) {
  if (tag != "template") return std::min(find_tag(text, at, "</", tag), text.size());
  for (int open = 1; open > 0;) {
    const std::size_t close = find_tag(text, at, "</", tag);
    if (close == std::string_view::npos) return text.size();
    const std::size_t inner = find_tag(text.substr(0, close), at, "<", tag);
    if (inner != std::string_view::npos) {
      const std::size_t end = end_of_tag(text, inner);
      if (!text.substr(0, end).ends_with("/>")) ++open;
      at = end;
      continue;
    }
    if (--open == 0) return close;
    at = close + 1;
  }
  return text.size();
}

}  // namespace

std::vector<MarkupBlock> markup_blocks(std::string_view text) {
  std::vector<MarkupBlock> blocks;
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    if (text.substr(at).starts_with("<!--")) {
      at = std::min(text.find("-->", at), text.size());
      continue;
    }
    const auto tag = std::ranges::find_if(
        kTags, [&](std::string_view name) { return begins_with(text, at + 1, name) && ends_name(text, at + 1 + name.size()); });
    if (tag == kTags.end()) {
      ++at;
      continue;
    }
    const std::size_t open_end = end_of_tag(text, at);
    const bool closed = text.substr(0, open_end).ends_with("/>");
    const std::size_t close = closed ? open_end : find_close(text, open_end, *tag);
    const std::size_t end = closed || close == text.size() ? close : end_of_tag(text, close);
    const auto offset = [](std::size_t value) { return static_cast<std::uint32_t>(value); };
    blocks.push_back({.tag = *tag,
                      .opening = text.substr(at, open_end - at),
                      .whole = {offset(at), offset(end)},
                      .content = {offset(open_end), offset(std::max(close, open_end))}});
    at = std::max(end, at + 1);
  }
  return blocks;
}

std::string_view attribute_of(std::string_view opening, std::string_view name) {
  for (std::size_t at = opening.find(name); at != std::string_view::npos; at = opening.find(name, at + 1)) {
    const bool whole = at > 0 && std::isspace(static_cast<unsigned char>(opening[at - 1])) != 0;
    std::string_view rest = trim(opening.substr(at + name.size()));
    if (!whole || !rest.starts_with('=')) continue;
    rest = trim(rest.substr(1));
    if (rest.empty()) return {};
    const bool quoted = rest.front() == '"' || rest.front() == '\'';
    return quoted ? rest.substr(1, rest.find(rest.front(), 1) - 1) : rest.substr(0, rest.find_first_of(" \t\r\n>"));
  }
  return {};
}

Language script_language(const MarkupBlock& block) {
  const std::string_view lang = attribute_of(block.opening, "lang");
  if (lang == "ts" || lang == "typescript") return Language::kTypeScript;
  if (lang == "tsx") return Language::kTsx;
  if (lang == "jsx") return Language::kJsx;
  const std::string_view type = attribute_of(block.opening, "type");
  const bool script = type.empty() || type == "module" || type.ends_with("javascript") || type.ends_with("ecmascript");
  if (type == "text/babel" || type == "text/jsx") return Language::kJsx;
  return script ? Language::kJavaScript : Language::kPlainText;
}

std::string only_blocks(std::string_view text, const std::vector<MarkupBlock>& blocks) {
  std::string kept(text);
  std::size_t at = 0;
  const auto blank = [&](std::size_t end) {
    for (; at < end; ++at)
      if (kept[at] != '\n' && kept[at] != '\r') kept[at] = ' ';
  };
  for (const MarkupBlock& block : blocks) {
    blank(block.content.begin);
    at = std::max<std::size_t>(at, block.content.end);
  }
  blank(kept.size());
  return kept;
}

}  // namespace grove::syntax
