#include "document/pdf/layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "base/text.h"
#include "base/utf8.h"
#include "document/pdf/blocks.h"
#include "document/pdf/columns.h"
#include "document/pdf/furniture.h"
#include "document/pdf/headings.h"
#include "document/pdf/leaders.h"
#include "document/pdf/note_marks.h"

namespace grove::document::pdf {
namespace {

constexpr std::size_t kMostNotices = 50;
constexpr std::size_t kMostLabels = 2;  // blocks above a title that belong to it
constexpr std::size_t kMostLabelWords = 2;
constexpr double kUnknownLetters = 0.2;  // of a page's characters

/// Turns words that run up, down or upside down, so that they can be read like others.
void straighten(PageContent& page) {
  for (Word& word : page.words) {
    const Box box = word.box;
    if (word.turn == 90) word.box = {.x0 = box.y0, .y0 = page.width - box.x1, .x1 = box.y1, .y1 = page.width - box.x0};
    if (word.turn == 180) {
      word.box = {.x0 = page.width - box.x1, .y0 = page.height - box.y1, .x1 = page.width - box.x0, .y1 = page.height - box.y0};
    }
    if (word.turn == 270) word.box = {.x0 = page.height - box.y1, .y0 = box.x0, .x1 = page.height - box.y0, .y1 = box.x1};
  }
}

/// Those of upright words first.
std::vector<Region> regions_of(const PageContent& page, const std::vector<FontStyle>& styles, const Budget& budget) {
  std::map<std::uint32_t, std::vector<const Word*>> by_turn;
  for (const Word& word : page.words) by_turn[word.turn].push_back(&word);
  std::vector<Region> regions;
  for (auto& [turn, words] : by_turn) std::ranges::move(reading_order(std::move(words), styles, budget), std::back_inserter(regions));
  return regions;
}

SeenWords words_of(const std::vector<std::vector<Region>>& pages) {
  SeenWords seen;
  for (const auto& regions : pages) {
    for (const Region& region : regions) {
      for (const Line& line : region.lines) seen.add(line);
      for (const Row& row : region.rows) {
        for (const Cell& cell : row) std::ranges::for_each(cell, [&seen](const Line& line) { seen.add(line); });
      }
    }
  }
  return seen;
}

bool is_text(const Block& block) { return block.kind == BlockKind::kParagraph || block.kind == BlockKind::kListItem; }

/// Whether a paragraph goes on in the next column or page.
bool goes_on(const Block& block, const Block& next) {
  if (!is_text(block) || next.kind != BlockKind::kParagraph || std::abs(block.size - next.size) > 0.5 || block.bold != next.bold)
    return false;
  const char first = next.text.front();
  return first >= 'a' && first <= 'z' && std::string_view(".!?:").find(block.text.back()) == std::string_view::npos;
}

/// The blocks of a page: a paragraph that goes on in the next column is one; notes come last.
std::vector<Block> page_blocks(const std::vector<Region>& regions, const TextContext& context) {
  std::vector<Block> blocks;
  std::vector<Block> notes;
  for (const Region& region : regions) {
    bool first = true;
    for (Block& block : blocks_of(region, context)) {
      if (block.kind == BlockKind::kFootnote) {
        notes.push_back(std::move(block));
        continue;
      }
      if (first && !blocks.empty() && goes_on(blocks.back(), block)) {
        append_line(blocks.back().text, block.text, context.seen);
        blocks.back().lines += block.lines;
      } else {
        blocks.push_back(std::move(block));
      }
      first = false;
    }
  }
  std::ranges::move(notes, std::back_inserter(blocks));
  return blocks;
}

/// A word that was parted by the end of a page is put together on the first one.
void join_parted_word(std::vector<Block>& page, std::vector<Block>& next, const SeenWords& seen) {
  const auto last = std::find_if(page.rbegin(), page.rend(), is_text);
  if (last == page.rend() || next.empty() || !is_text(next.front()) || !last->text.ends_with('-')) return;
  std::string& rest = next.front().text;
  const auto end = rest.find(' ');
  if (end == std::string::npos || rest.front() < 'a' || rest.front() > 'z') return;
  append_line(last->text, rest.substr(0, end), seen);
  rest.erase(0, end + 1);
}

/// Puts the text together from blocks, page by page.
class Writer {
 public:
  explicit Writer(Document& document) : document_(document) {}

  void write_page(const PageContent& page, const std::vector<Block>& blocks, bool goes_on_after) {
    const std::uint64_t begin = document_.text.size();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      offsets_.push_back(document_.text.size());
      if (blocks[i].kind == BlockKind::kTable) {
        document_.tables.push_back({.begin = document_.text.size(), .end = document_.text.size() + blocks[i].text.size()});
      }
      document_.text += blocks[i].text;
      const bool close = i + 1 < blocks.size() ? blocks[i + 1].close : goes_on_after;
      document_.text += close ? "\n" : "\n\n";
    }
    document_.pages.push_back({.number = page.number, .label = page.label, .span = {.begin = begin, .end = document_.text.size()}});
  }

  std::uint64_t offset_of(std::size_t block) const { return offsets_[block]; }

 private:
  Document& document_;
  std::vector<std::uint64_t> offsets_;
};

void note(Document& document, std::uint32_t page, std::string text) {
  if (document.notices.size() < kMostNotices) document.notices.push_back({.page = page, .text = std::move(text)});
}

/// Whether the letters of a page are numbers of glyphs that no one can read.
bool is_unknown(const PageContent& page) {
  std::size_t all = 0;
  std::size_t unknown = 0;
  for (const Word& word : page.words) {
    for (std::size_t at = 0; at < word.text.size(); ++all) {
      const CodePoint c = code_point_at(word.text, at);
      at += c.size;
      if (c.value == 0xFFFD || c.value < 0x20 || (c.value >= 0xE000 && c.value <= 0xF8FF)) ++unknown;
    }
  }
  return static_cast<double>(unknown) > kUnknownLetters * static_cast<double>(all);
}

void add_notices(const Content& content, Document& document) {
  if (!content.complete) {
    note(document, 0,
         "the document is damaged or too large: " + std::to_string(content.pages.size()) + " of " + std::to_string(content.declared_pages) +
             " pages were read");
  }
  std::set<std::uint32_t> damaged;
  for (const Problem& problem : content.problems) {
    if (!damaged.insert(problem.page).second) continue;
    const std::string where = problem.page == 0 ? "the document" : "page " + std::to_string(problem.page);
    note(document, problem.page, where + " may be incomplete: " + problem.message);
  }
  for (const PageContent& page : content.pages) {
    const std::string name = "page " + std::to_string(page.number);
    if (page.picture) note(document, page.number, name + " is a picture without text");
    if (is_unknown(page)) note(document, page.number, name + " is set in a font whose letters can't be told");
  }
}

/// The block that a title begins with: "CHAPTER" and "ONE" above it belong to it where nothing else stands above them on its page.
std::size_t begin_of_title(const std::vector<const Block*>& blocks, std::size_t title, std::size_t page_begin) {
  const auto is_label = [](const Block* block) {
    return is_text(*block) && block->lines == 1 && split_words(block->text).size() <= kMostLabelWords;
  };
  const bool labelled = title - page_begin <= kMostLabels &&
                        std::all_of(blocks.begin() + static_cast<long>(page_begin), blocks.begin() + static_cast<long>(title), is_label);
  return labelled ? page_begin : title;
}

void add_headings(const std::vector<std::vector<Block>>& pages, const Content& content, const Writer& writer, Document& document) {
  std::vector<const Block*> blocks;
  std::vector<std::size_t> page_begins;  // of each block
  for (const auto& page : pages) {
    page_begins.insert(page_begins.end(), page.size(), blocks.size());
    for (const Block& block : page) blocks.push_back(&block);
  }
  std::size_t free = 0;  // the first block behind the heading before
  for (const FoundHeading& heading : find_headings(blocks, content.outline, body_size(content))) {
    std::string title = blocks[heading.block]->text;
    std::ranges::replace(title, '\n', ' ');
    const std::size_t page_begin = page_begins[heading.block];
    const std::size_t begin = page_begin >= free ? begin_of_title(blocks, heading.block, page_begin) : heading.block;
    document.headings.push_back({.level = heading.level, .title = std::move(title), .offset = writer.offset_of(begin)});
    free = heading.block + 1;
  }
}

}  // namespace

Result<Document> lay_out(Content content, const Budget& budget) {
  Document document;
  document.title = content.title;
  document.media_type = "application/pdf";
  add_notices(content, document);
  GROVE_RETURN_IF_ERROR(leave_out_furniture(content, budget));
  const auto styles = font_styles(content);
  const double size = body_size(content);
  std::vector<std::vector<Region>> regions;
  for (PageContent& page : content.pages) {
    GROVE_RETURN_IF_ERROR(budget.check());
    leave_out_leaders(page);
    straighten(page);
    regions.push_back(regions_of(page, styles, budget));
    find_note_marks(regions.back(), size, page);
  }
  const SeenWords seen = words_of(regions);
  const TextContext context{.seen = seen, .body_size = size};
  std::vector<std::vector<Block>> pages;
  for (const auto& page : regions) {
    GROVE_RETURN_IF_ERROR(budget.check());
    pages.push_back(page_blocks(page, context));
  }
  for (std::size_t i = 0; i + 1 < pages.size(); ++i) join_parted_word(pages[i], pages[i + 1], seen);
  Writer writer(document);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const bool more = i + 1 < pages.size() && !pages[i].empty() && !pages[i + 1].empty();
    writer.write_page(content.pages[i], pages[i], more && goes_on(pages[i].back(), pages[i + 1].front()));
  }
  add_headings(pages, content, writer, document);
  return document;
}

}  // namespace grove::document::pdf
