#pragma once

#include "document/html/markup_tree.h"
#include "document/text_builder.h"

namespace grove::document {

/// Writes what a slide shows: its title as a heading, then its shapes in their order. Dates, footers and slide numbers are left out.
void write_slide(const MarkupTree& slide, TextBuilder& text);

/// Writes the notes of a page of notes, after a line that says what they are.
void write_slide_notes(const MarkupTree& notes, TextBuilder& text);

}  // namespace grove::document
