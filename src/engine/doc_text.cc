#include "engine/doc_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"

namespace grove::engine {
namespace {

constexpr std::size_t kLongestSignature = 500;

struct Fence {
  std::string_view open, close;
};
// Longer ones first: `/**` before `/*`.
constexpr std::array<Fence, 11> kFences = {{{"/**", "*/"},
                                            {"/*!", "*/"},
                                            {"/*", "*/"},
                                            {"<!--", "-->"},
                                            {"--[[", "]]"},
                                            {"{-|", "-}"},
                                            {"{-", "-}"},
                                            {"(**", "*)"},
                                            {"(*", "*)"},
                                            {"\"\"\"", "\"\"\""},
                                            {"'''", "'''"}}};
constexpr std::array<std::string_view, 11> kLineMarks = {"///", "//!", "//", "--|", "--", ";;;", ";;", ";", "#'", "##", "#"};

/// Prefix letters of a Python string: r, b, u, f.
std::string_view without_string_prefix(std::string_view text) {
  const auto quote = text.find_first_of("\"'");
  const bool prefix = quote != std::string_view::npos && quote > 0 && quote <= 2 &&
                      text.substr(0, quote).find_first_not_of("rRbBuUfF") == std::string_view::npos;
  return prefix ? text.substr(quote) : text;
}

std::string_view without_fence(std::string_view text, bool& fenced) {
  for (const Fence& fence : kFences) {
    const bool overlaps = text.ends_with(fence.close) && text.size() < fence.open.size() + fence.close.size();
    if (!text.starts_with(fence.open) || overlaps) continue;
    fenced = true;
    text.remove_prefix(fence.open.size());
    if (text.ends_with(fence.close)) text.remove_suffix(fence.close.size());
    return text;
  }
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front()) {
    fenced = true;
    return text.substr(1, text.size() - 2);
  }
  return text;
}

std::string_view without_mark(std::string_view line) {
  for (const std::string_view mark : kLineMarks) {
    if (line.starts_with(mark)) return line.substr(mark.size());
  }
  return line;
}

/// A line of a block comment may begin with an asterisk of decoration.
std::string_view without_asterisk(std::string_view line) {
  const std::string_view bare = trim(line);
  if (bare == "*") return {};
  return bare.starts_with("* ") ? bare.substr(2) : line;
}

std::size_t indentation(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? SIZE_MAX : first;
}

/// Lines without the white space that all but the first have in common.
std::string dedented(const std::vector<std::string>& lines) {
  std::size_t common = SIZE_MAX;
  for (std::size_t i = 1; i < lines.size(); ++i) common = std::min(common, indentation(lines[i]));
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (i == 0) line = trim(line);
    if (i > 0 && common != SIZE_MAX) line.remove_prefix(std::min(common, line.size()));
    const auto last = line.find_last_not_of(" \t\r");
    out += line.substr(0, last == std::string_view::npos ? 0 : last + 1);
    out += '\n';
  }
  return std::string(trim(out));
}

}  // namespace

std::string doc_text(std::string_view comment) {
  bool fenced = false;
  const std::string_view text = without_fence(without_string_prefix(trim(comment)), fenced);
  std::vector<std::string> lines;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view bare = trim(line);
    if (fenced) {
      lines.emplace_back(lines.empty() ? line : without_asterisk(line));
    } else if (bare.starts_with("/*") || bare.ends_with("*/")) {
      bool inner = false;
      lines.emplace_back(without_fence(bare, inner));
    } else {
      lines.emplace_back(without_mark(bare));
    }
  }
  return dedented(lines);
}

std::string signature_text(std::string_view signature) {
  std::string out;
  for (const std::string_view word : split_words(signature)) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  if (out.size() <= kLongestSignature) return out;
  return out.substr(0, utf8_boundary(out, kLongestSignature)) + "…";
}

}  // namespace grove::engine
