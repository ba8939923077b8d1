#include "source/file_source.h"

namespace grove::source {

Result<std::optional<FileEntry>> FileSource::find(std::string_view path) const {
  std::optional<FileEntry> found;
  GROVE_RETURN_IF_ERROR(list(
      [&](FileEntry entry) {
        if (entry.path == path) found = std::move(entry);
      },
      CancelToken()));
  return found;
}

}  // namespace grove::source
