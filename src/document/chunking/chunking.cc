#include "document/chunking.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "document/chunking/sections.h"
#include "document/chunking/text_units.h"

namespace grove::document {
namespace {

constexpr std::uint64_t kOverlapBytes = 4000;        // no overlap is looked for further back
constexpr std::uint64_t kRepeatedNamesBytes = 8000;  // of the names of a table's columns: longer ones stand in its first chunk alone

struct Unit {
  TextSpan span;
  UnitKind kind;
  std::uint32_t words;
};

const TextSpan* table_at(const Document& document, std::uint64_t offset) {
  const auto after = std::ranges::upper_bound(document.tables, offset, {}, &TextSpan::begin);
  if (after == document.tables.begin()) return nullptr;
  const TextSpan& table = *std::prev(after);
  return offset < table.end ? &table : nullptr;
}

/// Without blank lines before it and white space behind it.
TextSpan trimmed(std::string_view text, TextSpan span) {
  const std::string_view inside = text.substr(span.begin, span.end - span.begin);
  const std::size_t last = inside.find_last_not_of(" \t\r\n\f\v");
  if (last == std::string_view::npos) return {.begin = span.begin, .end = span.begin};
  const std::size_t first = inside.find_first_not_of(" \t\r\n\f\v");
  const std::size_t line = inside.substr(0, first).find_last_of("\n\f");
  const std::size_t skipped = line == std::string_view::npos ? 0 : line + 1;
  return {.begin = span.begin + skipped, .end = span.begin + last + 1};
}

/// Cuts one section into stretches of text.
class SectionCutter {
 public:
  SectionCutter(const Document& document, const ChunkingOptions& options) : document_(document), text_(document.text), options_(options) {}

  std::vector<TextSpan> cut(TextSpan section) {
    spans_.clear();
    begin_ = end_ = section.begin;
    words_ = 0;
    fresh_ = false;
    left_ = count_words(text_.substr(section.begin, section.end - section.begin));
    pending_.clear();
    push(section, UnitKind::kParagraph);
    while (!pending_.empty()) {
      const Unit unit = pending_.back();
      pending_.pop_back();
      place(unit);
    }
    close();
    return std::move(spans_);
  }

 private:
  /// The units of a stretch, the first one on top.
  void push(TextSpan span, UnitKind kind) {
    const std::vector<TextSpan> units = units_in(text_, span, kind);
    for (auto unit = units.rbegin(); unit != units.rend(); ++unit)
      pending_.push_back({.span = *unit, .kind = kind, .words = count_words(text_.substr(unit->begin, unit->end - unit->begin))});
  }

  void place(const Unit& unit) {
    const std::uint32_t target = std::max(options_.target_words, 1U);
    const bool ends_soon = words_ > 0 && words_ + left_ <= target + target / 4;
    if (words_ + unit.words <= target || ends_soon) return take(unit);
    const bool too_long = unit.words > target && unit.kind != UnitKind::kWord;
    if (too_long || (words_ < target / 2 && unit.kind == UnitKind::kParagraph)) return push(unit.span, finer(unit));
    pending_.push_back(unit);
    if (fresh_) return close();
    // Only an overlap stands there, and it leaves no room.
    if (words_ > 0) return restart_at(end_);
    pending_.pop_back();
    take(unit);
  }

  UnitKind finer(const Unit& unit) const {
    const bool in_table = table_at(document_, unit.span.begin) != nullptr || table_at(document_, unit.span.end - 1) != nullptr;
    if (unit.kind == UnitKind::kParagraph) return in_table ? UnitKind::kLine : UnitKind::kSentence;
    return unit.kind == UnitKind::kSentence ? UnitKind::kLine : UnitKind::kWord;
  }

  void take(const Unit& unit) {
    end_ = unit.span.end;
    fresh_ = true;
    words_ += unit.words;
    left_ -= std::min(left_, unit.words);
  }

  void close() {
    const TextSpan span = trimmed(text_, {.begin = begin_, .end = end_});
    if (span.end > span.begin) spans_.push_back(span);
    restart_at(pending_.empty() ? end_ : overlap_begin(end_));
    // An overlap must leave room for what is new.
    if (words_ > options_.target_words / 2) restart_at(end_);
  }

  /// Up to where units were taken, the text is that of the next chunk already.
  void restart_at(std::uint64_t begin) {
    begin_ = begin;
    words_ = count_words(text_.substr(begin, end_ - begin));
    fresh_ = false;
  }

  std::uint64_t overlap_begin(std::uint64_t border) const {
    if (options_.overlap_words == 0 || table_at(document_, border) != nullptr) return border;
    const std::uint64_t least = std::max(begin_, border - std::min(border, kOverlapBytes));
    if (least != begin_) return border_before(border, line_begin(least));
    return border_before(border, least);
  }

  std::uint64_t line_begin(std::uint64_t offset) const {
    const std::size_t end = text_.find('\n', offset);
    return end == std::string_view::npos ? text_.size() : end + 1;
  }

  /// The begin of the first of the last sentences that together are no longer than the overlap.
  std::uint64_t border_before(std::uint64_t border, std::uint64_t least) const {
    if (least >= border) return border;
    std::uint32_t words = 0;
    std::uint64_t begin = border;
    const auto sentences = units_in(text_, {.begin = least, .end = border}, UnitKind::kSentence);
    for (auto sentence = sentences.rbegin(); sentence != sentences.rend(); ++sentence) {
      words += count_words(text_.substr(sentence->begin, sentence->end - sentence->begin));
      if (words > options_.overlap_words) break;
      begin = sentence->begin;
    }
    // All of what came before again is no overlap.
    return begin == begin_ ? border : begin;
  }

  const Document& document_;
  std::string_view text_;
  const ChunkingOptions& options_;
  std::vector<TextSpan> spans_;
  std::vector<Unit> pending_;  // the next one is the last
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
  std::uint32_t words_ = 0;
  bool fresh_ = false;      // not only an overlap stands there
  std::uint32_t left_ = 0;  // words of the section that are not yet taken
};

const Page* page_at(const Document& document, std::uint64_t offset) {
  const auto after = std::ranges::upper_bound(document.pages, offset, {}, [](const Page& page) { return page.span.begin; });
  return after == document.pages.begin() ? nullptr : &*std::prev(after);
}

Chunk chunk_of(const Document& document, TextSpan span, const std::vector<std::string>& section) {
  Chunk chunk{.span = span, .table_names = {}, .page_label = {}, .section = section};
  chunk.words = count_words(std::string_view(document.text).substr(span.begin, span.end - span.begin));
  if (const Page* first = page_at(document, span.begin)) {
    chunk.page = first->number;
    chunk.page_label = first->label;
    chunk.page_end = page_at(document, span.end - 1)->number;
  }
  if (const TextSpan* table = table_at(document, span.begin)) {
    const auto names = std::ranges::lower_bound(document.table_names, table->begin, {}, &TextSpan::begin);
    const bool named = names != document.table_names.end() && names->begin == table->begin && span.begin >= names->end;
    if (named && names->end - names->begin <= kRepeatedNamesBytes) chunk.table_names = *names;
  }
  return chunk;
}

}  // namespace

std::vector<Chunk> cut_into_chunks(const Document& document, const ChunkingOptions& options) {
  std::vector<Chunk> chunks;
  SectionCutter cutter(document, options);
  for (const Section& section : sections_of(document))
    for (const TextSpan span : cutter.cut(section.span)) chunks.push_back(chunk_of(document, span, section.path));
  return chunks;
}

std::string text_of(const Document& document, const Chunk& chunk) {
  const std::string_view text = document.text;
  std::string out;
  if (chunk.table_names) out = std::string(text.substr(chunk.table_names->begin, chunk.table_names->end - chunk.table_names->begin)) + '\n';
  return out += text.substr(chunk.span.begin, chunk.span.end - chunk.span.begin);
}

}  // namespace grove::document
