#include "source/git_tree.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "source/path_text.h"

namespace grove::source {
namespace {

std::optional<GitTreeEntry> read_entry(std::string_view record) {
  const auto tab = record.find('\t');
  if (tab == std::string_view::npos) return std::nullopt;
  const auto fields = split_words(record.substr(0, tab));
  if (fields.size() != 4) return std::nullopt;
  GitTreeEntry entry{.path = to_text_path(record.substr(tab + 1)), .mode = std::string(fields[0]), .object = std::string(fields[2])};
  std::from_chars(fields[3].data(), fields[3].data() + fields[3].size(), entry.size);
  return entry;
}

}  // namespace

std::vector<GitTreeEntry> read_git_tree(std::string_view output) {
  std::vector<GitTreeEntry> entries;
  while (!output.empty()) {
    const auto end = std::min(output.find('\0'), output.size());
    if (auto entry = read_entry(output.substr(0, end))) entries.push_back(std::move(*entry));
    output.remove_prefix(std::min(end + 1, output.size()));
  }
  std::ranges::sort(entries, {}, &GitTreeEntry::path);
  return entries;
}

}  // namespace grove::source
