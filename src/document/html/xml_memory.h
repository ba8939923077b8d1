#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace grove::document {

/// What a tree takes of memory for each of its parts, in bytes.
struct XmlNodeCosts {
  std::uint64_t node = 64;  ///< An element or a text: what pugixml itself takes.
  std::uint64_t attribute = 40;
};

/// kResourceLimit where the tree of that XML would take more than two gigabytes: an archive of a megabyte holds elements enough to fill
/// the memory of any machine. They are counted by their marks before anything is built.
Status check_xml_memory(std::string_view xml, const XmlNodeCosts& costs = {});

}  // namespace grove::document
