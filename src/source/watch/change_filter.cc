#include "source/watch/change_filter.h"

#include <sys/stat.h>

#include <set>

#include "source/path_set.h"
#include "source/path_text.h"

namespace grove::source {
namespace {

// Above it a pass over the whole tree costs less than judging and reading path by path.
constexpr std::size_t kMostPaths = 4000;

/// The paths, and the folders that lead to what is listed below them.
std::set<std::string> listed(const FileSource& source, const std::set<std::string>& paths) {
  std::set<std::string> concerned;
  const auto visit = [&](const FileEntry& entry) {
    std::string_view path = entry.path;
    if (path.ends_with('/')) {
      path.remove_suffix(1);
      // A folder that is left out as a whole answers for all below it.
      for (auto below = paths.lower_bound(entry.path); below != paths.end() && below->starts_with(entry.path); ++below)
        concerned.insert(*below);
    }
    for (std::size_t end = path.size(); end != std::string_view::npos && end > 0; end = path.rfind('/', end - 1)) {
      if (const auto found = paths.find(std::string(path.substr(0, end))); found != paths.end()) concerned.insert(*found);
    }
  };
  if (!source.list_at(paths, visit, CancelToken())) return paths;
  return concerned;
}

}  // namespace

ChangeFilter::ChangeFilter(const WatchRequest& request) : request_(request) {
  const std::string below = request.root == "/" ? request.root : request.root + "/";
  if (request.except.starts_with(below)) excluded_ = to_text_path(request.except.substr(below.size()));
}

bool ChangeFilter::excludes(std::string_view path) const {
  if (excluded_.empty() || !path.starts_with(excluded_)) return false;
  return path.size() == excluded_.size() || path[excluded_.size()] == '/';
}

void ChangeFilter::apply(TreeChanges& changes) const {
  if (changes.paths.size() > kMostPaths) changes.everything = true;
  if (changes.everything) changes.paths.clear();
  if (changes.paths.empty()) return;
  const auto source = open_working_tree(request_.root, request_.limits);
  if (!source) return;
  const std::set<std::string> concerned = listed(**source, changes.paths);
  std::erase_if(changes.paths, [&](const std::string& path) {
    if (concerned.contains(path)) return false;
    struct stat status{};
    return ::lstat((request_.root + "/" + to_raw_path(path)).c_str(), &status) == 0;
  });
}

}  // namespace grove::source
