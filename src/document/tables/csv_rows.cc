#include "document/tables/csv_rows.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"

namespace grove::document {
namespace {

constexpr std::string_view kSeparators = ",;\t|";
constexpr int kRowsLookedAt = 100;
constexpr std::size_t kBytesLookedAt = std::size_t{256} << 10U;

bool is_number(std::string_view text) {
  const bool has_digit = text.find_first_of("0123456789") != std::string_view::npos;
  return has_digit && text.find_first_not_of("0123456789.,-+%eE €$£/:T ") == std::string_view::npos;
}

/// Rows that have the most frequent number of fields, more than one, and that number.
struct Agreement {
  int rows = 0;
  std::size_t fields = 0;
};

Agreement agreement_under(std::string_view text, char separator) {
  std::map<std::size_t, int> rows_of_width;
  CsvRows rows(text, separator);
  for (int i = 0; i < kRowsLookedAt && !rows.at_end(); ++i) ++rows_of_width[rows.next().size()];
  Agreement best;
  for (const auto& [fields, count] : rows_of_width)
    if (fields > 1 && count >= best.rows) best = {.rows = count, .fields = fields};
  return best;
}

}  // namespace

std::string CsvRows::quoted() {
  std::string value;
  ++at_;
  while (at_ < text_.size()) {
    if (text_[at_] != '"') {
      value += text_[at_++];
    } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
      value += '"';
      at_ += 2;
    } else {
      ++at_;
      break;
    }
  }
  return value;
}

std::string CsvRows::field() {
  std::string value;
  if (at_ < text_.size() && text_[at_] == '"') value = quoted();
  while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n') value += text_[at_++];
  return value;
}

CsvRow CsvRows::next() {
  CsvRow row;
  for (;;) {
    row.push_back(field());
    const bool more = at_ < text_.size() && text_[at_] == separator_;
    if (at_ < text_.size()) ++at_;
    if (!more || row.size() >= kMostFields) return row;
  }
}

char find_separator(std::string_view text) {
  text = text.substr(0, kBytesLookedAt);
  char best = ',';
  Agreement most;
  for (const char separator : kSeparators) {
    const Agreement found = agreement_under(text, separator);
    if (found.rows > most.rows || (found.rows == most.rows && found.fields > most.fields)) most = found, best = separator;
  }
  return best;
}

bool names_columns(const CsvRow& row) {
  std::set<std::string_view> seen;
  return std::ranges::all_of(row, [&](const std::string& field) {
    const std::string_view name = trim(field);
    return !name.empty() && !is_number(name) && seen.insert(name).second;
  });
}

}  // namespace grove::document
