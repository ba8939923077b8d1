#pragma once

#include <string>

#include "base/result.h"

namespace grove {

/// Removes what AtomicFile has left in `folder` and below where its program was killed: files `NAME.tmp-PID-N` whose process is gone from
/// this machine. Follows no links; a folder that isn't there holds none. Any thread may call it; writers may be at work.
Status remove_unfinished_files(const std::string& folder);

}  // namespace grove
