#pragma once

#include "document/pdf/content.h"

namespace grove::document::pdf {

/// Takes the dots that lead from a title to its page in a table of contents, and the page numbers that they lead to, which like those at
/// the edges of pages only help someone who turns pages. On a page with few such lines only the dots go: their numbers may be prices.
void leave_out_leaders(PageContent& page);

}  // namespace grove::document::pdf
