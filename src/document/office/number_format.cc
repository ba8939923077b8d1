#include "document/office/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace grove::document {
namespace {

using namespace std::chrono;

constexpr double kLargestDate = 2'958'466;  // days: the year 10000
constexpr int kMostDecimals = 15;

struct BuiltIn {
  std::uint32_t id;
  std::string_view code;
};
constexpr BuiltIn kBuiltIn[] = {{1, "0"},           {2, "0.00"},           {3, "#,##0"},     {4, "#,##0.00"},  {9, "0%"},
                                {10, "0.00%"},      {14, "yyyy-mm-dd"},    {15, "d-mmm-yy"}, {16, "d-mmm"},    {17, "mmm-yy"},
                                {18, "h:mm AM/PM"}, {19, "h:mm:ss AM/PM"}, {20, "h:mm"},     {21, "h:mm:ss"},  {22, "yyyy-mm-dd h:mm"},
                                {37, "#,##0"},      {38, "#,##0"},         {39, "#,##0.00"}, {40, "#,##0.00"}, {45, "mm:ss"},
                                {46, "[h]:mm:ss"},  {47, "mm:ss"},         {49, "@"}};
constexpr std::string_view kMonths[] = {"January", "February", "March",     "April",   "May",      "June",
                                        "July",    "August",   "September", "October", "November", "December"};
constexpr std::string_view kWeekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

/// A piece of a code: a run of one letter or digit sign, or text that is shown as it stands.
struct Token {
  char kind;  // 'y' 'm' 'd' 'h' 's' 'A' (AM/PM) 'H' ([h]) '0' (digits) '"' (text) '%'
  std::string text;
};

/// The section for positive numbers, negative ones, or zero.
std::string_view section_for(double number, std::string_view code) {
  std::vector<std::string_view> sections;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == '"') quoted = !quoted;
    if (code[i] == '\\') ++i;
    if (i >= code.size() || code[i] != ';' || quoted) continue;
    sections.push_back(code.substr(begin, i - begin));
    begin = i + 1;
  }
  sections.push_back(code.substr(std::min(begin, code.size())));
  if (number < 0 && sections.size() > 1) return sections[1];
  if (number == 0 && sections.size() > 2) return sections[2];
  return sections[0];
}

/// What stands in brackets: an elapsed time, a currency ("[$€-407]"), or a colour or condition, which shows nothing.
Token bracket_token(std::string_view inside) {
  const std::string lowered = to_lower_ascii(inside);
  if (!lowered.empty() && lowered.find_first_not_of("h") == std::string::npos) return {.kind = 'H', .text = lowered};
  if (lowered.starts_with("$")) return {.kind = '"', .text = std::string(inside.substr(1, inside.find('-') - 1))};
  return {.kind = '"', .text = {}};
}

std::vector<Token> tokens_of(std::string_view code) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    const char lower = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    if (c == '"') {
      const std::size_t end = std::min(code.find('"', i + 1), code.size());
      tokens.push_back({.kind = '"', .text = std::string(code.substr(i + 1, end - i - 1))});
      i = end;
    } else if (c == '[') {
      const std::size_t end = std::min(code.find(']', i), code.size());
      tokens.push_back(bracket_token(code.substr(i + 1, end - i - 1)));
      i = end;
    } else if (c == '\\' || c == '_' || c == '*') {
      if (c == '\\' && i + 1 < code.size()) tokens.push_back({.kind = '"', .text = std::string(1, code[i + 1])});
      ++i;
    } else if (equals_ignoring_ascii_case(code.substr(i, 5), "am/pm")) {
      tokens.push_back({.kind = 'A', .text = {}});
      i += 4;
    } else if (std::string_view("ymdhs").find(lower) != std::string_view::npos ||
               std::string_view("0#?.,").find(c) != std::string_view::npos) {
      const char kind = std::string_view("0#?.,").find(c) != std::string_view::npos ? '0' : lower;
      if (tokens.empty() || tokens.back().kind != kind) tokens.push_back({.kind = kind, .text = {}});
      tokens.back().text += kind == '0' ? c : lower;
    } else {
      tokens.push_back({.kind = c == '%' ? '%' : '"', .text = std::string(1, c)});
    }
  }
  return tokens;
}

bool shows_date(const std::vector<Token>& tokens) {
  return std::ranges::any_of(tokens,
                             [](const Token& token) { return std::string_view("ymdhsH").find(token.kind) != std::string_view::npos; });
}

/// A number of days as date and time of day.
struct Moment {
  year_month_day date;
  weekday day;
  long seconds;        // of the day
  long total_seconds;  // since the system's begin
};

Moment moment_of(double days_since, DateSystem dates) {
  const long total = std::lround(days_since * 86'400);
  const long whole = total / 86'400;
  // The 29th of February 1900, which the older system counts, never was.
  const sys_days begin = dates == DateSystem::k1904 ? sys_days(year(1904) / 1 / 1) : sys_days(year(1899) / 12 / (whole < 60 ? 31 : 30));
  const sys_days date = begin + days(whole);
  return {.date = year_month_day(date), .day = weekday(date), .seconds = total % 86'400, .total_seconds = total};
}

/// "m" stands for minutes after hours and before seconds, else for months.
bool means_minutes(const std::vector<Token>& tokens, std::size_t index) {
  for (std::size_t i = index; i-- > 0;) {
    if (tokens[i].kind == 'h' || tokens[i].kind == 'H') return true;
    if (tokens[i].kind != '"') break;
  }
  for (std::size_t i = index + 1; i < tokens.size(); ++i) {
    if (tokens[i].kind == 's') return true;
    if (tokens[i].kind != '"') break;
  }
  return false;
}

std::string padded(long number, std::size_t width) { return width > 1 ? fmt::format("{:02}", number) : std::to_string(number); }

std::string month_text(unsigned month, std::size_t width) {
  const std::string_view name = kMonths[month - 1];
  if (width == 3) return std::string(name.substr(0, 3));
  if (width == 5) return std::string(name.substr(0, 1));
  return width >= 4 ? std::string(name) : padded(static_cast<long>(month), width);
}

std::string day_text(const Moment& moment, std::size_t width) {
  const std::string_view name = kWeekdays[moment.day.c_encoding()];
  if (width <= 2) return padded(static_cast<long>(static_cast<unsigned>(moment.date.day())), width);
  return std::string(width == 3 ? name.substr(0, 3) : name);
}

std::string date_text(double number, const std::vector<Token>& tokens, DateSystem dates) {
  const Moment moment = moment_of(number, dates);
  const bool twelve = std::ranges::any_of(tokens, [](const Token& token) { return token.kind == 'A'; });
  const long hour = moment.seconds / 3600;
  std::string out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t width = tokens[i].text.size();
    switch (tokens[i].kind) {
      case 'y':
        out += fmt::format(fmt::runtime(width > 2 ? "{:04}" : "{:02}"), static_cast<int>(moment.date.year()) % (width > 2 ? 10'000 : 100));
        break;
      case 'm':
        out += means_minutes(tokens, i) ? padded(moment.seconds / 60 % 60, width)
                                        : month_text(static_cast<unsigned>(moment.date.month()), width);
        break;
      case 'd': out += day_text(moment, width); break;
      case 'h': out += padded(twelve ? (hour + 11) % 12 + 1 : hour, width); break;
      case 'H': out += padded(moment.total_seconds / 3600, width); break;
      case 's': out += padded(moment.seconds % 60, width); break;
      case 'A': out += hour < 12 ? "AM" : "PM"; break;
      case '0':  // a point or comma between words; digits are fractions of a second
        if (tokens[i].text.find_first_of("0#?") == std::string::npos) out += tokens[i].text;
        break;
      default: out += tokens[i].text;
    }
  }
  return out;
}

std::string general(double number) { return fmt::format("{:.15g}", number); }

std::string with_thousands(std::string digits) {
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t begin = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = point; at > begin + 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

/// "#,##0.00" and the like.
std::string digits_text(double number, std::string_view pattern) {
  const std::size_t point = pattern.find('.');
  const std::string_view decimals = point == std::string_view::npos ? std::string_view() : pattern.substr(point + 1);
  const auto least = std::ranges::count(decimals, '0');
  const auto most = std::ranges::count_if(decimals, [](char c) { return c != ','; });
  std::string text = fmt::format("{:.{}f}", number, std::min(static_cast<int>(most), kMostDecimals));
  for (auto shown = most; shown > least && text.ends_with('0'); --shown) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return pattern.substr(0, point).find(',') == std::string_view::npos ? text : with_thousands(std::move(text));
}

std::string number_text(double number, const std::vector<Token>& tokens, bool own_sign) {
  const bool percent = std::ranges::any_of(tokens, [](const Token& token) { return token.kind == '%'; });
  const double shown = (percent ? number * 100 : number) * (own_sign && number < 0 ? -1 : 1);
  std::string out;
  bool placed = false;
  for (const Token& token : tokens) {
    if (token.kind == '0' && !placed) {
      out += digits_text(shown, token.text);
      placed = true;
    } else if (token.kind != '0') {
      out += token.text;
    }
  }
  return placed ? out : general(number);
}

}  // namespace

std::string formatted_cell(double number, std::string_view code, DateSystem dates) {
  if (!std::isfinite(number)) return {};
  if (code.empty() || code == "@" || equals_ignoring_ascii_case(code, "general")) return general(number);
  const std::string_view section = section_for(number, code);
  const bool scientific = section.find("E+") != std::string_view::npos || section.find("E-") != std::string_view::npos;
  if (scientific || section.find('/') != std::string_view::npos) {
    if (section.find_first_of("yYdDmM") == std::string_view::npos) return general(number);  // also fractions
  }
  const std::vector<Token> tokens = tokens_of(section);
  if (shows_date(tokens)) return number >= 0 && number < kLargestDate ? date_text(number, tokens, dates) : general(number);
  return number_text(number, tokens, section.data() != code.data());
}

std::string_view built_in_format(std::uint32_t id) {
  const auto found = std::ranges::find(kBuiltIn, id, &BuiltIn::id);
  return found == std::end(kBuiltIn) ? std::string_view("General") : found->code;
}

}  // namespace grove::document
