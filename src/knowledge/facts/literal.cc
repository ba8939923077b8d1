#include "knowledge/facts/literal.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace grove::knowledge {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes parts off the front of a text.
class Scan {
 public:
  explicit Scan(std::string_view text) : rest_(text) {}
  bool at_end() const { return rest_.empty(); }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// All digits that stand here.
  std::string_view digits() {
    const auto end = std::ranges::find_if_not(rest_, is_digit);
    return take_first(static_cast<std::size_t>(end - rest_.begin()));
  }
  /// Exactly two digits; -1 where they don't stand here.
  int two() {
    if (rest_.size() < 2 || !is_digit(rest_[0]) || !is_digit(rest_[1])) return -1;
    const std::string_view pair = take_first(2);
    return (pair[0] - '0') * 10 + (pair[1] - '0');
  }

 private:
  std::string_view take_first(std::size_t size) {
    const std::string_view part = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return part;
  }
  std::string_view rest_;
};

bool is_integer(std::string_view text) {
  Scan scan(text);
  if (!scan.take('-')) scan.take('+');
  return !scan.digits().empty() && scan.at_end();
}

bool is_decimal(std::string_view text) {
  Scan scan(text);
  if (!scan.take('-')) scan.take('+');
  const bool whole = !scan.digits().empty();
  if (!scan.take('.')) return whole && scan.at_end();
  const bool fraction = !scan.digits().empty();
  return (whole || fraction) && scan.at_end();
}

int days_in(int month, bool is_leap) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap ? 29 : kDays[month - 1];
}

bool is_leap_year(std::string_view digits) {
  int year = 0;  // of a cycle of 400
  for (const char c : digits) year = (year * 10 + (c - '0')) % 400;
  return year % 4 == 0 && (year % 100 != 0 || year == 0);
}

/// `-?YYYY-MM-DD`
bool take_date(Scan& scan) {
  scan.take('-');
  const std::string_view year = scan.digits();
  if (year.size() < 4 || (year.size() > 4 && year[0] == '0') || !scan.take('-')) return false;
  const int month = scan.two();
  if (month < 1 || month > 12 || !scan.take('-')) return false;
  const int day = scan.two();
  return day >= 1 && day <= days_in(month, is_leap_year(year));
}

/// `Z`, `+01:00`, or nothing.
bool take_zone(Scan& scan) {
  if (scan.at_end() || scan.take('Z')) return scan.at_end();
  if (!scan.take('-') && !scan.take('+')) return false;
  const int hours = scan.two();
  if (hours < 0 || !scan.take(':')) return false;
  const int minutes = scan.two();
  return minutes >= 0 && minutes < 60 && (hours < 14 || (hours == 14 && minutes == 0)) && scan.at_end();
}

bool is_date(std::string_view text) {
  Scan scan(text);
  return take_date(scan) && take_zone(scan);
}

bool is_date_time(std::string_view text) {
  Scan scan(text);
  if (!take_date(scan) || !scan.take('T')) return false;
  const int hours = scan.two();
  if (hours < 0 || !scan.take(':')) return false;
  const int minutes = scan.two();
  if (minutes < 0 || minutes > 59 || !scan.take(':')) return false;
  const int seconds = scan.two();
  if (seconds < 0 || seconds > 59) return false;
  if (scan.take('.') && scan.digits().empty()) return false;
  return (hours < 24 || (hours == 24 && minutes == 0 && seconds == 0)) && take_zone(scan);
}

bool is_one_of(std::string_view value, const std::vector<std::string>& values) {
  return std::ranges::any_of(values, [&](const std::string& each) { return each == value; });
}

}  // namespace

bool is_lexical(std::string_view text, DatatypeRange range) {
  switch (range) {
    case DatatypeRange::kInteger: return is_integer(text);
    case DatatypeRange::kNumber: return is_decimal(text);
    case DatatypeRange::kBoolean: return text == "true" || text == "false" || text == "1" || text == "0";
    case DatatypeRange::kDate: return is_date(text);
    case DatatypeRange::kDateTime: return is_date_time(text);
    case DatatypeRange::kString:
    case DatatypeRange::kEnum:
    case DatatypeRange::kAny: return true;
  }
  return true;
}

TypedValue typed_value(std::string_view value, const CardProperty& property) {
  const DatatypeRange range = datatype_range(property.range);
  std::string text(value);
  if (range == DatatypeRange::kBoolean && (equals_ignoring_ascii_case(text, "true") || equals_ignoring_ascii_case(text, "false")))
    text = to_lower_ascii(text);
  if (range == DatatypeRange::kEnum && !property.values.empty() && !is_one_of(text, property.values))
    return {rdf::literal(text), fmt::format("\"{}\" is none of the values of {}", text, property.name)};
  if (!is_lexical(text, range))
    return {rdf::literal(text), fmt::format("\"{}\" is no {} as {} wants it, and stays text", text, range_name(range), property.name)};
  std::string datatype(range_datatype(range));
  if (datatype == "http://www.w3.org/2001/XMLSchema#string") datatype.clear();
  return {rdf::literal(std::move(text), std::move(datatype))};
}

}  // namespace grove::knowledge
