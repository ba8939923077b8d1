#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "document/html/markup_tree.h"

namespace grove::document {

/// What a paragraph is by its own properties and those of its style (ISO/IEC 29500-1, 17.3.1, 17.7).
struct ParagraphStyle {
  std::uint32_t heading_level = 0;  ///< From 1; 0 for body text.
  bool is_title = false;            ///< The title of the whole document.
  std::string list;                 ///< numId of the list it belongs to; empty or "0" for none.
  std::uint32_t list_level = 0;
};

class DocxStyles {
 public:
  /// Of the part `styles.xml`. The tree is read, not kept.
  explicit DocxStyles(const MarkupTree& styles);
  /// REQUIRES: `paragraph` is a `w:p` of `tree`.
  ParagraphStyle of_paragraph(const MarkupTree& tree, std::uint32_t paragraph) const;

 private:
  struct Style {
    std::string based_on = {};
    std::optional<std::uint32_t> outline = {};  // from 0; 9 is body text
    bool is_title = false;
    std::optional<std::string> list = {};
    std::optional<std::uint32_t> list_level = {};
  };

  static void take_properties(const MarkupTree& tree, std::uint32_t properties, Style& style);
  Style resolved(std::string_view id) const;

  std::map<std::string, Style, std::less<>> styles_;
};

}  // namespace grove::document
