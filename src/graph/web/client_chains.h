#pragma once

#include <optional>
#include <vector>

#include "graph/web/client_types.h"
#include "graph/web/code_files.h"
#include "graph/web/receivers.h"

namespace grove::graph::web {

/// Says of which type things are that calls are asked of, also where calls are chained. One a thread.
class ClientChains {
 public:
  ClientChains(Workplace& at, Receivers& receivers, CodeFiles& files) : at_(at), receivers_(receivers), files_(files) {}

  SymbolId scope_of(FileId file, CallNumber call);
  /// The type of what a call is asked of; not known for calls of a function by its name alone.
  ValueType asked(FileId file, CallNumber call);
  /// The library whose client a call is asked of.
  std::optional<ClientLibrary> library_of(FileId file, CallNumber call);
  /// Calls by which a function may be meant, of the right number of arguments.
  std::vector<CodeFiles::Place> callers_of(SymbolId function);

 private:
  ValueType first_result(FileId file, CallNumber call);
  ValueType member_result(const ValueType& owner, std::string_view name);
  ValueType result(FileId file, CallNumber call);
  ValueType extended(const Place& place);
  ValueType made_as(const Place& place, std::string_view variable, std::uint32_t before);
  std::optional<ClientLibrary> library_of(const ValueType& typed);
  bool is_meant(SymbolId function, const CodeFiles::Place& place);

  Workplace& at_;
  Receivers& receivers_;
  CodeFiles& files_;
  int depth_ = 0;  // of variables whose values are looked into
};

}  // namespace grove::graph::web
