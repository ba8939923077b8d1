#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/office/number_format.h"
#include "document/text_builder.h"

namespace grove::document {

/// What cells of all sheets refer to.
struct XlsxParts {
  std::vector<std::string> shared_strings = {};
  std::vector<std::string> formats = {};  ///< Code of each cell style.
  DateSystem dates = DateSystem::k1900;
};

/// Of the parts `sharedStrings.xml` and `styles.xml`; nothing where they are no XML. kResourceLimit where they are too large. The text is
/// used up.
Result<std::vector<std::string>> read_shared_strings(std::string text);
Result<std::vector<std::string>> read_cell_formats(std::string text);

/// Writes the rows of one sheet. kCorrupt where it is no XML. The text is used up.
Status write_sheet(std::string sheet, const XlsxParts& parts, TextBuilder& text, const Budget& budget);

}  // namespace grove::document
