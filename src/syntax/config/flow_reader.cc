#include "syntax/config/flow_reader.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace grove::syntax {
namespace {

constexpr int kMaxDepth = 100;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Up to `digits` hexadecimal digits at `at`; moves `at` behind them.
std::uint32_t read_hex(std::string_view text, std::size_t& at, std::size_t digits) {
  std::uint32_t code = 0;
  const std::string_view part = text.substr(std::min(at, text.size()), digits);
  const auto end = std::from_chars(part.data(), part.data() + part.size(), code, 16).ptr;
  at += static_cast<std::size_t>(end - part.data());
  return code;
}

/// `\u` escapes; a pair of surrogates makes one code point.
std::uint32_t read_utf16(std::string_view text, std::size_t& at) {
  const std::uint32_t high = read_hex(text, at, 4);
  if (high < 0xD800 || high > 0xDBFF || text.substr(std::min(at, text.size()), 2) != "\\u") return high;
  std::size_t behind = at + 2;
  const std::uint32_t low = read_hex(text, behind, 4);
  if (low < 0xDC00 || low > 0xDFFF) return high;
  at = behind;
  return 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00);
}

/// The escape whose letter stands at `at`; moves behind it.
void read_escape(std::string_view text, std::size_t& at, std::string& decoded) {
  const char letter = text[at++];
  constexpr std::string_view letters = "ntrbfae0";
  constexpr std::string_view meanings("\n\t\r\b\f\a\x1b\0", 8);
  if (const std::size_t known = letters.find(letter); known != std::string_view::npos)
    decoded += meanings[known];
  else if (letter == 'u')
    append_utf8(decoded, read_utf16(text, at));
  else if (letter == 'U')
    append_utf8(decoded, read_hex(text, at, 8));
  else if (letter == 'x')
    append_utf8(decoded, read_hex(text, at, 2));
  else if (!is_blank(letter))
    decoded += letter;
}

}  // namespace

std::string read_quoted(std::string_view text, std::size_t at, std::size_t& end) {
  const char quote = text[at++];
  std::string decoded;
  while (at < text.size()) {
    const char c = text[at];
    if (c == quote) {
      const bool doubled = quote == '\'' && at + 1 < text.size() && text[at + 1] == quote;
      if (!doubled) return end = at + 1, decoded;
      decoded += quote;
      at += 2;
    } else if (c == '\\' && quote == '"' && at + 1 < text.size()) {
      read_escape(text, ++at, decoded);
    } else if (c == '\n' || c == '\r') {
      while (at < text.size() && is_blank(text[at])) ++at;
      if (!decoded.empty() && decoded.back() != ' ') decoded += ' ';
    } else {
      decoded += c;
      ++at;
    }
  }
  end = std::string_view::npos;
  return decoded;
}

std::size_t FlowReader::read(std::size_t at, KeyPath& path) {
  at_ = at;
  value(path, 0);
  return at_;
}

void FlowReader::value(KeyPath& path, int depth) {
  skip_blanks();
  if (depth > kMaxDepth) return skip_nested();
  if (peek() == '{') return object(path, depth);
  if (peek() == '[') return array(path, depth);
  const auto begin = static_cast<std::uint32_t>(at_);
  const std::string scalar = word(Place::kValue);
  properties_.add(path.text(), scalar, begin);
}

void FlowReader::object(KeyPath& path, int depth) {
  const char separator = dialect_ == Dialect::kToml ? '=' : ':';
  const std::size_t here = path.size(), opened = at_;
  for (++at_; !at_end() && !properties_.full();) {
    skip_blanks();
    if (take('}')) return;
    if (take(',')) continue;
    const std::size_t before = at_;
    const auto begin = static_cast<std::uint32_t>(at_);
    path.name(word(Place::kKey));
    skip_blanks();
    if (take(separator))
      value(path, depth + 1);
    else
      properties_.add(path.text(), {}, begin);  // a YAML set, or broken
    path.cut(here);
    if (at_ == before) ++at_;  // nothing that could begin a key
  }
  if (at_end()) properties_.breaks_off(opened);
}

void FlowReader::array(KeyPath& path, int depth) {
  const std::size_t here = path.size(), opened = at_;
  std::size_t index = 0;
  for (++at_; !at_end() && !properties_.full();) {
    skip_blanks();
    if (take(']')) return;
    if (take(',')) continue;
    const std::size_t before = at_;
    path.index(index++);
    value(path, depth + 1);
    path.cut(here);
    if (at_ == before) ++at_;
  }
  if (at_end()) properties_.breaks_off(opened);
}

std::string FlowReader::word(Place place) {
  if (peek() == '"' || peek() == '\'') {
    std::size_t end = 0;
    std::string decoded = read_quoted(text_, at_, end);
    at_ = std::min(end, text_.size());
    return decoded;
  }
  const std::size_t end = bare_end(place);
  std::string_view bare = text_.substr(at_, end - at_);
  at_ = end;
  while (!bare.empty() && is_blank(bare.back())) bare.remove_suffix(1);
  return std::string(bare);
}

std::size_t FlowReader::bare_end(Place place) const {
  const bool yaml = dialect_ == Dialect::kYaml;
  std::size_t end = at_;
  for (; end < text_.size(); ++end) {
    const char c = text_[end];
    if (c == ',' || c == ']' || c == '}' || c == '\n' || c == '\r') break;
    if (c == '#' && dialect_ != Dialect::kJson && end > at_ && is_blank(text_[end - 1])) break;
    if (c == '/' && dialect_ == Dialect::kJson) break;
    if (place == Place::kValue) continue;
    if (c == '=' && dialect_ == Dialect::kToml) break;
    if (c == ':' && (!yaml || end + 1 == text_.size() || is_blank(text_[end + 1]))) break;
  }
  return end;
}

void FlowReader::skip_blanks() {
  while (!at_end()) {
    const std::string_view rest = text_.substr(at_);
    if (is_blank(rest.front())) {
      ++at_;
    } else if ((rest.front() == '#' && dialect_ != Dialect::kJson) || (rest.starts_with("//") && dialect_ == Dialect::kJson)) {
      at_ = std::min(text_.find_first_of("\n\r", at_), text_.size());
    } else if (rest.starts_with("/*") && dialect_ == Dialect::kJson) {
      const std::size_t close = text_.find("*/", at_ + 2);
      at_ = close == std::string_view::npos ? text_.size() : close + 2;
    } else {
      return;
    }
  }
}

void FlowReader::skip_nested() {
  int open = 0;
  do {
    const char c = peek();
    if (c == '"') {
      std::size_t end = 0;
      read_quoted(text_, at_, end);
      at_ = std::min(end, text_.size());
      continue;
    }
    if ((c == ']' || c == '}') && open == 0) return;
    if (c == '[' || c == '{') ++open;
    if (c == ']' || c == '}') --open;
    ++at_;
  } while (!at_end() && open > 0);
}

bool FlowReader::take(char c) {
  if (peek() != c || at_end()) return false;
  ++at_;
  return true;
}

}  // namespace grove::syntax
