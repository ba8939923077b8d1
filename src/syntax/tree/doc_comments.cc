#include "syntax/tree/doc_comments.h"

namespace grove::syntax {

bool DocComments::stands_alone(std::uint32_t begin) const {
  for (std::uint32_t i = begin; i > 0; --i) {
    const char c = text_[i - 1];
    if (c == '\n') return true;
    if (c != ' ' && c != '\t' && c != '\r') return false;
  }
  return true;
}

bool DocComments::adjacent(std::uint32_t from, std::uint32_t to) const {
  int line_ends = 0;
  for (std::uint32_t i = from; i < to; ++i) {
    const char c = text_[i];
    if (c == '\n') ++line_ends;
    if (line_ends > 1 || (c != ' ' && c != '\t' && c != '\r' && c != '\n')) return false;
  }
  return true;
}

void DocComments::add(ByteRange comment) {
  while (comment.end > comment.begin && (text_[comment.end - 1] == '\n' || text_[comment.end - 1] == '\r')) --comment.end;
  if (!runs_.empty() && runs_.back().end <= comment.begin && adjacent(runs_.back().end, comment.begin) && stands_alone(comment.begin))
    runs_.back().end = comment.end;
  else if (stands_alone(comment.begin))
    runs_.push_back(comment);
}

bool DocComments::is_licence(ByteRange run) const {
  if (run.begin > 64) return false;
  const std::string_view head = text_.substr(run.begin, run.size());
  for (const std::string_view word : {"Copyright", "copyright", "SPDX-License", "Licensed under"})
    if (head.find(word) != std::string_view::npos) return true;
  return false;
}

ByteRange DocComments::before(std::uint32_t begin) const {
  // The walk may already have seen a comment further on (of a body, by a hook): the last run that ends before `begin` counts.
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
    if (run->end > begin) continue;
    return adjacent(run->end, begin) && !is_licence(*run) ? *run : ByteRange{begin, begin};
  }
  return {begin, begin};
}

}  // namespace grove::syntax
