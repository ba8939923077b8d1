#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "document/pdf/layout.h"

// Pages are drawn as text: see tests/golden/pdf/README.md.
namespace grove::document::pdf {
namespace {

constexpr double kPitch = 5;     // points a character of the drawing
constexpr double kLeading = 12;  // points a line of it
constexpr double kLeft = 72;
constexpr double kTop = 60;
constexpr std::uint32_t kFixedPitch = 3;

bool is_narrow(char c) { return std::string_view("ijltfr.,").find(c) != std::string_view::npos; }

struct Style {
  double size = 10;
  std::uint32_t font = 1;
};

const std::map<char, Style>& styles() {
  static const std::map<char, Style> kStyles = {{' ', {10, 1}}, {'#', {16, 2}}, {'+', {13, 2}},
                                                {'b', {10, 2}}, {'c', {10, 3}}, {'s', {7, 1}}};
  return kStyles;
}

Word word_at(std::string text, std::size_t column, std::size_t row, Style style) {
  const double baseline = kTop + static_cast<double>(row) * kLeading + 8;
  const double x0 = kLeft + static_cast<double>(column) * kPitch;
  double width = static_cast<double>(count_code_points(text)) * kPitch;
  if (style.font != kFixedPitch) width -= static_cast<double>(std::ranges::count_if(text, is_narrow));
  return {.text = std::move(text),
          .box = {.x0 = x0, .y0 = baseline - 0.8 * style.size, .x1 = x0 + width - 0.5, .y1 = baseline + 0.2 * style.size},
          .size = style.size,
          .font = style.font};
}

Word raised_at(std::string text, std::size_t column, std::size_t row, Style style) {
  Word word = word_at(std::move(text), column, row, {.size = 0.7 * style.size, .font = style.font});
  word.box.y0 -= 0.35 * style.size;
  word.box.y1 -= 0.35 * style.size;
  return word;
}

void draw_line(PageContent& page, std::string_view line, std::size_t row) {
  const Style style = line.empty() ? Style{} : styles().at(line.front());
  std::size_t column = 0;
  for (std::size_t at = std::min<std::size_t>(1, line.size()); at < line.size();) {
    const auto end = std::min(line.find(' ', at), line.size());
    const std::string_view word = line.substr(at, end - at);
    const auto mark = word.find('^');
    const std::string_view plain = word.substr(0, mark);
    if (!plain.empty()) page.words.push_back(word_at(std::string(plain), column, row, style));
    if (mark != std::string_view::npos)
      page.words.push_back(raised_at(std::string(word.substr(mark + 1)), column + plain.size(), row, style));
    column += count_code_points(word) + 1;
    at = end + 1;
  }
}

struct Case {
  std::string name;
  Content content;
  std::string expected;
};

/// `== name`, then `-- page LABEL`, `-- picture`, `-- outline` parts, then `-- text`.
std::vector<Case> read_cases(const std::string& source) {
  std::vector<Case> cases;
  std::string part;
  std::size_t row = 0;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("== ")) {
      cases.push_back({.name = line.substr(3), .content = {}, .expected = {}});
      cases.back().content.fonts = {"", "Serif", "Serif-Bold", "Mono"};
      cases.back().content.complete = true;
      part.clear();
      continue;
    }
    if (cases.empty()) continue;
    Content& content = cases.back().content;
    if (line.starts_with("-- ")) {
      part = split_words(line)[1];
      row = 0;
      if (part == "page" || part == "picture") {
        PageContent page;
        page.number = static_cast<std::uint32_t>(content.pages.size() + 1);
        page.width = 612;
        page.height = 792;
        page.label = split_words(line).size() > 2 ? std::string(split_words(line)[2]) : std::to_string(page.number);
        page.picture = part == "picture";
        content.pages.push_back(std::move(page));
      }
    } else if (part == "page") {
      draw_line(content.pages.back(), line, row++);
    } else if (part == "outline") {
      content.outline.push_back({.level = static_cast<std::uint32_t>(line.find_first_not_of(' ') + 1), .title = std::string(trim(line))});
    } else if (part == "text") {
      cases.back().expected += line + "\n";
    }
  }
  return cases;
}

/// The text with what is known of it: `{3}` before headings, `[xii]` before pages, `[[` and `]]` around tables, `!` before notices.
std::string shown(const Document& document) {
  std::map<std::uint64_t, std::string> marks;
  for (const TextSpan& table : document.tables) marks[table.end] += "]]";
  for (const Page& page : document.pages) {
    marks[page.span.begin] += "[page " + std::to_string(page.number) + (page.label.empty() ? "" : " = " + page.label) + "]\n";
  }
  for (const TextSpan& table : document.tables) marks[table.begin] += "[[";
  for (const Heading& heading : document.headings) marks[heading.offset] += "{" + std::to_string(heading.level) + "}";
  std::string text;
  for (std::size_t i = 0; i <= document.text.size(); ++i) {
    if (const auto mark = marks.find(i); mark != marks.end()) text += mark->second;
    if (i < document.text.size()) text.push_back(document.text[i]);
  }
  for (const Notice& notice : document.notices) text += "! " + notice.text + "\n";
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class PdfLayout : public testing::TestWithParam<std::string> {};

TEST_P(PdfLayout, ReadsAsTheCaseSays) {
  const std::filesystem::path path = std::filesystem::path(GROVE_SOURCE_DIR) / "tests/golden/pdf" / GetParam();
  const std::string source = read(path);
  const bool update = std::getenv("UPDATE_EXPECT") != nullptr;
  std::string updated = source.substr(0, source.find("== "));
  auto rest = source.substr(updated.size());
  for (Case& one : read_cases(source)) {
    const std::string got = shown(*lay_out(std::move(one.content), Budget({}, {})));
    std::string expected = one.expected;
    while (expected.ends_with("\n\n")) expected.pop_back();
    if (!update) {
      EXPECT_EQ(got, expected) << GetParam() << ": " << one.name;
    }
    const auto next = rest.find("\n== ");
    const std::string drawing = rest.substr(0, std::min(rest.find("-- text\n"), next));
    updated += drawing + "-- text\n" + got + (next == std::string::npos ? "" : "\n");
    rest.erase(0, next == std::string::npos ? rest.size() : next + 1);
  }
  if (update) std::ofstream(path) << updated;
}

std::vector<std::string> case_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(GROVE_SOURCE_DIR) / "tests/golden/pdf")) {
    if (entry.path().extension() == ".case") names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Golden, PdfLayout, testing::ValuesIn(case_files()), [](const auto& instance) {
  std::string name = instance.param.substr(0, instance.param.find('.'));
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace grove::document::pdf
