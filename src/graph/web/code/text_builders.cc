#include "graph/web/code/text_builders.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/expression_text.h"

namespace grove::graph::web {
namespace {

using Makes = TextBuilder::Makes;

constexpr std::array<TextBuilder, 76> kBuilders = {{
    // JavaScript
    {"", "String", Makes::kFirst},
    {"", "encodeURI", Makes::kFirst},
    {"", "URL", Makes::kFirstBelowSecond},
    {"", "Request", Makes::kFirst},
    {"", "unref", Makes::kFirst},
    {"", "toValue", Makes::kFirst},
    {"", "encodeURIComponent", Makes::kUnknown},
    {"path", "join", Makes::kJoined},
    {"path", "resolve", Makes::kJoined},
    {"posix", "join", Makes::kJoined},
    {"Location", "joinWithSlash", Makes::kJoined},
    {"", "urlJoin", Makes::kJoined},
    {"", "urljoin", Makes::kSecondBelowFirst},
    {"", "joinURL", Makes::kJoined},
    {"", "withBase", Makes::kFirstBelowSecond},
    {"*", "toString", Makes::kReceiver},
    {"*", "trim", Makes::kReceiver},
    {"*", "trimEnd", Makes::kReceiver},
    {"*", "concat", Makes::kAppended},
    {"*", "replace", Makes::kReceiver},
    {"*", "replaceAll", Makes::kReceiver},
    // Python
    {"", "str", Makes::kFirst},
    {"parse", "urljoin", Makes::kSecondBelowFirst},
    {"urlparse", "urljoin", Makes::kSecondBelowFirst},
    {"os", "getenv", Makes::kEnvironment},
    {"environ", "get", Makes::kEnvironment},
    {"*", "format", Makes::kReceiverFormat},
    {"*", "rstrip", Makes::kReceiver},
    {"*", "lstrip", Makes::kReceiver},
    {"*", "strip", Makes::kReceiver},
    {"", "config", Makes::kEnvironment},
    {"", "env", Makes::kEnvironment},
    // Go
    {"fmt", "Sprintf", Makes::kFormat},
    {"fmt", "Sprint", Makes::kUnknown},
    {"os", "Getenv", Makes::kEnvironment},
    {"os", "LookupEnv", Makes::kEnvironment},
    {"strings", "TrimSuffix", Makes::kFirst},
    {"strings", "TrimRight", Makes::kFirst},
    {"strings", "TrimPrefix", Makes::kFirst},
    {"strings", "TrimSpace", Makes::kFirst},
    {"url", "JoinPath", Makes::kJoined},
    {"url", "PathEscape", Makes::kUnknown},
    {"url", "QueryEscape", Makes::kUnknown},
    {"*", "JoinPath", Makes::kReceiverJoined},
    {"*", "String", Makes::kReceiver},
    // .NET
    {"", "Uri", Makes::kFirst},
    {"string", "Format", Makes::kFormat},
    {"String", "Format", Makes::kFormat},
    {"string", "Concat", Makes::kJoined},
    {"Environment", "GetEnvironmentVariable", Makes::kEnvironment},
    {"Uri", "EscapeDataString", Makes::kUnknown},
    {"*", "ToString", Makes::kReceiver},
    {"*", "TrimEnd", Makes::kReceiver},
    {"*", "TrimStart", Makes::kReceiver},
    {"*", "Trim", Makes::kReceiver},
    // PHP
    {"", "sprintf", Makes::kFormat},
    {"", "rtrim", Makes::kFirst},
    {"", "trim", Makes::kFirst},
    {"", "ltrim", Makes::kFirst},
    {"", "getenv", Makes::kEnvironment},
    {"", "url", Makes::kFirst},
    {"", "urlencode", Makes::kUnknown},
    // Ruby
    {"", "URI", Makes::kFirst},
    {"URI", "parse", Makes::kFirst},
    {"URI", "join", Makes::kSecondBelowFirst},
    {"File", "join", Makes::kJoined},
    {"ENV", "fetch", Makes::kEnvironment},
    // Rust, Dart, Swift
    {"Url", "parse", Makes::kFirst},
    {"Uri", "parse", Makes::kFirst},
    {"Uri", "tryParse", Makes::kFirst},
    {"*", "to_string", Makes::kReceiver},
    {"*", "to_owned", Makes::kReceiver},
    {"env", "var", Makes::kEnvironment},
    {"String", "fromEnvironment", Makes::kEnvironment},
    {"*", "appendingPathComponent", Makes::kReceiverJoined},
    {"*", "appending", Makes::kAppended},
}};

std::string_view last_name(std::string_view receiver) {
  while (!receiver.empty() && !is_name_byte(receiver.back())) receiver.remove_suffix(1);
  std::size_t begin = receiver.size();
  while (begin > 0 && is_name_byte(receiver[begin - 1])) --begin;
  return receiver.substr(begin);
}

/// The hole that begins at a percent sign, and how long it is; 0 where it is none.
std::size_t percent_hole(std::string_view text, FormatPiece& piece) {
  if (text.size() > 1 && text[1] == '(') {
    const std::size_t close = text.find(')');
    if (close == std::string_view::npos || close + 1 >= text.size()) return 0;
    piece = {.is_hole = true, .text = text.substr(2, close - 2)};
    return close + 2;
  }
  const std::size_t end = text.find_first_of("sdSxXfcbneguvqtTrioEG", 1);
  if (end == std::string_view::npos) return 0;
  const std::string_view inside = text.substr(1, end - 1);
  if (inside.find_first_not_of("0123456789.$+-# ") != std::string_view::npos || end > 8) return 0;
  piece = {.is_hole = true};
  if (inside.ends_with('$') && inside.size() == 2 && inside[0] > '0') piece.place = static_cast<std::size_t>(inside[0] - '1');
  return end + 1;
}

std::size_t brace_hole(std::string_view text, FormatPiece& piece) {
  const std::size_t close = text.find('}');
  if (close == std::string_view::npos) return 0;
  const std::string_view inside = text.substr(1, close - 1);
  const std::string_view name = trim(inside.substr(0, inside.find(':')));
  piece = {.is_hole = true};
  const bool is_number = !name.empty() && name.size() < 3 && name.find_first_not_of("0123456789") == std::string_view::npos;
  if (is_number)
    piece.place = static_cast<std::size_t>(name.size() == 1 ? name[0] - '0' : (name[0] - '0') * 10 + (name[1] - '0'));
  else
    piece.text = name;
  return close + 1;
}

}  // namespace

const TextBuilder* text_builder(std::string_view name, std::string_view receiver, bool) {
  const std::string_view asked = last_name(receiver);
  const auto found = std::ranges::find_if(kBuilders, [&](const TextBuilder& one) {
    if (one.name != name) return false;
    return one.receiver == "*" ? !receiver.empty() : one.receiver == asked && asked.empty() == receiver.empty();
  });
  return found == kBuilders.end() ? nullptr : &*found;
}

std::vector<FormatPiece> format_pieces(std::string_view format) {
  std::vector<FormatPiece> pieces;
  FormatPiece hole;
  bool has_percents = false;
  for (std::size_t i = format.find('%'); i != std::string_view::npos && !has_percents; i = format.find('%', i + 1))
    has_percents = percent_hole(format.substr(i), hole) > 0;
  const char mark = has_percents ? '%' : '{';
  std::size_t from = 0;
  for (std::size_t i = format.find(mark); i != std::string_view::npos; i = format.find(mark, i)) {
    const std::size_t length = has_percents ? percent_hole(format.substr(i), hole) : brace_hole(format.substr(i), hole);
    if (length == 0) {
      ++i;
      continue;
    }
    if (i > from) pieces.push_back({.text = format.substr(from, i - from)});
    pieces.push_back(hole);
    from = i += length;
  }
  if (from < format.size()) pieces.push_back({.text = format.substr(from)});
  return pieces;
}

std::vector<PieceText> below_base(const std::vector<PieceText>& bases, const std::vector<PieceText>& paths) {
  if (bases.empty()) return paths;
  std::vector<PieceText> out;
  for (const PieceText& path : paths) {
    const std::string shown = path.rendered();
    for (const PieceText& base : bases) {
      if (out.size() >= kMostTexts) return out;
      if (shown.find("://") != std::string::npos) {
        out.push_back(path);
        continue;
      }
      PieceText above = base;
      const bool is_whole = above.is_known() && !above.pieces.empty();
      if (is_whole && shown.starts_with('/')) {  // from the host on
        std::string text = above.rendered();
        const std::size_t scheme = text.find("://");
        const std::size_t slash = scheme == std::string::npos ? 0 : text.find('/', scheme + 3);
        text = text.substr(0, slash);
        const bool is_configured = above.pieces.front().is_configured;
        above = PieceText::of(text);
        above.pieces.front().is_configured = is_configured;
      }
      out.push_back(joined(above, path));
    }
  }
  return out;
}

}  // namespace grove::graph::web
