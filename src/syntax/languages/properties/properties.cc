#include "base/text.h"
#include "syntax/config/line_cursor.h"
#include "syntax/scan/scanned_languages.h"

namespace grove::syntax {
namespace {

/// Keys are facts of their own (`read_properties`); what is left is to know the comments.
void scan(Outline& outline) {
  for (LineCursor cursor(outline.text()); !cursor.at_end(); cursor.next()) {
    const std::string_view line = trim(cursor.line());
    if (line.starts_with('#') || line.starts_with('!')) outline.add_comment(range_in(outline.text(), line));
  }
}

}  // namespace

const ScannedLanguage kPropertiesLanguage{.language = Language::kProperties, .version = 1, .separator = ".", .scan = scan};

}  // namespace grove::syntax
