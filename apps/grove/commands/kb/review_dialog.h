#pragma once

#include <iosfwd>
#include <string>

#include "apps/grove/terminal/console.h"
#include "knowledge/review/review.h"

namespace grove::cli {

/// Who decides at the keyboard, and why where they don't say.
struct Reviewer {
  std::string by;
  std::string reason;
};

/// One change for people: what becomes otherwise, and the quotes it rests on.
std::string change_text(const knowledge::TermChange& change, const Console& console);

/// Shows each pending change and takes a key a line from `in`: y n a d s q ?. Each answer is kept at once; the end of `in` is q.
Status review_by_keys(knowledge::Review& review, const Reviewer& reviewer, std::istream& in, std::ostream& out, const Console& console);

}  // namespace grove::cli
