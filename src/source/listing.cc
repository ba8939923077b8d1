#include "source/listing.h"

#include <algorithm>

#include "base/text.h"
#include "source/built_in_skips.h"

namespace grove::source {

std::uint64_t bytes_allowed(const SourceLimits& limits, std::string_view path) {
  return has_document_name(path) ? std::max(limits.document_bytes, limits.file_bytes) : limits.file_bytes;
}

void classify_by_name_and_size(FileEntry& entry, const SourceLimits& limits) {
  if (auto reason = lock_file_skip(base_name(entry.path))) {
    entry.state = FileState::kLockFile;
    entry.reason = std::move(*reason);
  } else if (const std::uint64_t allowed = bytes_allowed(limits, entry.path); entry.size > allowed) {
    entry.state = FileState::kTooLarge;
    entry.reason = readable_size(entry.size) + ", the limit is " + readable_size(allowed);
  }
}

Status AskedSkips::check(const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns) GROVE_RETURN_IF_ERROR(check_glob("skip", pattern));
  return {};
}

AskedSkips::AskedSkips(const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns) skips_.push_back({.text = pattern, .filter = PathFilter(pattern)});
}

const std::string* AskedSkips::find(std::string_view path) const {
  const auto found = std::ranges::find_if(skips_, [path](const Skip& skip) { return skip.filter.matches(path); });
  return found == skips_.end() ? nullptr : &found->text;
}

std::string AskedSkips::reason(const std::string& pattern) { return "left out by the pattern " + pattern; }

bool PathListing::reports_skipped_folder(std::string_view path) {
  if (!skipped_.empty() && path.starts_with(skipped_)) return true;
  for (std::size_t begin = 0, end = 0; (end = path.find('/', begin)) != std::string_view::npos; begin = end + 1) {
    const std::string_view name = path.substr(begin, end - begin);
    if (has_two_meanings(name)) continue;
    auto reason = folder_skip({.name = name});
    if (!reason) continue;
    skipped_ = path.substr(0, end + 1);
    visit_({.path = skipped_, .state = FileState::kBuiltInSkip, .reason = std::move(*reason)});
    return true;
  }
  return false;
}

void PathListing::add(FileEntry entry) {
  if (reports_skipped_folder(entry.path)) return;
  if (const std::string* const pattern = asked_.find(entry.path)) {
    entry.state = FileState::kBuiltInSkip;
    entry.reason = AskedSkips::reason(*pattern);
  } else if (entry.state == FileState::kIndexed) {
    classify_by_name_and_size(entry, limits_);
  }
  visit_(std::move(entry));
}

}  // namespace grove::source
