#include "document/pdf/list_markers.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "document/pdf/numerals.h"

namespace grove::document::pdf {
namespace {

constexpr std::array<std::string_view, 17> kBullets = {"•", "‣", "◦", "▪", "▫", "■", "□", "●", "○", "◆", "–", "—", "-", "*", "·", "∙", "⁃"};
constexpr std::size_t kLongestNumber = 12;

bool is_bullet(std::string_view text) { return std::ranges::find(kBullets, text) != kBullets.end(); }

/// Bullets that are no dashes too.
bool is_only_bullet(std::string_view text) {
  return is_bullet(text) && text != "–" && text != "—" && text != "-" && text != "*" && text != "·";
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.size() <= 3 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_letter(std::string_view text) { return text.size() == 1 && std::isalpha(static_cast<unsigned char>(text.front())) != 0; }

/// "3", "a", "iv", "2.1.3", "A.2".
bool is_number(std::string_view text) {
  const auto pieces = split(text, '.');
  const std::string_view first = pieces.front();
  if (!is_digits(first) && !is_letter(first) && !numeral_value(first)) return false;
  return std::all_of(pieces.begin() + 1, pieces.end(), is_digits);
}

/// What a number is between, if anything.
std::string_view unwrapped(std::string_view text) {
  if (text.size() > 2 && ((text.front() == '(' && text.back() == ')') || (text.front() == '[' && text.back() == ']'))) {
    return text.substr(1, text.size() - 2);
  }
  if (text.size() > 1 && (text.back() == '.' || text.back() == ')' || text.back() == ':')) return text.substr(0, text.size() - 1);
  return text;
}

}  // namespace

bool is_list_marker(std::string_view text) {
  if (text.empty() || text.size() > kLongestNumber) return false;
  return is_bullet(text) || is_number(unwrapped(text));
}

std::string_view leading_marker(std::string_view text) {
  const auto end = text.find(' ');
  if (end == std::string_view::npos || end + 1 >= text.size()) return {};
  const std::string_view first = text.substr(0, end);
  if (!is_list_marker(first) || (!is_bullet(first) && unwrapped(first) == first)) return {};
  return text.substr(0, end + 1);
}

bool begins_with_bullet(std::string_view text) {
  const auto end = text.find(' ');
  return end != std::string_view::npos && is_only_bullet(text.substr(0, end));
}

}  // namespace grove::document::pdf
