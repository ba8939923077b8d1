#include "knowledge/facts/value_places.h"

#include <algorithm>
#include <optional>
#include <string>

#include "knowledge/facts/literal.h"

namespace grove::knowledge {
namespace {

using document::TextSpan;

/// Year, month and day stand within so many bytes.
constexpr std::uint64_t kDateBytes = 40;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_zeros(std::string_view digits) {
  const std::size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? std::string_view("0") : digits.substr(first);
}

/// A number as it is compared: no sign, no zeros that say nothing. `1,5` is no number here.
std::string plain_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  std::string out(without_zeros(text.substr(0, point)));
  if (point == std::string_view::npos) return out;
  std::string_view fraction = text.substr(point + 1);
  while (fraction.ends_with('0')) fraction.remove_suffix(1);
  return fraction.empty() ? out : out + '.' + std::string(fraction);
}

/// Digits, and single marks between digits.
struct Digits {
  std::string_view text;
  TextSpan place;
};

std::vector<Digits> digits_of(std::string_view text, std::string_view marks) {
  std::vector<Digits> all;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (end < text.size()) {
      const bool is_mark = marks.contains(text[end]) && end + 1 < text.size() && is_digit(text[end + 1]);
      if (!is_digit(text[end]) && !is_mark) break;
      ++end;
    }
    all.push_back({text.substr(at, end - at), {at, end}});
    at = end;
  }
  return all;
}

/// Whether marks at those places part thousands: three digits after each.
bool parts_thousands(std::string_view digits, char mark) {
  std::size_t at = digits.find(mark);
  if (at == std::string_view::npos || at == 0 || at > 3) return at == std::string_view::npos;
  for (; at != std::string_view::npos; at = digits.find(mark, at + 1)) {
    const std::size_t next = std::min(digits.find(mark, at + 1), digits.size());
    if (next - at != 4) return false;
  }
  return true;
}

std::string without(std::string_view text, char mark) {
  std::string out(text);
  std::erase(out, mark);
  return out;
}

/// Whether digits with marks can be read as this number: with the last kind of mark before a fraction, or with none.
bool reads_as(std::string_view digits, const std::string& number) {
  constexpr std::string_view kMarks = ".,'";
  for (const char fraction : {'.', ',', '\0'}) {
    const std::size_t point = fraction == '\0' ? std::string_view::npos : digits.rfind(fraction);
    if (fraction != '\0' && (point == std::string_view::npos || digits.find(fraction) != point)) continue;
    std::string whole(digits.substr(0, point));
    const std::string_view rest = point == std::string_view::npos ? std::string_view() : digits.substr(point + 1);
    if (!std::ranges::all_of(rest, is_digit)) continue;
    if (!std::ranges::all_of(kMarks, [&](char mark) { return parts_thousands(whole, mark); })) continue;
    for (const char mark : kMarks) whole = without(whole, mark);
    if (plain_number(rest.empty() ? whole : whole + '.' + std::string(rest)) == number) return true;
  }
  return false;
}

/// "-5", not "3-5", "ISO-9001" or "2020-07".
bool has_sign_before(std::string_view text, std::size_t at) {
  constexpr std::string_view kSigns[] = {"-", "−", "–", "minus "};
  const std::string_view before = text.substr(0, at);
  return std::ranges::any_of(kSigns,
                             [&](std::string_view sign) { return before.ends_with(sign) && !ends_with_letter(text, at - sign.size()); });
}

/// The month or the day of "2020-07-01".
bool is_within_date(std::string_view text, const TextSpan& place) {
  const auto joined_before = [&](std::size_t at) { return at >= 2 && text[at - 1] == '-' && is_digit(text[at - 2]); };
  const bool goes_on = place.end + 1 < text.size() && text[place.end] == '-' && is_digit(text[place.end + 1]);
  if (!joined_before(place.begin)) return false;
  std::size_t before = place.begin - 1;
  while (before > 0 && is_digit(text[before - 1])) --before;
  return goes_on || joined_before(before);
}

std::vector<TextSpan> number_places(std::string_view text, std::string_view value) {
  std::vector<TextSpan> places;
  const std::string number = plain_number(value);
  for (const Digits& digits : digits_of(text, ".,'")) {
    if (!reads_as(digits.text, number)) continue;
    if (value.starts_with('-') != has_sign_before(text, digits.place.begin) || is_within_date(text, digits.place)) continue;
    places.push_back(digits.place);
  }
  return places;
}

/// The number nearest to a place that is this one, if any is near.
std::optional<TextSpan> near(const std::vector<Digits>& numbers, const TextSpan& place, std::string_view wanted) {
  std::optional<TextSpan> best;
  for (const Digits& number : numbers) {
    if (number.place == place || without_zeros(number.text) != without_zeros(wanted)) continue;
    const TextSpan both{std::min(place.begin, number.place.begin), std::max(place.end, number.place.end)};
    if (both.end - both.begin <= kDateBytes && (!best || both.end - both.begin < best->end - best->begin)) best = both;
  }
  return best;
}

/// `value` is a date of XML Schema, or begins with one.
std::vector<TextSpan> date_places(std::string_view text, std::string_view value) {
  const std::size_t dash = value.find('-', 1);
  const std::string_view year = value.substr(value.starts_with('-') ? 1 : 0, dash - (value.starts_with('-') ? 1 : 0));
  const std::string_view month = value.substr(dash + 1, 2), day = value.substr(dash + 4, 2);
  const std::vector<Digits> numbers = digits_of(text, "");
  std::vector<TextSpan> places;
  for (const Digits& number : numbers) {
    if (without_zeros(number.text) != without_zeros(year)) continue;
    const auto with_day = near(numbers, number.place, day);
    if (!with_day) continue;
    const auto is_other = [&](const Digits& each) {
      const bool is_between = each.place.begin > with_day->begin && each.place.end < with_day->end;
      return is_between && without_zeros(each.text) != without_zeros(month);
    };
    if (std::ranges::none_of(numbers, is_other)) places.push_back(*with_day);
  }
  return places;
}

}  // namespace

std::vector<TextSpan> value_places(const QuotedText& text, std::string_view value, DatatypeRange range) {
  if (range == DatatypeRange::kBoolean && fits_range(value, range)) return {};
  if (!fits_range(value, range)) return text.find_names(value);
  switch (range) {
    case DatatypeRange::kInteger:
    case DatatypeRange::kNumber: return number_places(text.text(), value);
    case DatatypeRange::kDate:
    case DatatypeRange::kDateTime: return date_places(text.text(), value);
    case DatatypeRange::kBoolean:
    case DatatypeRange::kString:
    case DatatypeRange::kEnum:
    case DatatypeRange::kAny: break;
  }
  return text.find_names(value);
}

}  // namespace grove::knowledge
