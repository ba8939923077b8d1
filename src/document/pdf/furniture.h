#pragma once

#include "document/budget.h"
#include "document/pdf/content.h"

namespace grove::document::pdf {

/// Takes from each page what is repeated at its edge: running titles, page numbers, lines of a printer. The outermost line of a page goes
///  - where one that reads the same, but for numbers, stands at the same height of other pages,
///  - where it has a number that counts up with the pages,
///  - where most lines that stand at that height go for one of these reasons (a running title of a chapter of one page).
/// Pages whose labels the document doesn't give get the number that is printed on them; a label that is only the page's number is removed.
/// kTimeout or kCancelled once the budget is over.
Status leave_out_furniture(Content& content, const Budget& budget);

}  // namespace grove::document::pdf
