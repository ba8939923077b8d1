#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
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

template <class Named>
std::vector<std::string> names_of(std::span<const Named> all) {
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.name);
  return names;
}

}  // namespace

Status check_name(std::string_view name, std::string_view bearer) {
  const bool valid = !name.empty() && name.size() <= kLongestName && name.front() != '-' && name.front() != '.' &&
                     std::none_of(name.begin(), name.end(), is_forbidden) && printable_line(name) == name;
  if (valid) return {};
  return fail(ErrorCode::kInvalidArgument, fmt::format("cannot name {} \"{}\"", bearer, name),
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

Result<const Repository*> find_repository(std::span<const Repository> registered, std::string_view name_or_id) {
  for (const Repository& repository : registered)
    if (repository.name == name_or_id || repository.id == name_or_id) return &repository;
  std::string hint = did_you_mean(name_or_id, names_of(registered));
  if (hint.empty()) hint = registered.empty() ? "register one with `grove index FOLDER`" : "`grove list` shows them";
  return fail(ErrorCode::kNotFound, fmt::format("there is no repository named \"{}\"", name_or_id), std::move(hint));
}

Result<const RepositoryGroup*> find_group(std::span<const RepositoryGroup> groups, std::string_view name) {
  for (const RepositoryGroup& group : groups)
    if (group.name == name) return &group;
  std::string hint = did_you_mean(name, names_of(groups));
  if (hint.empty()) hint = groups.empty() ? "make one with `grove group create NAME`" : "`grove group list` shows them";
  return fail(ErrorCode::kNotFound, fmt::format("there is no group named \"{}\"", name), std::move(hint));
}

}  // namespace grove::corpus
