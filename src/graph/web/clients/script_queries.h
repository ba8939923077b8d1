#pragma once

#include <map>
#include <optional>
#include <vector>

#include "graph/web/clients/client_kit.h"

namespace grove::graph::web {

/// The requests that RTK Query's `builder.query({query: (id) => …})` and `builder.mutation` describe, below what `fetchBaseQuery` puts
/// before them. One a thread.
class ScriptQueries {
 public:
  explicit ScriptQueries(ClientKit& kit) : kit_(kit) {}

  /// Whether a call describes one.
  bool describes(FileId file, CallNumber call);
  void read(FileId file, CallNumber call, std::vector<CodeRequest>& found);

 private:
  bool is_used();
  std::vector<Site> described(FileId file, CallNumber call);
  const std::vector<PieceText>& bases(FileId file);
  void add_bases(FileId file, std::vector<PieceText>& found);

  ClientKit& kit_;
  std::optional<bool> is_used_;
  std::map<FileId, std::vector<PieceText>> bases_;
  std::optional<std::vector<PieceText>> shared_;  // of all files
};

}  // namespace grove::graph::web
