#include "document/pdf/content.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "base/utf8.h"

namespace grove::document::pdf {
namespace {

constexpr std::string_view kHeader = "grove-pdf\t1\n";
constexpr double kHundredths = 100;
constexpr std::size_t kMostFonts = 100'000;

/// The fields of one record, taken one after the other; one that isn't there, or isn't a number, fails the record.
class Fields {
 public:
  explicit Fields(std::string_view record) : rest_(record) {}

  std::string_view take() {
    if (rest_.data() == nullptr) {
      whole_ = false;
      return {};
    }
    const auto tab = rest_.find('\t');
    const std::string_view field = rest_.substr(0, tab);
    rest_ = tab == std::string_view::npos ? std::string_view() : rest_.substr(tab + 1);
    return field;
  }
  long long number() {
    const std::string_view field = take();
    long long value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc{} || end != field.data() + field.size()) whole_ = false;
    return value;
  }
  std::uint32_t small() { return static_cast<std::uint32_t>(std::clamp<long long>(number(), 0, UINT32_MAX)); }
  double length() { return static_cast<double>(number()) / kHundredths; }
  std::string text() { return to_valid_utf8(unescaped(take())); }
  bool whole() const { return whole_; }

 private:
  static int digit(char c) { return c >= 'A' ? c - 'A' + 10 : c - '0'; }

  static std::string unescaped(std::string_view field) {
    std::string text;
    for (std::size_t i = 0; i < field.size(); ++i) {
      if (field[i] == '\\' && i + 3 < field.size() && field[i + 1] == 'x') {
        text.push_back(static_cast<char>(digit(field[i + 2]) * 16 + digit(field[i + 3])));
        i += 3;
      } else {
        text.push_back(field[i]);
      }
    }
    return text;
  }

  std::string_view rest_;
  bool whole_ = true;
};

void take_word(Fields& fields, Content& content) {
  Word word;
  word.box = {.x0 = fields.length(), .y0 = fields.length(), .x1 = fields.length(), .y1 = fields.length()};
  if (word.box.x1 < word.box.x0) std::swap(word.box.x0, word.box.x1);  // of mirrored type
  if (word.box.y1 < word.box.y0) std::swap(word.box.y0, word.box.y1);
  word.size = fields.length();
  word.font = fields.small();
  word.turn = fields.small();
  word.space_after = fields.small() != 0;
  word.text = fields.text();
  if (!fields.whole() || content.pages.empty() || word.text.empty()) return;
  if (word.font >= content.fonts.size()) word.font = 0;
  content.pages.back().words.push_back(std::move(word));
}

void take_page(Fields& fields, Content& content) {
  PageContent page;
  page.number = fields.small();
  page.width = fields.length();
  page.height = fields.length();
  page.label = fields.text();
  if (fields.whole()) content.pages.push_back(std::move(page));
}

void take_font(Fields& fields, Content& content) {
  const std::size_t number = fields.small();
  std::string name = fields.text();
  if (fields.whole() && number == content.fonts.size() && number < kMostFonts) content.fonts.push_back(std::move(name));
}

void take_record(std::string_view record, Content& content) {
  Fields fields(record);
  const std::string_view kind = fields.take();
  if (kind == "w") return take_word(fields, content);
  if (kind == "page") return take_page(fields, content);
  if (kind == "font") return take_font(fields, content);
  if (kind == "picture" && !content.pages.empty()) content.pages.back().picture = true;
  if (kind == "pages") content.declared_pages = static_cast<std::uint64_t>(std::max(0LL, fields.number()));
  if (kind == "info" && fields.take() == "title") content.title = fields.text();
  if (kind == "locked") content.locked = true;
  if (kind == "unreadable") content.unreadable = true;
  if (kind == "end") content.complete = true;
  if (kind == "outline") {
    OutlineItem item{.level = fields.small(), .title = fields.text()};
    if (fields.whole()) content.outline.push_back(std::move(item));
  }
  if (kind == "problem") {
    Problem problem{.page = fields.small(), .message = fields.text()};
    if (fields.whole()) content.problems.push_back(std::move(problem));
  }
}

}  // namespace

void Box::cover(const Box& other) {
  x0 = std::min(x0, other.x0);
  y0 = std::min(y0, other.y0);
  x1 = std::max(x1, other.x1);
  y1 = std::max(y1, other.y1);
}

Result<Content> parse_content(std::string_view records) {
  if (records.empty()) {
    return fail(ErrorCode::kCorrupt, "grove-pdf ended before it said anything: the document wants more memory than it is granted");
  }
  if (!records.starts_with(kHeader)) {
    return fail(ErrorCode::kCorrupt, "cannot read what grove-pdf says of a PDF: it is of another version",
                "install grove-pdf of the same release as grove");
  }
  Content content;
  content.fonts.emplace_back();
  records.remove_prefix(kHeader.size());
  for (auto end = records.find('\n'); end != std::string_view::npos; end = records.find('\n')) {
    take_record(records.substr(0, end), content);
    records.remove_prefix(end + 1);
  }
  return content;
}

}  // namespace grove::document::pdf
