#include "syntax/place_lines.h"

#include "model/line_index.h"

namespace grove::syntax {
namespace {

/// Finds the lines of offsets that mostly ascend by little.
class LineCursor {
 public:
  explicit LineCursor(const LineIndex& lines) : lines_(lines) {}

  std::uint32_t line_of(std::uint32_t offset) {
    constexpr int kSteps = 8;
    if (offset < range_.begin) return go_to(lines_.line_of(offset));
    for (int step = 0; step < kSteps; ++step) {
      if (offset < range_.end || line_ >= lines_.count()) return line_;
      go_to(line_ + 1);
    }
    return go_to(lines_.line_of(offset));
  }

 private:
  std::uint32_t go_to(std::uint32_t line) {
    line_ = line;
    range_ = lines_.bytes_of(line);
    return line_;
  }

  const LineIndex& lines_;
  std::uint32_t line_ = 1;
  ByteRange range_ = lines_.bytes_of(1);
};

}  // namespace

void place_lines(std::string_view text, Facts& facts) {
  const LineIndex lines(text);
  LineCursor begins(lines), ends(lines), uses(lines), imports(lines);
  for (Symbol& symbol : facts.symbols) {
    symbol.lines.first = begins.line_of(symbol.range.begin);
    symbol.lines.last = symbol.range.empty() ? symbol.lines.first : ends.line_of(symbol.range.end - 1);
  }
  for (Reference& reference : facts.references) reference.line = uses.line_of(reference.begin);
  for (Import& import : facts.imports) import.line = imports.line_of(import.begin);
}

}  // namespace grove::syntax
