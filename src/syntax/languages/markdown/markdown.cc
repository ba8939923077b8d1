#include <utility>

#include "base/text.h"
#include "syntax/config/line_cursor.h"
#include "syntax/scan/scanned_languages.h"

namespace grove::syntax {
namespace {

std::size_t run_of(std::string_view line, char c) { return std::min(line.find_first_not_of(c), line.size()); }

/// At most three blanks may stand before a block's mark; more make an indented code block.
std::string_view unindented(std::string_view line) {
  const std::size_t blanks = run_of(line, ' ');
  return blanks <= 3 ? line.substr(blanks) : std::string_view{};
}

/// Follows CommonMark 0.31's ATX and setext headings and fenced code blocks; nothing else of Markdown matters to an outline.
class MarkdownScan {
 public:
  explicit MarkdownScan(Outline& outline) : outline_(outline), text_(outline.text()), cursor_(text_) {}

  void run() {
    front_matter();
    for (; !cursor_.at_end(); cursor_.next()) line();
    outline_.close(0, static_cast<std::uint32_t>(text_.size()));
  }

 private:
  /// `---` … `---` or `+++` … `+++` at the very top.
  void front_matter() {
    const std::string_view mark = trim(cursor_.line());
    if (mark != "---" && mark != "+++") return;
    LineCursor ahead = cursor_;
    for (ahead.next(); !ahead.at_end(); ahead.next()) {
      const std::string_view line = trim(ahead.line());
      if (line != mark && !(mark == "---" && line == "...")) continue;
      ahead.next();
      cursor_ = ahead;
      return;
    }
  }

  void line() {
    const std::string_view line = unindented(cursor_.line());
    const std::string_view content = trim(line);
    if (fence_ != '\0') {
      const bool closes = run_of(content, fence_) >= fence_size_ && content.find_first_not_of(fence_) == std::string_view::npos;
      if (closes) fence_ = '\0';
      return;
    }
    const std::string_view above = std::exchange(paragraph_, {});
    if (content.empty()) return;
    if (opens_fence(content)) return;
    if (atx_heading(content)) return;
    if (!above.empty() && setext_underline(content)) return heading(above, content.front() == '=' ? 1 : 2, offset_in(text_, above));
    const bool text = content.front() != '>' && content.front() != '|' && content.front() != '<' && !content.starts_with("- ");
    if (text) paragraph_ = content;
  }

  bool opens_fence(std::string_view content) {
    const char mark = content.front();
    const std::size_t size = run_of(content, mark);
    if ((mark != '`' && mark != '~') || size < 3) return false;
    if (mark == '`' && content.find('`', size) != std::string_view::npos) return false;
    fence_ = mark;
    fence_size_ = size;
    return true;
  }

  bool atx_heading(std::string_view content) {
    const std::size_t level = run_of(content, '#');
    if (level == 0 || level > 6 || (content.size() > level && !is_line_blank(content[level]))) return false;
    std::string_view title = trim(content.substr(level));
    const std::size_t last = title.find_last_not_of('#');
    if (last == std::string_view::npos)
      title = {};
    else if (last + 1 < title.size() && is_line_blank(title[last]))
      title = trim(title.substr(0, last));
    heading(title.empty() ? content : title, static_cast<std::uint32_t>(level), offset_in(text_, content));
    return true;
  }

  static bool setext_underline(std::string_view content) {
    const char mark = content.front();
    return (mark == '=' || mark == '-') && content.find_first_not_of(mark) == std::string_view::npos;
  }

  void heading(std::string_view title, std::uint32_t level, std::uint32_t begin) {
    const ByteRange name = range_in(text_, title);
    outline_.open({.kind = Kind::kSection,
                   .level = level,
                   .begin = begin,
                   .name = title,
                   .name_range = name,
                   .signature = {begin, name.end},
                   .doc = {}});
  }

  Outline& outline_;
  std::string_view text_;
  LineCursor cursor_;
  std::string_view paragraph_;  // the line before, if a setext underline could make it a heading
  char fence_ = '\0';
  std::size_t fence_size_ = 0;
};

void scan(Outline& outline) { MarkdownScan(outline).run(); }

}  // namespace

const ScannedLanguage kMarkdownLanguage{.language = Language::kMarkdown, .version = 1, .separator = " > ", .scan = scan};

}  // namespace grove::syntax
