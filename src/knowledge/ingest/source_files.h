#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace grove::knowledge {

struct SourceFile {
  std::string path;
  enum class Named { kItself, kByFolder } named = Named::kItself;
  bool is_link = false;  // out of the folder that it was found in: nobody named what it leads to
};

/// The files that paths stand for, in the order of the paths, those of folders sorted. Links in folders are never
/// followed; those that lead out are listed as such. kNotFound for a
/// path that does not exist.
Result<std::vector<SourceFile>> source_files(const std::vector<std::string>& paths);

/// Bytes of a document that is read.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30U;

/// `a/./b//c` → `a/b/c`: one spelling a path. Follows no links.
std::string tidy_path(const std::string& path);

}  // namespace grove::knowledge
