#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/testing/temporary_folder.h"
#include "source/file_source.h"

namespace grove::source::testing {

/// Files, links and a Git repository for one test.
class SourceFolder : public TemporaryFolder {
 public:
  /// Writes a file, making the folders it needs.
  void write(std::string_view name, std::string_view bytes) const;
  void link(std::string_view name, std::string_view target) const;
  /// Runs git here with a configuration of its own; what it prints. Fails the test where git fails.
  std::string git(const std::vector<std::string>& arguments) const;
  /// `git init` with a user, and nothing from the machine's configuration.
  void init() const;
  void commit_all() const;
};

/// The listing of a source. Fails the test where it can't be listed.
std::vector<FileEntry> list(const FileSource& source);
/// The paths of the files that are to be read.
std::vector<std::string> readable(const std::vector<FileEntry>& entries);
/// Path and reason of those that are not.
std::map<std::string, std::string> skipped(const std::vector<FileEntry>& entries);
/// The listing of a folder as a working tree.
std::vector<FileEntry> list_folder(const std::string& root, const SourceLimits& limits = {});

}  // namespace grove::source::testing
