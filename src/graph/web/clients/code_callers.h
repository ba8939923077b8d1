#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/web/clients/client_kit.h"

namespace grove::graph::web {

/// Who calls the functions that pass addresses on: by the symbol graph, and, for functions of objects, which it doesn't follow, by what
/// callees come to. One a thread.
class CodeCallers {
 public:
  using Place = std::pair<FileId, CallNumber>;

  explicit CodeCallers(ClientKit& kit) : kit_(kit), own_(kit.sources.files().begin(), kit.sources.files().end()) {}

  /// Tests left out, in order of path and place.
  const std::vector<Place>& of(SymbolId function);

 private:
  void find_named(SymbolId function, std::vector<Place>& found);
  void find_injected(SymbolId function, std::vector<Place>& found);
  const std::vector<Place>& named(std::string_view name);

  ClientKit& kit_;
  std::unordered_set<FileId> own_;  // files that are no tests
  std::unordered_map<SymbolId, std::vector<Place>> known_;
  std::unordered_map<std::string_view, std::vector<Place>> by_name_;  // calls of scripts with something before their name
  bool has_names_ = false;
};

}  // namespace grove::graph::web
