#include "knowledge/literals.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/text.h"
#include "knowledge/graph_view.h"

namespace grove::knowledge {
namespace {

/// A whole number of any length fits its type by sign and, where the type is bounded, by value.
struct IntegerType {
  std::string_view name;
  long double least;
  long double most;
};

constexpr long double kNone = std::numeric_limits<long double>::infinity();
constexpr std::array<IntegerType, 13> kIntegers = {{{"integer", -kNone, kNone},
                                                    {"nonNegativeInteger", 0, kNone},
                                                    {"positiveInteger", 1, kNone},
                                                    {"nonPositiveInteger", -kNone, 0},
                                                    {"negativeInteger", -kNone, -1},
                                                    {"long", -9223372036854775808.0L, 9223372036854775807.0L},
                                                    {"int", -2147483648.0L, 2147483647.0L},
                                                    {"short", -32768, 32767},
                                                    {"byte", -128, 127},
                                                    {"unsignedLong", 0, 18446744073709551615.0L},
                                                    {"unsignedInt", 0, 4294967295.0L},
                                                    {"unsignedShort", 0, 65535},
                                                    {"unsignedByte", 0, 255}}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
  return text;
}

bool is_integer(std::string_view text) {
  const std::string_view digits = without_sign(text);
  return !digits.empty() && std::ranges::all_of(digits, is_digit);
}

bool is_decimal(std::string_view text) {
  const std::string_view digits = without_sign(text);
  const bool fine = std::ranges::all_of(digits, [](char c) { return is_digit(c) || c == '.'; });
  return fine && std::ranges::count(digits, '.') <= 1 && std::ranges::any_of(digits, is_digit);
}

bool is_double(std::string_view text) {
  if (text == "NaN" || text == "INF" || text == "+INF" || text == "-INF") return true;
  const std::size_t exponent = text.find_first_of("eE");
  return is_decimal(text.substr(0, exponent)) && (exponent == text.npos || is_integer(text.substr(exponent + 1)));
}

std::optional<long double> number(std::string_view text) {
  if (!is_double(text)) return std::nullopt;
  if (text.ends_with("INF")) return text.front() == '-' ? -kNone : kNone;
  return std::strtold(std::string(text).c_str(), nullptr);
}

/// Takes exactly so many digits off the front.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
  int value = 0;
  if (text.size() < count || !std::ranges::all_of(text.substr(0, count), is_digit)) return std::nullopt;
  std::from_chars(text.data(), text.data() + count, value);
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

/// A point on the time line, in seconds, in its own zone where it has none.
struct Moment {
  long double seconds = 0;
  bool has_zone = false;
};

std::int64_t days_from_epoch(std::int64_t year, int month, int day) {
  // Howard Hinnant, "chrono-compatible low-level date algorithms": days_from_civil.
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t of_era = year - era * 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

int days_in(std::int64_t year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

std::optional<long double> take_date(std::string_view& text) {
  const bool negative = take(text, '-');
  const std::size_t digits = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
  if (digits < 4 || digits > 9 || (digits > 4 && text.front() == '0')) return std::nullopt;
  const auto year = take_digits(text, digits);
  if (!take(text, '-')) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || *month < 1 || *month > 12 || !take(text, '-')) return std::nullopt;
  const auto day = take_digits(text, 2);
  const std::int64_t signed_year = negative ? -*year : *year;
  if (!day || *day < 1 || *day > days_in(signed_year, *month)) return std::nullopt;
  return static_cast<long double>(days_from_epoch(signed_year, *month, *day)) * 86400;
}

std::optional<long double> take_time(std::string_view& text) {
  const auto hour = take_digits(text, 2);
  if (!hour || !take(text, ':')) return std::nullopt;
  const auto minute = take_digits(text, 2);
  if (!minute || !take(text, ':')) return std::nullopt;
  const auto second = take_digits(text, 2);
  if (!second || *minute > 59 || *second > 59) return std::nullopt;
  long double fraction = 0;
  if (take(text, '.')) {
    const std::size_t digits = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
    if (digits == 0) return std::nullopt;
    fraction = std::strtold(("0." + std::string(text.substr(0, digits))).c_str(), nullptr);
    text.remove_prefix(digits);
  }
  const bool midnight = *hour == 24 && *minute == 0 && *second == 0 && fraction == 0;
  if (*hour > 23 && !midnight) return std::nullopt;
  return *hour * 3600 + *minute * 60 + *second + fraction;
}

/// What is left of a time has to be a zone or nothing.
std::optional<Moment> with_zone(long double seconds, std::string_view text) {
  if (text.empty()) return Moment{seconds, false};
  if (text == "Z") return Moment{seconds, true};
  const bool west = text.front() == '-';
  if (!west && text.front() != '+') return std::nullopt;
  text.remove_prefix(1);
  const auto hours = take_digits(text, 2);
  if (!hours || !take(text, ':')) return std::nullopt;
  const auto minutes = take_digits(text, 2);
  if (!minutes || !text.empty() || *minutes > 59 || *hours * 60 + *minutes > 14 * 60) return std::nullopt;
  const int offset = *hours * 3600 + *minutes * 60;
  return Moment{west ? seconds + offset : seconds - offset, true};
}

std::optional<Moment> moment(std::string_view text, std::string_view type) {
  long double seconds = 0;
  if (type != "time") {
    const auto date = take_date(text);
    if (!date) return std::nullopt;
    seconds = *date;
    if (type != "date" && !take(text, 'T')) return std::nullopt;
  }
  if (type != "date") {
    const auto time = take_time(text);
    if (!time) return std::nullopt;
    seconds += *time;
  }
  const auto whole = with_zone(seconds, text);
  return whole && type == "dateTimeStamp" && !whole->has_zone ? std::nullopt : whole;
}

enum class Family { kOther, kNumber, kMoment, kBoolean, kString };

bool is_moment(std::string_view type) { return type == "dateTime" || type == "date" || type == "time" || type == "dateTimeStamp"; }

Family family_of(std::string_view type) {
  if (type == "decimal" || type == "double" || type == "float" || std::ranges::find(kIntegers, type, &IntegerType::name) != kIntegers.end())
    return Family::kNumber;
  if (is_moment(type)) return Family::kMoment;
  if (type == "boolean") return Family::kBoolean;
  return type == "string" ? Family::kString : Family::kOther;
}

/// The local name of a type of XML Schema; empty for others.
std::string_view xsd_name(std::string_view datatype) {
  return datatype.starts_with(names::kXsd) ? datatype.substr(names::kXsd.size()) : std::string_view();
}

bool is_true(std::string_view text) { return text == "true" || text == "1"; }

}  // namespace

std::string_view datatype_of(const rdf::Term& literal) {
  constexpr std::string_view kString = "http://www.w3.org/2001/XMLSchema#string";
  constexpr std::string_view kLanguage = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";
  if (!literal.language.empty()) return kLanguage;
  return literal.datatype.empty() ? kString : std::string_view(literal.datatype);
}

bool is_lexical_form(std::string_view text, std::string_view datatype) {
  const std::string_view type = xsd_name(datatype);
  const std::string_view value = type == "string" ? text : trim(text);
  if (const auto integer = std::ranges::find(kIntegers, type, &IntegerType::name); integer != kIntegers.end()) {
    if (!is_integer(value)) return false;
    const long double number = std::strtold(std::string(value).c_str(), nullptr);
    return number >= integer->least && number <= integer->most;
  }
  if (type == "decimal") return is_decimal(value);
  if (type == "double" || type == "float") return is_double(value);
  if (type == "boolean") return value == "true" || value == "false" || value == "1" || value == "0";
  if (is_moment(type)) return moment(value, type).has_value();
  if (type == "gYear") {
    const std::string_view digits = value.starts_with('-') ? value.substr(1) : value;
    return digits.size() >= 4 && std::ranges::all_of(digits.substr(0, digits.find_first_of("Z+-")), is_digit);
  }
  return true;
}

std::partial_ordering compare_literals(const rdf::Term& a, const rdf::Term& b) {
  constexpr auto kUnordered = std::partial_ordering::unordered;
  if (a.kind != rdf::Term::Kind::kLiteral || b.kind != rdf::Term::Kind::kLiteral) return kUnordered;
  const std::string_view type_a = xsd_name(datatype_of(a));
  const std::string_view type_b = xsd_name(datatype_of(b));
  const Family family = family_of(type_a);
  if (family == Family::kOther || family != family_of(type_b)) return kUnordered;
  if (!is_lexical_form(a.value, datatype_of(a)) || !is_lexical_form(b.value, datatype_of(b))) return kUnordered;
  if (family == Family::kString) return a.value <=> b.value;
  if (family == Family::kBoolean) return is_true(trim(a.value)) <=> is_true(trim(b.value));
  if (family == Family::kNumber) return *number(trim(a.value)) <=> *number(trim(b.value));
  if ((type_a == "date") != (type_b == "date") || (type_a == "time") != (type_b == "time")) return kUnordered;
  const Moment first = *moment(trim(a.value), type_a);
  const Moment second = *moment(trim(b.value), type_b);
  constexpr long double kWidestZone = 14 * 3600;
  if (first.has_zone != second.has_zone && std::fabs(first.seconds - second.seconds) <= kWidestZone) return kUnordered;
  return first.seconds <=> second.seconds;
}

}  // namespace grove::knowledge
