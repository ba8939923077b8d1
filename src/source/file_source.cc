#include "source/file_source.h"

#include <string_view>

#include "source/path_set.h"

namespace grove::source {

Status FileSource::list_at(const std::set<std::string>& paths, const std::function<void(FileEntry)>& visit,
                           const CancelToken& cancel) const {
  const PathSet wanted(paths);
  return list(
      [&](FileEntry entry) {
        std::string_view path = entry.path;
        const bool is_folder = path.ends_with('/');
        if (is_folder) path.remove_suffix(1);
        if (wanted.covers(path) || (is_folder && wanted.leads_below(path))) visit(std::move(entry));
      },
      cancel);
}

}  // namespace grove::source
