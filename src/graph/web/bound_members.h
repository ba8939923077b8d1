#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/value_types.h"

namespace grove::graph::web {

/// What a field holds, or a function without arguments gives, in the objects of one class.
struct BoundMember {
  SymbolId type = kNobody;
  std::vector<SymbolId> lineage;  ///< The type and what it inherits from, nearest first.
  std::vector<SymbolId> objects;  ///< The classes whose objects it can be by type arguments; empty where these rule out none.
};

/// Classes that objects can be made of, by what they inherit from.
using ClassesBelow = std::unordered_map<SymbolId, std::vector<SymbolId>>;

/// Fills in what classes tell their base classes by type arguments: `store` of `Crud<T, R>` is a `ProductRepository` in the objects of
/// `Products extends Crud<Product, ProductRepository>`, and a `Check<T>` there is none that checks orders. One a thread.
class BoundMembers {
 public:
  BoundMembers(Workplace& at, Layers& layers, ValueTypes& types, const ClassesBelow& below)
      : at_(at), declarations_(at.program.declarations()), layers_(layers), types_(types), below_(below) {}

  /// Whether it depends on type arguments what a member is.
  bool is_open(SymbolId member) const;
  /// A member of one of the types in a class's lineage. Its type is kNobody where it isn't known.
  BoundMember of(const std::vector<Ancestor>& lineage, const Ancestor& owner, SymbolId member);

 private:
  SymbolId type_of(const std::vector<Ancestor>& lineage, SymbolId owner, std::string_view text);
  SymbolId repository_of(const std::vector<Ancestor>& lineage, SymbolId owner, std::string_view text);
  bool fits(SymbolId candidate, SymbolId type, const std::vector<std::string_view>& arguments);
  bool is_type_parameter(SymbolId type, std::string_view name) const;
  const std::unordered_map<std::string, std::vector<SymbolId>>& repositories();

  Workplace& at_;
  const Declarations& declarations_;
  Layers& layers_;
  ValueTypes& types_;
  const ClassesBelow& below_;
  bool has_repositories_ = false;
  std::unordered_map<std::string, std::vector<SymbolId>> repositories_;  // of Spring Data, by the name of the entity
};

}  // namespace grove::graph::web
