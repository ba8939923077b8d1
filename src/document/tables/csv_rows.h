#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grove::document {

using CsvRow = std::vector<std::string>;

/// Reads rows one after the other (RFC 4180): fields in quotation marks may hold separators and line ends, a doubled mark is one. Whatever
/// the text, it is read; a quotation mark that never ends holds the rest. Borrows the text.
class CsvRows {
 public:
  static constexpr std::size_t kMostFields = 100'000;

  CsvRows(std::string_view text, char separator) : text_(text), separator_(separator) {}

  bool at_end() const { return at_ >= text_.size(); }
  /// REQUIRES: not at_end(). A row with that many fields ends there, and the next one is the rest of it.
  CsvRow next();

 private:
  std::string field();
  std::string quoted();

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
};

/// Of `,`, `;`, tab and `|` the one under which the first rows have most often the same number of fields, more than one; `,` where none is.
char find_separator(std::string_view text);

/// Whether a first row names columns: distinct, none empty, none a number.
bool names_columns(const CsvRow& row);

}  // namespace grove::document
