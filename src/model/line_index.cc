#include "model/line_index.h"

#include <algorithm>
#include <cstring>

namespace grove {
namespace {

void find_lf_lines(std::string_view text, std::vector<std::uint32_t>& begins) {
  const char* const start = text.data();
  const char* const end = start + text.size();
  for (const char* line = start; line < end;) {
    begins.push_back(static_cast<std::uint32_t>(line - start));
    const void* const lf = std::memchr(line, '\n', static_cast<std::size_t>(end - line));
    if (lf == nullptr) return;
    line = static_cast<const char*>(lf) + 1;
  }
}

void find_mixed_lines(std::string_view text, std::vector<std::uint32_t>& begins) {
  begins.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool before_lf = i + 1 < text.size() && text[i + 1] == '\n';
    const bool ends_line = text[i] == '\n' || (text[i] == '\r' && !before_lf);
    if (ends_line && i + 1 < text.size()) begins.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

std::string_view line_up_to(std::string_view text, const LineIndex& lines, std::uint32_t offset) {
  const std::uint32_t begin = lines.bytes_of(lines.line_of(offset)).begin;
  std::uint32_t end = std::min(offset, static_cast<std::uint32_t>(text.size()));
  while (end > begin && end < text.size() && is_continuation(text[end])) --end;
  return text.substr(begin, end - begin);
}

}  // namespace

LineIndex::LineIndex(std::string_view text) : size_(static_cast<std::uint32_t>(text.size())) {
  if (text.empty()) return;
  begins_.reserve(text.size() / 32 + 1);
  const bool lf_only = std::memchr(text.data(), '\r', text.size()) == nullptr;
  lf_only ? find_lf_lines(text, begins_) : find_mixed_lines(text, begins_);
}

std::uint32_t LineIndex::line_of(std::uint32_t offset) const {
  const auto after = std::ranges::upper_bound(begins_, offset);
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(after - begins_.begin()));
}

LineRange LineIndex::lines_of(ByteRange range) const {
  const std::uint32_t first = line_of(range.begin);
  return {first, range.empty() ? first : line_of(range.end - 1)};
}

ByteRange LineIndex::bytes_of(std::uint32_t line) const { return bytes_of(LineRange{line, line}); }

ByteRange LineIndex::bytes_of(LineRange lines) const {
  const std::uint32_t last = std::min(lines.last, count());
  if (lines.first == 0 || lines.first > last) return {};
  return {begins_[lines.first - 1], last < count() ? begins_[last] : size_};
}

std::uint32_t code_point_column(std::string_view text, const LineIndex& lines, std::uint32_t offset) {
  const std::string_view before = line_up_to(text, lines, offset);
  return 1 + static_cast<std::uint32_t>(std::ranges::count_if(before, [](char byte) { return !is_continuation(byte); }));
}

std::uint32_t utf16_column(std::string_view text, const LineIndex& lines, std::uint32_t offset) {
  std::uint32_t units = 0;
  for (const char byte : line_up_to(text, lines, offset)) {
    if (is_continuation(byte)) continue;
    units += static_cast<unsigned char>(byte) >= 0xF0U ? 2 : 1;
  }
  return units;
}

}  // namespace grove
