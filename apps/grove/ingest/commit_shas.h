#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.h"

namespace grove::cli {

/// Which commit of each repository `grove ingest` indexed last: `commit_shas.json` in the cache folder, `{"name": "commit"}`, the commit
/// empty for a folder outside Git. Whoever deletes it, or a line of it, wants those built anew.
class CommitShas {
 public:
  /// `folder` need not exist.
  explicit CommitShas(std::string folder) : folder_(std::move(folder)) {}

  /// Unset where nothing is known. kCorrupt where the file is none that this class wrote.
  Result<std::optional<std::string>> of(const std::string& name) const;
  /// Replaces the file as a whole, with what others noted meanwhile; a file that can't be read begins anew.
  Status note(const std::string& name, const std::string& commit) const;
  std::string path() const { return folder_ + "/commit_shas.json"; }

 private:
  Result<std::map<std::string, std::string>> read() const;
  std::string folder_;
};

}  // namespace grove::cli
