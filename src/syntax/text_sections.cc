#include "syntax/text_sections.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace grove::syntax {
namespace {

constexpr std::size_t kTitleBytes = 80;
constexpr std::uint32_t kLoneHeadingBytes = 160;  // a heading right after so little does not begin a section of its own

/// A row of three or more of one punctuation character, as under a heading.
bool is_rule(std::string_view line) {
  constexpr std::string_view marks = "=-~^\"'`#*+.:_";
  return line.size() >= 3 && marks.find(line.front()) != std::string_view::npos &&
         line.find_first_not_of(line.front()) == std::string_view::npos;
}

bool is_marked_heading(std::string_view line) {
  constexpr std::array<std::string_view, 5> latex = {"\\section", "\\subsection", "\\chapter", "\\part", "\\subsubsection"};
  if (line.starts_with("=")) {
    const std::size_t blank = line.find_first_not_of('=');
    return blank != std::string_view::npos && blank <= 6 && line[blank] == ' ';
  }
  return line.starts_with("\\") && std::ranges::any_of(latex, [&](std::string_view start) { return line.starts_with(start); });
}

/// The first words of a line without leading comment and list marks, cut between code points.
std::string_view title_of(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t#/*;%=-.<>!|+");
  if (begin == std::string_view::npos) return {};
  line = trim(line.substr(begin));
  if (line.size() <= kTitleBytes) return line;
  std::size_t end = kTitleBytes;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  return trim(line.substr(0, end));
}

class Cutter {
 public:
  explicit Cutter(const SectionRequest& request) : text_(request.text), lines_(request.lines), limit_(std::max(request.bytes, 1U)) {
    const std::uint32_t last = std::min(request.within.last, lines_.count());
    for (next_ = std::max(request.within.first, 1U); next_ <= last;) take_paragraph(last);
    flush();
  }
  std::vector<TextSection> sections() && { return std::move(sections_); }

 private:
  std::string_view line(std::uint32_t number) const {
    const ByteRange bytes = lines_.bytes_of(number);
    return text_.substr(bytes.begin, bytes.size());
  }
  std::uint32_t size_of(std::uint32_t first, std::uint32_t last) const { return lines_.bytes_of(LineRange{first, last}).size(); }

  bool is_heading(std::uint32_t number, std::uint32_t last) const {
    const std::string_view text = trim(line(number));
    if (is_marked_heading(text)) return true;
    if (number >= last || text.size() > kTitleBytes || is_rule(text)) return false;
    const std::string_view below = trim(line(number + 1));
    return is_rule(below) && below.size() + 3 >= text.size();
  }

  /// From `next_` up to and with the blank lines before the next paragraph or heading.
  void take_paragraph(std::uint32_t last) {
    const std::uint32_t first = next_;
    const bool heading = is_heading(first, last);
    bool blank = trim(line(next_)).empty();
    for (++next_; next_ <= last; ++next_) {
      const bool now_blank = trim(line(next_)).empty();
      if (blank && !now_blank) break;
      if (next_ > first + 1 && !now_blank && is_heading(next_, last)) break;
      blank = now_blank;
    }
    add(first, next_ - 1, heading);
  }

  void add(std::uint32_t first, std::uint32_t last, bool heading) {
    const std::uint32_t open_bytes = open_ == 0 ? 0 : size_of(open_, first - 1);
    const std::uint32_t bytes = size_of(first, last);
    if (open_bytes + bytes > limit_ || (heading && open_bytes > kLoneHeadingBytes)) flush();
    if (open_ == 0) open_ = first;
    closed_ = last;
    if (bytes > limit_) cut_long(first, last);
  }

  /// Cuts a paragraph that alone is too long.
  void cut_long(std::uint32_t first, std::uint32_t last) {
    std::uint8_t part = 0;
    while (first <= last) {
      const std::uint32_t end = size_of(first, last) <= limit_ ? last : cut_before(first, last) - 1;
      emit(first, end, part);
      if (part < 255) ++part;
      first = end + 1;
    }
    open_ = 0;
  }

  /// The line to begin the next part with: of those that fit, the least indented in the last third.
  std::uint32_t cut_before(std::uint32_t first, std::uint32_t last) const {
    const std::uint32_t begin = lines_.bytes_of(first).begin;
    std::uint32_t best = 0;
    std::size_t best_indent = 0;
    std::uint32_t number = first + 1;
    for (; number <= last; ++number) {
      const std::uint32_t here = lines_.bytes_of(number).begin;
      if (here - begin > limit_) break;
      const std::size_t indent = std::min(line(number).find_first_not_of(" \t"), kTitleBytes);
      const bool late = here - begin > limit_ / 3 * 2;
      if (!late || (best != 0 && indent > best_indent)) continue;
      best = number;
      best_indent = indent;
    }
    if (best != 0) return best;
    return number == first + 1 ? number : number - 1;  // `first` alone is too long, or all that fit are early
  }

  void flush() {
    if (open_ != 0) emit(open_, closed_, 0);
    open_ = 0;
  }

  void emit(std::uint32_t first, std::uint32_t last, std::uint8_t part) {
    TextSection section{.lines = {first, last}, .range = lines_.bytes_of(LineRange{first, last}), .title = {}, .part = part};
    for (std::uint32_t number = first; number <= last && section.title.empty(); ++number) section.title = title_of(trim(line(number)));
    sections_.push_back(section);
  }

  std::string_view text_;
  const LineIndex& lines_;
  std::uint32_t limit_;
  std::uint32_t next_ = 1;
  std::uint32_t open_ = 0;  // first line of the section being filled; 0 for none
  std::uint32_t closed_ = 0;
  std::vector<TextSection> sections_;
};

}  // namespace

std::vector<TextSection> cut_text(const SectionRequest& request) { return Cutter(request).sections(); }

}  // namespace grove::syntax
