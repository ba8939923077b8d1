#pragma once

#include <optional>

#include "graph/resolve/values.h"
#include "graph/web/value_types.h"

namespace grove::graph::web {

/// Says what calls are asked of, however it is got. One a thread.
class AskedValues {
 public:
  /// `types` must be at the file that is asked about.
  AskedValues(Workplace& at, Layers& layers, ValueTypes& types)
      : at_(at), declarations_(at.program.declarations()), layers_(layers), types_(types), values_(at.program.scopes()) {}

  /// What stands before the name of a reference in a symbol. Chains of calls are only looked into where the call leads somewhere.
  ValueType of(const Reference& reference, SymbolId in, bool leads_somewhere);

 private:
  Values& values_of(FileId file);
  ValueType handed_out(SymbolId in, std::string_view text);
  ValueType base_mapper(SymbolId in);

  Workplace& at_;
  const Declarations& declarations_;
  Layers& layers_;
  ValueTypes& types_;
  Values values_;
  std::optional<FileId> file_;  // that `values_` are of
};

}  // namespace grove::graph::web
