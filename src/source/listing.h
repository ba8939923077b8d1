#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/glob.h"
#include "source/file_source.h"

namespace grove::source {

/// Sets state and reason of a file that its name or its size keeps from being read.
void classify_by_name_and_size(FileEntry& entry, const SourceLimits& limits);

/// The patterns that people gave for what they want left out.
class AskedSkips {
 public:
  explicit AskedSkips(const std::vector<std::string>& patterns);
  /// kInvalidArgument where one is malformed: it would leave nothing out.
  static Status check(const std::vector<std::string>& patterns);
  /// The first pattern that takes this path; null where none does.
  const std::string* find(std::string_view path) const;
  static std::string reason(const std::string& pattern);

 private:
  struct Skip {
    std::string text;
    PathFilter filter;
  };
  std::vector<Skip> skips_;
};

/// Lists paths that come in byte order, with no folder to look into: a folder that is skipped by its name becomes one entry.
class PathListing {
 public:
  PathListing(const SourceLimits& limits, const std::function<void(FileEntry)>& visit)
      : limits_(limits), asked_(limits.skip_patterns), visit_(visit) {}
  void add(FileEntry entry);

 private:
  bool reports_skipped_folder(std::string_view path);

  const SourceLimits& limits_;
  AskedSkips asked_;
  const std::function<void(FileEntry)>& visit_;
  std::string skipped_;  // the last folder that was skipped, with its slash
};

}  // namespace grove::source
