#include "oracles/scip_snapshot.h"

#include <algorithm>

#include "base/text.h"

namespace grove::oracles {
namespace {

std::string_view comment_of(std::string_view line) {
  if (line.starts_with("//")) return "//";
  return line.starts_with("#") ? "#" : "";
}

/// Of `^^^^ definition symbol` what stands behind the marks; empty where it is something else.
std::string_view behind_marks(std::string_view text) {
  text = trim(text);
  const std::size_t marks = text.find_first_not_of("^");
  if (marks == 0 && text.starts_with("<-")) return trim(text.substr(2));
  return marks == 0 || marks == std::string_view::npos ? std::string_view() : trim(text.substr(marks));
}

bool is_occurrence(std::string_view line) {
  const std::string_view comment = comment_of(line);
  if (comment.empty()) return false;
  const std::string_view rest = behind_marks(line.substr(comment.size()));
  return rest.starts_with("definition") || rest.starts_with("reference");
}

/// What else the printers write beneath a line: `⌄ enclosing_range_start`, `documentation …`, `> int f()`, `< definition of the file`.
bool is_remark(std::string_view line, bool follows) {
  const std::string_view comment = comment_of(line);
  if (comment.empty()) return false;
  const std::string_view rest = trim(line.substr(comment.size()));
  for (const std::string_view mark : {"⌄", "⌃", "< definition", "<definition"})
    if (rest.starts_with(mark)) return true;
  if (!follows || line.size() < comment.size() + 1 || line[comment.size()] != ' ') return false;
  for (const std::string_view word :
       {"documentation", "relationship", "signature_documentation", "kind ", "display_name", ">", "override_documentation", "diagnostic"})
    if (rest.starts_with(word)) return true;
  return false;
}

Occurrence occurrence_in(std::string_view line, std::uint32_t above, std::size_t indent) {
  const std::size_t mark = std::min(line.find('^'), line.find("<-"));
  const std::string_view comment = comment_of(line);
  // Marks that begin where the comment does hide behind it.
  std::size_t column = line.compare(mark, 2, "<-") == 0 || mark == comment.size() ? 0 : mark;
  if (mark == comment.size() && comment == "//" && indent == 0) column = mark;
  std::string_view rest = behind_marks(line.substr(comment.size()));
  const bool is_definition = rest.starts_with("definition");
  rest = trim(rest.substr(rest.find_first_of(' ') == std::string_view::npos ? rest.size() : rest.find_first_of(' ')));
  column = column < indent ? 0 : column - indent;
  return {.line = above, .column = static_cast<std::uint32_t>(column), .is_definition = is_definition, .symbol = std::string(rest)};
}

}  // namespace

Snapshot read_snapshot(std::string_view text) {
  std::vector<std::string_view> lines = split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();  // behind the last line's end
  for (std::string_view& line : lines)
    if (line.ends_with('\r')) line.remove_suffix(1);
  const bool indented =
      std::ranges::all_of(lines, [](std::string_view line) { return line.empty() || line.starts_with("  ") || !comment_of(line).empty(); });
  const std::size_t indent = indented ? 2 : 0;
  Snapshot snapshot;
  std::uint32_t count = 0;
  bool follows = false;
  for (const std::string_view line : lines) {
    if (is_occurrence(line)) {
      snapshot.occurrences.push_back(occurrence_in(line, count, indent));
      follows = true;
    } else if (is_remark(line, follows) || (indented && !comment_of(line).empty())) {
      follows = true;
    } else {
      snapshot.source += std::string(line.substr(std::min(indent, line.size()))) + "\n";
      ++count;
      follows = false;
    }
  }
  return snapshot;
}

}  // namespace grove::oracles
