#include "document/chunking/sections.h"

#include <string_view>

#include "document/chunking/text_units.h"

namespace grove::document {
namespace {

/// The headings above a place.
class Path {
 public:
  void enter(const Heading& heading) {
    while (!open_.empty() && open_.back()->level >= heading.level) open_.pop_back();
    open_.push_back(&heading);
  }
  std::vector<std::string> titles() const {
    std::vector<std::string> titles;
    for (const Heading* heading : open_) titles.push_back(heading->title);
    return titles;
  }

 private:
  std::vector<const Heading*> open_;
};

/// Whether nothing but the heading itself stands there, with the marks that make it one.
bool is_only_heading(const Heading& heading, std::string_view text) { return count_words(text) <= count_words(heading.title) + 1; }

}  // namespace

std::vector<Section> sections_of(const Document& document) {
  const std::string_view text = document.text;
  std::vector<Section> sections;
  Path path;
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i <= document.headings.size(); ++i) {
    const bool last = i == document.headings.size();
    const std::uint64_t end = last ? text.size() : document.headings[i].offset;
    const bool empty_above =
        i > 0 && !last && document.headings[i].level > document.headings[i - 1].level &&
        is_only_heading(document.headings[i - 1], text.substr(document.headings[i - 1].offset, end - document.headings[i - 1].offset));
    if (end > begin && !empty_above) {
      sections.push_back({.span = {.begin = begin, .end = end}, .path = path.titles()});
      begin = end;
    }
    if (!last) path.enter(document.headings[i]);
  }
  return sections;
}

}  // namespace grove::document
