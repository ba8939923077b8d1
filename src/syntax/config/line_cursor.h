#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/span.h"

namespace grove::syntax {

/// Walks a text line by line (LF, CRLF, CR). A reader may move it forward to any offset, after which the rest of that line comes next.
class LineCursor {
 public:
  explicit LineCursor(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ >= text_.size(); }
  std::size_t offset() const { return at_; }
  void move_to(std::size_t offset) { at_ = std::min(offset, text_.size()); }
  /// The rest of the line at hand, without its line end.
  std::string_view line() const { return text_.substr(at_, std::min(text_.find_first_of("\n\r", at_), text_.size()) - at_); }
  /// Moves behind the line end.
  void next() {
    at_ = std::min(text_.find_first_of("\n\r", at_), text_.size());
    if (text_.substr(at_).starts_with("\r\n")) ++at_;
    if (!at_end()) ++at_;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

inline bool is_line_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

inline std::string_view trim_line(std::string_view line) {
  while (!line.empty() && is_line_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_line_blank(line.back())) line.remove_suffix(1);
  return line;
}

/// Offset in the whole text of a view into it.
inline std::uint32_t offset_in(std::string_view text, std::string_view part) {
  return static_cast<std::uint32_t>(part.data() - text.data());
}
inline ByteRange range_in(std::string_view text, std::string_view part) {
  const std::uint32_t begin = offset_in(text, part);
  return {begin, begin + static_cast<std::uint32_t>(part.size())};
}

}  // namespace grove::syntax
