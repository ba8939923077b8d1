#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"
#include "source/file_source.h"
#include "source/path_set.h"

namespace grove::source {

struct WalkRequest {
  int root = -1;          ///< Open descriptor of the folder.
  std::string root_path;  ///< The same folder, absolute and without symbolic links.
  const SourceLimits& limits;
  const std::function<void(FileEntry)>& visit;  ///< Empty where only folders matter: files are not looked at then.
  const CancelToken& cancel;
  const PathSet* only = nullptr;  ///< Only what leads to these paths and lies below them is looked at. Null for everything.
  /// Called for each folder that is gone through, the root included, before what is in it. The path as in the listing, "" or "a/b/".
  std::function<void(std::string_view path)> enter_folder{};
};

/// Lists a working tree as `open_working_tree` says. Goes down by descriptors, so that a folder exchanged for a link meanwhile leads
/// nowhere.
Status walk_tree(const WalkRequest& request);

}  // namespace grove::source
