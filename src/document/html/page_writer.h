#pragma once

#include <cstdint>
#include <string>

#include "document/html/markup_tree.h"
#include "document/text_builder.h"

namespace grove::document {

/// Writes what a person reads on a page: the content of its `main` where it has one, else of its body, without navigation, page headers
/// and footers, scripts, forms' controls and what is hidden; tables as rows, preformatted text as it stands.
void write_page(const MarkupTree& tree, TextBuilder& text);

/// What its `title` element says.
std::string page_title(const MarkupTree& tree);

}  // namespace grove::document
