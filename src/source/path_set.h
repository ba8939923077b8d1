#pragma once

#include <set>
#include <string>
#include <string_view>

namespace grove::source {

/// Paths of a listing that somebody asks about, each standing for all below it. "" stands for everything.
class PathSet {
 public:
  explicit PathSet(const std::set<std::string>& paths) : paths_(paths.begin(), paths.end()) {}

  /// The path, or a folder above it, is one of them.
  bool covers(std::string_view path) const;
  /// One of them lies below the folder `path` (without a slash at its end).
  bool leads_below(std::string_view path) const;

 private:
  std::set<std::string, std::less<>> paths_;
};

}  // namespace grove::source
