#pragma once

#include <map>
#include <utility>
#include <vector>

#include "graph/web/clients/client_kit.h"

namespace grove::graph::web {

/// What scripts tell their clients later on to put before all addresses: `axios.defaults.baseURL = "/api"`, interceptors that prepend.
/// One a thread.
class ScriptBases {
 public:
  explicit ScriptBases(ClientKit& kit) : kit_(kit) {}

  /// Of the client that all share, by the library's name.
  const std::vector<PieceText>& of_library(const std::string& name);
  /// Of the client that a call makes.
  const std::vector<PieceText>& of_made(FileId file, CallNumber call);

 private:
  void read();
  void read_file(FileId file, const CodeFile& code);
  void tell(FileId file, std::string_view client, std::uint32_t place, const std::vector<PieceText>& bases);
  void read_clone(FileId file, CallNumber call);
  std::vector<PieceText> prepended(FileId file, const Binding& binding);

  ClientKit& kit_;
  bool is_read_ = false;
  std::map<std::string, std::vector<PieceText>, std::less<>> by_library_;
  std::map<std::pair<FileId, CallNumber>, std::vector<PieceText>> by_call_;
};

}  // namespace grove::graph::web
