#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "graph/resolve/scopes.h"

namespace grove::graph {

/// Which files are built together: those below the same nearest build file (`pom.xml`, `package.json`, `go.mod`, …). Code of one unit uses
/// code of another only where something is brought in from there. One a thread.
class BuildUnits {
 public:
  explicit BuildUnits(Scopes& scopes) : scopes_(scopes), names_(scopes.names()) {}

  /// Whether code of `from` can well use what `target` declares: they are of one unit or package, or `from` brings in something of that
  /// unit. Notes what was looked for.
  bool reaches(FileId from, FileId target);

 private:
  std::string_view unit_of(std::string_view path);
  bool brings_in(FileId from, std::string_view unit, const DeclaredFile& target);
  void find_roots();

  Scopes& scopes_;
  Names& names_;
  std::unordered_set<std::string> roots_;  // folders that have a build file
  bool found_roots_ = false;
};

}  // namespace grove::graph
