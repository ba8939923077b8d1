#pragma once

#include <memory>

#include "document/document_reader.h"

namespace grove::document {

/// PowerPoint's PPTX (ISO/IEC 29500, PresentationML): one page a slide, in the order in which they are shown; titles as headings, tables as
/// rows, the speaker's notes after the slide. Slides that hold pictures only are noted.
std::unique_ptr<DocumentReader> open_pptx_reader();

}  // namespace grove::document
