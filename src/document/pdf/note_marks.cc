#include "document/pdf/note_marks.h"

#include <algorithm>
#include <set>
#include <string>

namespace grove::document::pdf {
namespace {

constexpr double kNoteSize = 0.93;  // of the text's type
constexpr double kMarkSize = 0.85;  // of its line's type

bool is_mark(const Word& word, const Line& line) {
  if (word.size > kMarkSize * line.size) return false;
  const bool digits = word.text.size() <= 3 && std::ranges::all_of(word.text, [](char c) { return c >= '0' && c <= '9'; });
  return digits || word.text == "*" || word.text == "**" || word.text == "†" || word.text == "‡";
}

}  // namespace

void find_note_marks(const std::vector<Region>& regions, double body_size, PageContent& page) {
  std::set<std::string> notes;
  std::set<const Word*> marks;
  for (const Region& region : regions) {
    for (const Line& line : region.lines) {
      const Word& first = *line.words.front();
      if (line.size >= kNoteSize * body_size || line.words.size() < 2 || !is_mark(first, line)) continue;
      notes.insert(first.text);
      marks.insert(&first);
    }
  }
  for (const Region& region : regions) {
    for (const Line& line : region.lines) {
      for (std::size_t i = 1; i < line.words.size(); ++i) {
        if (is_mark(*line.words[i], line) && notes.contains(line.words[i]->text)) marks.insert(line.words[i]);
      }
    }
  }
  for (Word& word : page.words) word.note_mark = marks.contains(&word);
}

}  // namespace grove::document::pdf
