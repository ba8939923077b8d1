#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "document/html/markup_tree.h"

namespace grove::document {

/// The labels of numbered and bulleted paragraphs, counted in the order in which they are asked for (ISO/IEC 29500-1, 17.9).
class DocxNumbering {
 public:
  /// Of the part `numbering.xml`. The tree is read, not kept.
  explicit DocxNumbering(const MarkupTree& numbering);

  /// "-" for a bullet, "2.1." for a number; empty for no label or no such list. Counts the paragraph.
  std::string next_label(std::string_view list, std::uint32_t level);

 private:
  static constexpr std::size_t kLevels = 9;
  struct Level {
    std::string format = "decimal";
    std::string text;  // "%1.%2."
    std::uint32_t start = 1;
  };
  struct Definition {
    std::array<Level, kLevels> levels;
    std::array<std::uint32_t, kLevels> counts{};  // 0: not begun
  };

  static void take_level(const MarkupTree& tree, std::uint32_t element, Definition& definition);
  std::map<std::string, Definition, std::less<>> definitions_;  // by abstractNumId
  std::map<std::string, std::string, std::less<>> of_list_;     // numId → abstractNumId
};

/// 4 as "4", "d", "D", "iv" or "IV"; as "4" in formats that are not known.
std::string formatted_number(std::uint32_t number, std::string_view format);

}  // namespace grove::document
