#pragma once

#include "graph/web/client_chains.h"
#include "graph/web/text_values.h"

namespace grove::graph::web {

/// What finders of requests work with. One a thread; what it holds refers to itself, so it stays where it is.
struct ClientTools {
  explicit ClientTools(Workplace& place)
      : at(place), layers(at), receivers(at, layers), files(at.program), chains(at, receivers, files), texts(at, receivers, files) {}
  ClientTools(const ClientTools&) = delete;
  ClientTools& operator=(const ClientTools&) = delete;

  const CallChains& calls(FileId file) { return files.of(file).calls(); }
  /// What a call is given in a place.
  Site argument(FileId file, CallNumber call, std::size_t place) {
    return {
        .file = file, .facts = &calls(file).facts(), .scope = chains.scope_of(file, call), .expression = calls(file).argument(call, place)};
  }
  SymbolId function_of(FileId file, CallNumber call) { return outermost_function(at.program.declarations(), chains.scope_of(file, call)); }

  Workplace& at;
  Layers layers;
  Receivers receivers;
  CodeFiles files;
  ClientChains chains;
  TextValues texts;
};

}  // namespace grove::graph::web
