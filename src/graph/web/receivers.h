#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/value_types.h"

namespace grove::graph::web {

/// Says of what type the things are that calls are asked of: by the names known where a call stands, locals and parameters of the functions
/// around, then fields. One a thread.
class Receivers {
 public:
  Receivers(Workplace& at, Layers& layers) : at_(at), layers_(layers) {}

  /// A name, as written before a call in a function: `orders`, `this.orders`, `orders?`.
  ValueType named(const Place& place, std::string_view written);
  /// Names with dots between: `clients.orders`, `this.clients.orders`.
  ValueType path(const Place& place, std::string_view written);
  /// A type as written somewhere.
  ValueType of_type(const Place& place, std::string_view type);
  /// What a function gives back, or a field is.
  ValueType declared(SymbolId symbol);
  /// The field of that name that objects around a place have.
  SymbolId field(const Place& place, std::string_view name);
  /// The functions of a name that can be called from a place without saying of what.
  std::vector<SymbolId> functions(const Place& place, std::string_view name);

 private:
  ValueTypes& of(FileId file);

  Workplace& at_;
  Layers& layers_;
  std::unordered_map<FileId, ValueTypes> files_;
};

}  // namespace grove::graph::web
