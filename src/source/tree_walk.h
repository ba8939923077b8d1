#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"
#include "source/file_source.h"

namespace grove::source {

struct WalkRequest {
  int root = -1;          ///< Open descriptor of the folder.
  std::string root_path;  ///< The same folder, absolute and without symbolic links.
  const SourceLimits& limits;
  const std::function<void(FileEntry)>& visit;
  const CancelToken& cancel;
  std::string_view only{};  ///< A path of the listing: only what leads to it and lies below it is looked at. Empty for everything.
};

/// Lists a working tree as `open_working_tree` says. Goes down by descriptors, so that a folder exchanged for a link meanwhile leads
/// nowhere.
Status walk_tree(const WalkRequest& request);

}  // namespace grove::source
