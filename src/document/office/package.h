#pragma once

#include <map>
#include <string>
#include <string_view>

#include "document/archive/zip_archive.h"
#include "document/html/markup_tree.h"

namespace grove::document {

/// Relationships of one part of an Office Open XML package (ISO/IEC 29500-2).
struct Relationships {
  struct Target {
    std::string type;  ///< The last word of its type: "officeDocument", "slide", "notesSlide", "styles", …
    std::string path;  ///< Member of the archive; empty for what lies outside.
  };
  std::map<std::string, Target, std::less<>> by_id;

  /// Empty where there is none of that type.
  std::string path_of_type(std::string_view type) const;
  std::string path_of_id(std::string_view id) const;
};

/// A part as a tree. An error names the part.
Result<MarkupTree> read_part(ZipArchive& archive, const std::string& path, const Budget& budget);
/// A part that a document can do without: an empty tree where it is missing or damaged.
Result<MarkupTree> read_optional_part(ZipArchive& archive, const std::string& path, const Budget& budget);

/// Of the part at that path, "" for the package itself. None where it names none.
Result<Relationships> relationships_of(ZipArchive& archive, const std::string& part, const Budget& budget);

/// The title among the core properties; empty where they hold none.
Result<std::string> core_title(ZipArchive& archive, const Budget& budget);

/// The one child of that element that is shown, where it offers alternatives (`mc:AlternateContent`); kNone where all of them are.
std::uint32_t shown_choice(const MarkupTree& tree, std::uint32_t parent);

/// Whether a switch is on: `<w:b/>`, `w:val="1"`, `"true"`, `"on"`. False for no element.
bool is_on(const MarkupTree& tree, std::uint32_t element);

}  // namespace grove::document
