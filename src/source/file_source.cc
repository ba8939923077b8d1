#include "source/file_source.h"

namespace grove::source {

Status FileSource::list_at(std::string_view path, const std::function<void(FileEntry)>& visit, const CancelToken& cancel) const {
  return list(
      [&](FileEntry entry) {
        const bool below =
            path.empty() || (entry.path.starts_with(path) && (entry.path.size() == path.size() || entry.path[path.size()] == '/'));
        const bool skipped_above = entry.path.ends_with('/') && path.starts_with(entry.path);
        if (below || skipped_above) visit(std::move(entry));
      },
      cancel);
}

}  // namespace grove::source
