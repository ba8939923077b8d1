#pragma once

#include <string>
#include <vector>

#include "document/document.h"

namespace grove::document {

/// A stretch of text under one heading, up to the next heading of any level.
struct Section {
  TextSpan span;
  std::vector<std::string> path;  ///< Titles, outermost first; empty before the first heading.
};

/// In order and without gaps over the whole text. Headings that follow each other downwards without text between them open one section.
std::vector<Section> sections_of(const Document& document);

}  // namespace grove::document
