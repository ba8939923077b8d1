#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace grove::engine {

/// An answer whose citations all mean something that was retrieved.
struct CheckedAnswer {
  std::string text;
  std::vector<std::size_t> cited;      ///< Ascending, each once.
  std::vector<std::string> unfounded;  ///< As they were written: `[12]`; they are gone from the text.
};

/// Takes out of an answer the citations, `[3]`, `[1, 4]`, `[2-5]`, that are of none of `known`. What stands in code (between backticks),
/// and
/// `[0]` right behind a word, cites nothing and stays.
CheckedAnswer check_citations(const std::string& text, const std::set<std::size_t>& known);

}  // namespace grove::engine
