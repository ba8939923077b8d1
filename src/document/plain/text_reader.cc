#include "document/plain/text_reader.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "base/text_encoding.h"
#include "base/utf8.h"
#include "document/budget.h"
#include "document/plain/line_ends.h"

namespace grove::document {
namespace {

constexpr std::string_view kUnderlines = "=-~^*+#\"'`_:.";
constexpr std::size_t kLongestTitle = 200;

/// The mark that a line is a row of; nothing for any other line.
std::optional<char> underline_of(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(" \t") + 1);
  if (line.size() < 3 || kUnderlines.find(line.front()) == std::string_view::npos) return std::nullopt;
  if (line.find_first_not_of(line.front()) != std::string_view::npos) return std::nullopt;
  return line.front();
}

bool is_title(std::string_view line, std::string_view underline) {
  const std::string_view title = trim(line);
  if (title.empty() || title.size() > kLongestTitle || underline_of(line) || line.front() == '\t') return false;
  const bool says_something = std::ranges::any_of(title, [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  });
  return says_something && count_code_points(trim(underline)) >= count_code_points(title);
}

struct Line {
  std::uint64_t begin;
  std::string_view text;
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back({.begin = begin, .text = text.substr(begin, end - begin)});
    begin = end + 1;
  }
  return lines;
}

std::vector<Heading> headings_in(std::string_view text) {
  std::vector<Heading> headings;
  std::string marks;  // in the order of their levels
  const std::vector<Line> lines = lines_of(text);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const std::string_view before = i == 0 ? std::string_view() : trim(lines[i - 1].text);
    if (!before.empty() && !underline_of(before)) continue;  // the last line of a paragraph, or a table
    const auto mark = underline_of(lines[i + 1].text);
    if (!mark || !is_title(lines[i].text, lines[i + 1].text)) continue;
    if (marks.find(*mark) == std::string::npos) marks += *mark;
    headings.push_back(
        {.level = static_cast<std::uint32_t>(marks.find(*mark) + 1), .title = std::string(trim(lines[i].text)), .offset = lines[i].begin});
  }
  return headings;
}

std::vector<Page> pages_in(std::string_view text) {
  std::vector<Page> pages;
  if (text.find('\f') == std::string_view::npos) return pages;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\f', begin), text.size() - 1) + 1;
    const auto number = static_cast<std::uint32_t>(pages.size() + 1);
    // What follows the last form feed is no page where it is blank.
    if (trim(text.substr(begin, end - begin)).empty() && end == text.size() && !pages.empty()) {
      pages.back().span.end = end;
    } else {
      pages.push_back({.number = number, .label = {}, .span = {.begin = begin, .end = end}});
    }
    begin = end;
  }
  return pages;
}

class TextReader final : public DocumentReader {
 public:
  std::string_view name() const override { return "text"; }

  Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const override {
    Budget budget(request.limits, cancel);
    GROVE_RETURN_IF_ERROR(budget.spend(request.bytes.size()));
    const auto decoded = decode_text(request.bytes);
    if (!decoded) return fail(ErrorCode::kCorrupt, "its bytes are no text in any known encoding");
    Document document{.media_type = "text/plain", .text = with_line_feeds(decoded->text)};
    GROVE_RETURN_IF_ERROR(budget.check());
    document.headings = headings_in(document.text);
    document.pages = pages_in(document.text);
    if (document.pages.size() > request.limits.pages) return fail(ErrorCode::kResourceLimit, "it has too many pages");
    if (!document.headings.empty() && document.headings.front().level == 1) document.title = document.headings.front().title;
    return document;
  }
};

}  // namespace

std::unique_ptr<DocumentReader> open_text_reader() { return std::make_unique<TextReader>(); }

}  // namespace grove::document
