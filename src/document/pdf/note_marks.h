#pragma once

#include <vector>

#include "document/pdf/columns.h"

namespace grove::document::pdf {

/// Marks the small numbers, or asterisks and daggers, that begin notes in smaller type, and those in the text of that page that lead to
/// them. A raised number to which no note belongs is an exponent, and stays as it is.
void find_note_marks(const std::vector<Region>& regions, double body_size, PageContent& page);

}  // namespace grove::document::pdf
