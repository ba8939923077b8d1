#include "document/text_builder.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"

namespace grove::document {
namespace {

constexpr std::uint32_t kDeepestLevel = 9;
constexpr std::size_t kLongestTitle = 1000;  // bytes of a heading: each chunk below it repeats it
constexpr std::size_t kMostNotices = 50;

enum class Role : std::uint8_t { kText, kSpace, kNothing };

Role role_of(char32_t point) {
  if (point == ' ' || (point >= '\t' && point <= '\r') || point == 0xA0 || point == 0x2028 || point == 0x2029) return Role::kSpace;
  if (point < 0x20 || point == 0x7F || point == 0xAD || point == 0x200B || point == 0xFEFF) return Role::kNothing;
  return Role::kText;
}

/// Up to the longest a title may be, and whole characters of it.
std::string title_of(std::string_view text) {
  std::string title = collapsed(text.substr(0, 2 * kLongestTitle));
  if (title.size() <= kLongestTitle) return title;
  std::size_t end = kLongestTitle;
  while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xC0U) == 0x80U) --end;
  title.resize(end);
  return title;
}

/// Calls `add(piece)` for each run of text, `space()` for each run of white space.
template <class Add, class Space>
void collapse(std::string_view text, const Add& add, const Space& space) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = code_point_at(text, i);
    const Role role = role_of(point.value);
    if (role != Role::kText) {
      if (i > begin) add(text.substr(begin, i - begin));
      if (role == Role::kSpace) space();
      begin = i + point.size;
    }
    i += point.size;
  }
  if (begin < text.size()) add(text.substr(begin));
}

}  // namespace

std::string collapsed(std::string_view text) {
  std::string out;
  bool space = false;
  const auto add = [&](std::string_view piece) {
    if (space && !out.empty()) out += ' ';
    space = false;
    out += piece;
  };
  collapse(text, add, [&] { space = true; });
  return out;
}

bool TextBuilder::room_for(std::size_t bytes) {
  if (!full_ && document_.text.size() + bytes + 4 > limit_) full_ = true;
  return !full_;
}

void TextBuilder::open_block() {
  std::string& out = document_.text;
  if (!out.empty() && gap_ != Gap::kNone) {
    const std::size_t wanted = gap_ == Gap::kParagraph ? 2 : 1;
    std::size_t ends = 0;
    while (ends < out.size() && ends < wanted && out[out.size() - 1 - ends] == '\n') ++ends;
    out.append(wanted - ends, '\n');
    space_ = false;
  }
  gap_ = Gap::kNone;
  if (space_ && !out.empty() && out.back() != '\n' && out.back() != ' ') out += ' ';
  space_ = false;
  if (!marker_.empty()) out += std::exchange(marker_, {}) + ' ';
  if (heading_level_ > 0 && !heading_open_) {
    heading_begin_ = out.size();
    heading_open_ = true;
  }
}

void TextBuilder::text(std::string_view text) {
  const auto add = [this](std::string_view piece) {
    if (!room_for(piece.size())) return;
    open_block();
    document_.text += piece;
  };
  collapse(text, add, [this] { space_ = true; });
}

void TextBuilder::verbatim(std::string_view text) {
  if (text.empty() || !room_for(text.size())) return;
  open_block();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool line_end = c == '\n' || (c == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
    if (line_end) {
      document_.text += '\n';
    } else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t') {
      document_.text += c;
    }
  }
}

void TextBuilder::gap(Gap gap) {
  if (gap == Gap::kNone) return;
  gap_ = std::max(gap_, gap);
  space_ = false;
}

void TextBuilder::paragraph(std::string_view text) {
  gap(Gap::kParagraph);
  this->text(text);
  gap(Gap::kParagraph);
}

void TextBuilder::begin_item(std::string marker) {
  gap(Gap::kLine);
  marker_ = std::move(marker);
}

void TextBuilder::end_item() {
  marker_.clear();
  gap(Gap::kLine);
}

void TextBuilder::begin_heading(std::uint32_t level) {
  gap(Gap::kParagraph);
  heading_level_ = std::clamp(level, 1U, kDeepestLevel);
  heading_open_ = false;
}

void TextBuilder::end_heading() {
  if (heading_open_) {
    document_.headings.push_back(
        {.level = heading_level_, .title = title_of(std::string_view(document_.text).substr(heading_begin_)), .offset = heading_begin_});
  }
  heading_level_ = 0;
  heading_open_ = false;
  gap(Gap::kParagraph);
}

void TextBuilder::heading(std::uint32_t level, std::string_view title) {
  begin_heading(level);
  text(title);
  end_heading();
}

void TextBuilder::unwritten_heading(std::uint32_t level, std::string_view title) {
  gap(Gap::kParagraph);
  open_block();
  document_.headings.push_back({.level = std::clamp(level, 1U, kDeepestLevel), .title = title_of(title), .offset = size()});
}

void TextBuilder::begin_table() {
  gap(Gap::kParagraph);
  table_has_rows_ = false;
  table_names_end_ = 0;
}

void TextBuilder::row(const std::vector<std::string>& cells, Row kind) {
  const std::string line = join(cells, " | ");
  if (std::ranges::all_of(cells, [](const std::string& cell) { return cell.empty(); }) || !room_for(line.size())) return;
  gap(Gap::kLine);
  open_block();
  if (!table_has_rows_) table_begin_ = size();
  if (kind == Row::kNames && (!table_has_rows_ || table_names_end_ == size())) table_names_end_ = size() + line.size() + 1;
  table_has_rows_ = true;
  document_.text += line;
}

void TextBuilder::end_table() {
  if (table_has_rows_) {
    document_.tables.push_back({.begin = table_begin_, .end = size()});
    if (table_names_end_ > 0 && table_names_end_ < size())
      document_.table_names.push_back({.begin = table_begin_, .end = table_names_end_ - 1});
  }
  table_has_rows_ = false;
  gap(Gap::kParagraph);
}

void TextBuilder::begin_page(std::string label) {
  gap(Gap::kParagraph);
  open_block();
  if (!document_.pages.empty()) document_.pages.back().span.end = size();
  const auto number = static_cast<std::uint32_t>(document_.pages.size() + 1);
  document_.pages.push_back({.number = number, .label = std::move(label), .span = {.begin = size(), .end = size()}});
}

void TextBuilder::notice(std::string text) {
  if (document_.notices.size() >= kMostNotices) return;
  const auto page = static_cast<std::uint32_t>(document_.pages.size());
  document_.notices.push_back({.page = page, .text = std::move(text)});
}

Result<Document> TextBuilder::take() {
  if (full_) return std::unexpected(too_large(limit_));
  std::string& text = document_.text;
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.pop_back();
  if (!text.empty()) text += '\n';
  if (!document_.pages.empty()) document_.pages.back().span.end = text.size();
  for (Page& page : document_.pages) {
    page.span.begin = std::min<std::uint64_t>(page.span.begin, text.size());
    page.span.end = std::min<std::uint64_t>(page.span.end, text.size());
  }
  for (Heading& heading : document_.headings) heading.offset = std::min<std::uint64_t>(heading.offset, text.size());
  return std::move(document_);
}

}  // namespace grove::document
