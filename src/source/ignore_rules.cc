#include "source/ignore_rules.h"

#include <algorithm>

#include "base/text.h"

namespace grove::source {
namespace {

constexpr std::string_view kWildcards = "*?[\\";

/// Cuts unescaped spaces at the end; an escaped one stays with what stands before it.
std::string_view without_trailing_spaces(std::string_view line) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ' ') continue;
    // A lone backslash at the end takes nothing; Git then leaves the line as it is.
    if (line[i] == '\\' && i + 1 == line.size()) return line;
    if (line[i] == '\\') ++i;
    end = i + 1;
  }
  return line.substr(0, end);
}

}  // namespace

IgnoreRules::IgnoreRules(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  while (!bytes.empty()) {
    const auto end = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (line.starts_with('#')) continue;
    if (line.ends_with('\r')) line.remove_suffix(1);
    // Git keeps patterns as C strings.
    add(without_trailing_spaces(line.substr(0, line.find('\0'))));
  }
}

void IgnoreRules::add(std::string_view pattern) {
  const bool negated = pattern.starts_with('!');
  if (negated) pattern.remove_prefix(1);
  const bool folder_only = pattern.ends_with('/');
  if (folder_only) pattern.remove_suffix(1);
  if (pattern.empty()) return;
  negated_.push_back(negated);

  const bool whole_path = pattern.find('/') != std::string_view::npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  const auto wildcard = pattern.find_first_of(kWildcards);
  if (wildcard == std::string_view::npos) return add_literal(whole_path ? paths_ : names_, pattern, folder_only);

  // As in Git, the beginning without wildcards is compared by itself, so that `a/b**` has its stars at a pattern's beginning, where they
  // cross folders. For names without `/` the two ways are the same.
  WildRule rule{.position = static_cast<std::uint32_t>(negated_.size()),
                .folder_only = folder_only,
                .whole_path = whole_path,
                .prefix = std::string(pattern.substr(0, wildcard)),
                .suffix = {},
                .rest = Glob(pattern.substr(wildcard)),
                .catch_all = !negated && pattern.find_first_not_of("*/") == std::string_view::npos};
  const bool plain_suffix = pattern.starts_with('*') && pattern.find_first_of(kWildcards, 1) == std::string_view::npos;
  if (!whole_path && plain_suffix) rule.suffix = pattern.substr(1);
  globs_.push_back(std::move(rule));
}

IgnoreRules IgnoreRules::without_catch_alls() const {
  IgnoreRules rest = *this;
  std::erase_if(rest.globs_, [](const WildRule& rule) { return rule.catch_all; });
  return rest;
}

void IgnoreRules::add_literal(Literals& literals, std::string_view text, bool folder_only) {
  Literal& literal = literals[std::string(text)];
  (folder_only ? literal.folder_only : literal.any) = static_cast<std::uint32_t>(negated_.size());
}

std::uint32_t IgnoreRules::find_literal(const Literals& literals, std::string_view text, EntryType type) {
  if (literals.empty()) return 0;
  const auto found = literals.find(text);
  if (found == literals.end()) return 0;
  return type == EntryType::kFolder ? std::max(found->second.any, found->second.folder_only) : found->second.any;
}

bool IgnoreRules::fits(const WildRule& rule, std::string_view path, std::string_view name) {
  std::string_view subject = rule.whole_path ? path : name;
  if (!rule.suffix.empty()) return subject.ends_with(rule.suffix);
  if (!subject.starts_with(rule.prefix)) return false;
  return rule.rest.matches(subject.substr(rule.prefix.size()));
}

std::optional<bool> IgnoreRules::match(std::string_view path, EntryType type) const {
  const std::string_view name = base_name(path);
  std::uint32_t last = std::max(find_literal(names_, name, type), find_literal(paths_, path, type));
  for (auto rule = globs_.rbegin(); rule != globs_.rend() && rule->position > last; ++rule) {
    if (rule->folder_only && type != EntryType::kFolder) continue;
    if (!fits(*rule, path, name)) continue;
    last = rule->position;
    break;
  }
  if (last == 0) return std::nullopt;
  return !negated_[last - 1];
}

}  // namespace grove::source
