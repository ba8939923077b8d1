#include "source/bulk_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace grove::source {
namespace {

constexpr std::size_t kSmallestMinified = 1024;
constexpr std::size_t kLongCodeLine = 500;
constexpr std::size_t kLongDataLine = 2000;
constexpr std::size_t kSmallestData = std::size_t{128} << 10U;
constexpr double kMostlyLong = 0.75;
constexpr double kDenseText = 0.1;  // share of white space; written code has 20 % and more, prose 15 %
constexpr double kNumbersOnly = 0.995;

struct LongLines {
  std::size_t bytes = 0;
  std::size_t white = 0;
  std::size_t longest = 0;
};

LongLines long_lines(std::string_view text, std::size_t least) {
  LongLines lines;
  const char line_end = text.find('\n') == std::string_view::npos ? '\r' : '\n';
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(line_end), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    lines.longest = std::max(lines.longest, line.size());
    if (line.size() < least) continue;
    lines.bytes += line.size();
    lines.white += static_cast<std::size_t>(std::ranges::count_if(line, [](char c) { return c == ' ' || c == '\t'; }));
  }
  return lines;
}

bool is_dense(std::string_view text, const LongLines& lines) {
  const auto share = [](std::size_t part, std::size_t whole) { return static_cast<double>(part) / static_cast<double>(whole); };
  return lines.bytes > 0 && share(lines.bytes, text.size()) >= kMostlyLong && share(lines.white, lines.bytes) < kDenseText;
}

bool is_web_code(std::string_view path) {
  constexpr auto kExtensions = std::to_array<std::string_view>({"js", "mjs", "cjs", "jsx", "ts", "css"});
  return std::ranges::find(kExtensions, to_lower_ascii(extension(path))) != kExtensions.end();
}

bool is_named_minified(std::string_view path) {
  const std::string name = to_lower_ascii(base_name(path));
  return is_web_code(path) && (name.find(".min.") != std::string::npos || name.find("-min.") != std::string::npos);
}

bool is_source_map(std::string_view path, std::string_view text) {
  constexpr std::size_t kNear = 4096;
  if (extension(path) != "map" || !trim(text.substr(0, kNear)).starts_with('{')) return false;
  return text.find("\"mappings\"") != std::string_view::npos;
}

bool is_table_of_numbers(std::string_view text) {
  constexpr std::string_view kOfNumbers = "0123456789abcdefABCDEFxX,.;:+-{}[]() \t\r\n\"'";
  std::array<bool, 256> numeric{};
  for (const char c : kOfNumbers) numeric[static_cast<unsigned char>(c)] = true;
  const auto count = std::ranges::count_if(text, [&numeric](char c) { return numeric[static_cast<unsigned char>(c)]; });
  return static_cast<double>(count) >= kNumbersOnly * static_cast<double>(text.size());
}

}  // namespace

std::optional<BulkText> find_bulk(std::string_view path, std::string_view text) {
  if (is_named_minified(path)) return BulkText{.state = FileState::kMinified, .reason = "minified, as its name says"};
  if (is_source_map(path, text)) return BulkText{.reason = "a source map"};
  if (is_web_code(path) && text.size() >= kSmallestMinified) {
    const LongLines lines = long_lines(text, kLongCodeLine);
    if (is_dense(text, lines))
      return BulkText{.state = FileState::kMinified, .reason = "minified: a line of " + readable_size(lines.longest)};
  }
  if (text.size() < kSmallestData) return std::nullopt;
  const LongLines lines = long_lines(text, kLongDataLine);
  if (is_dense(text, lines)) return BulkText{.reason = "data on long lines: one has " + readable_size(lines.longest)};
  if (is_table_of_numbers(text)) return BulkText{.reason = "a table of numbers"};
  return std::nullopt;
}

}  // namespace grove::source
