#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "corpus/registry.h"

namespace grove::corpus {
namespace {

constexpr std::size_t kLongestName = 100;
constexpr std::size_t kRoomForNumber = 12;

bool is_forbidden(char letter) {
  return static_cast<unsigned char>(letter) <= ' ' || letter == '\x7f' || std::string_view("/\\:#").contains(letter);
}

/// Cuts before the limit, never within a UTF-8 sequence.
std::string_view cut(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0U) == 0x80U) --limit;
  return text.substr(0, limit);
}

std::string acceptable(std::string_view wanted) {
  std::string name(wanted);
  std::ranges::replace_if(name, is_forbidden, '-');
  name = printable_line(name);
  std::ranges::replace_if(name, is_forbidden, '-');
  name = cut(name, kLongestName - kRoomForNumber);
  name.erase(0, std::min(name.find_first_not_of("-."), name.size()));
  return name.empty() ? "repository" : name;
}

}  // namespace

Status check_name(std::string_view name) {
  const bool valid = !name.empty() && name.size() <= kLongestName && name.front() != '-' && name.front() != '.' &&
                     std::none_of(name.begin(), name.end(), is_forbidden) && printable_line(name) == name;
  if (valid) return {};
  return fail(ErrorCode::kInvalidArgument, fmt::format("cannot name a repository \"{}\"", name),
              "use 1 to 100 bytes of UTF-8 without spaces, slashes, `:`, `#` and control characters, starting with neither `-` nor `.`");
}

std::string propose_name(std::string_view wanted, std::span<const Repository> registered) {
  const std::string base = acceptable(wanted);
  const auto taken = [&](const std::string& name) {
    return std::any_of(registered.begin(), registered.end(),
                       [&](const Repository& other) { return other.name == name || other.id == name; });
  };
  std::string name = base;
  for (int number = 2; taken(name); ++number) name = fmt::format("{}-{}", base, number);
  return name;
}

}  // namespace grove::corpus
