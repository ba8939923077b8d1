#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::source {

/// Which paths a Git index names (gitformat-index(5), versions 2 to 4, SHA-1 or SHA-256). Immutable, thread-safe.
class GitIndex {
 public:
  /// Nothing is tracked.
  GitIndex() = default;
  /// Accepts any bytes; kCorrupt where they are no whole index.
  static Result<GitIndex> parse(std::string_view bytes);
  /// The index of a split index: what it and its shared base name.
  static GitIndex merged(GitIndex a, const GitIndex& b);

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  /// Whether a file, link or submodule stands in the index under this path.
  bool tracks(std::string_view path) const;
  /// Whether anything in this folder is tracked. No slash at the end.
  bool tracks_below(std::string_view folder) const;
  /// Whether a submodule stands there.
  bool is_submodule(std::string_view path) const;
  /// Hexadecimal name of the shared index that this one builds on; empty without one.
  const std::string& shared_base() const { return shared_base_; }

 private:
  struct Entry {
    std::uint64_t begin = 0;  // in names_
    std::uint32_t size = 0;
    bool submodule = false;
  };
  class Parser;

  std::string_view name(const Entry& entry) const { return std::string_view(names_).substr(entry.begin, entry.size); }
  std::vector<Entry>::const_iterator first_not_before(std::string_view path) const;

  std::string names_;
  std::vector<Entry> entries_;  // in byte order of their names
  std::string shared_base_;
};

}  // namespace grove::source
