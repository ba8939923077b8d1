#include <utility>

#include "base/text.h"
#include "syntax/config/line_cursor.h"
#include "syntax/scan/scanned_languages.h"

namespace grove::syntax {
namespace {

/// A section lasts from its `[name]` to the next.
void scan(Outline& outline) {
  const std::string_view text = outline.text();
  ByteRange comment;  // the one right before this line
  for (LineCursor cursor(text); !cursor.at_end(); cursor.next()) {
    const std::string_view line = trim(cursor.line());
    const ByteRange here = range_in(text, line);
    if (line.starts_with('#') || line.starts_with(';')) {
      comment = {comment.empty() ? here.begin : comment.begin, here.end};
      continue;
    }
    const ByteRange doc = std::exchange(comment, {});
    const std::size_t close = line.rfind(']');
    if (!line.starts_with('[') || close == std::string_view::npos) continue;
    const std::string_view name = trim(line.substr(1, close - 1));
    outline.open({.kind = Kind::kConfig,
                  .level = 0,
                  .begin = here.begin,
                  .name = name,
                  .name_range = range_in(text, name),
                  .signature = {here.begin, here.begin + static_cast<std::uint32_t>(close) + 1},
                  .doc = doc});
  }
  outline.close(0, static_cast<std::uint32_t>(text.size()));
}

}  // namespace

const ScannedLanguage kIniLanguage{.language = Language::kIni, .version = 1, .separator = ".", .scan = scan};

}  // namespace grove::syntax
