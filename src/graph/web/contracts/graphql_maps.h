#pragma once

#include <string>
#include <vector>

#include "graph/web/contracts/code_reader.h"

namespace grove::graph::web {

/// A field of a root type with the function that a map of resolvers has for it.
struct ResolverEntry {
  std::string verb, field;
  SymbolId function = kNobody;  ///< kNobody where it is written in place or not known.
  FileId file = 0;
  SymbolId scope = kNobody;  ///< Around the entry.
  std::uint32_t begin = 0;
};

/// The entries of maps as Apollo and GraphQL.js take them, `{ Query: { user: (parent, args) => … } }`, also of such that are put together
/// of several objects or modules.
std::vector<ResolverEntry> find_resolver_maps(CodeReader& code);

}  // namespace grove::graph::web
