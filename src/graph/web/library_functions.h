#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/bound_members.h"

namespace grove::graph::web {

/// What beans do for interfaces of libraries: a call of `convert` of an injected `Converter<Order, Row>` is one of the bean that implements
/// it, and so is a call of what a type of the repository has from a library. One a thread.
class LibraryFunctions {
 public:
  /// Of a bean, or of what its class inherits from.
  struct Given {
    SymbolId function = kNobody;
    SymbolId type = kNobody;  ///< The bean's class.
  };

  /// `below` and `roles` are looked at when it is asked.
  LibraryFunctions(Workplace& at, Layers& layers, const ClassesBelow& below, const std::unordered_map<SymbolId, TypeRole>& roles)
      : at_(at), declarations_(at.program.declarations()), layers_(layers), below_(below), roles_(roles) {}

  /// The functions that can be meant by a call of a field's value which no type of the repository that is asked declares. Only those that
  /// say that they override.
  std::vector<Given> of(const ValueType& asked, std::string_view name, std::uint8_t arity);

 private:
  std::vector<SymbolId> beans_of(const ValueType& asked);
  bool overrides(SymbolId function) const;
  const std::vector<SymbolId>& implementing(const std::string& library_type, std::string_view written);

  Workplace& at_;
  const Declarations& declarations_;
  Layers& layers_;
  const ClassesBelow& below_;
  const std::unordered_map<SymbolId, TypeRole>& roles_;
  std::unordered_map<std::string, std::vector<SymbolId>> implementing_;  // by qualified name and type as written
};

}  // namespace grove::graph::web
