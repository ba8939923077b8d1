#pragma once

#include <cstdint>
#include <string_view>

#include "document/html/markup_tree.h"
#include "document/text_builder.h"

namespace grove::document {

/// Whether nobody sees it, or nobody reads it as text: scripts, controls, pictures, navigation, what is hidden.
bool is_never_read(const MarkupNode& node);

/// How far an element of that name stands apart from what is before and after it.
TextBuilder::Gap gap_around(std::string_view name);

/// The level of `h1` to `h6`; 0 for everything else.
std::uint32_t heading_level(std::string_view name);

}  // namespace grove::document
