#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "graph/web/layers.h"

namespace grove::graph::web {

/// What is known of a value's type.
struct ValueType {
  SymbolId type = kNobody;        ///< The repository's.
  SymbolId field = kNobody;       ///< The field that holds the value, if one does.
  std::string library_type = {};  ///< Qualified name of a library's type, as far as imports say it.

  bool is_known() const { return type != kNobody || !library_type.empty(); }
};

/// Finds the declared types of what names stand for in a file: locals, parameters, fields. One a thread.
class ValueTypes {
 public:
  ValueTypes(Workplace& at, Layers& layers) : at_(at), declarations_(at.program.declarations()), layers_(layers) {}

  /// Goes to another file; everything else asks about it.
  void enter(FileId file);
  /// Of a name, as it is known at a symbol of the file; `name()` is what a function of the same object gives.
  ValueType of_name(SymbolId in, std::string_view name) { return of_name(in, name, 0); }
  /// Of a field or constant by its declared type, else by what it is made as.
  ValueType of_field(SymbolId field);
  /// Of an expression: a name, a new object, what a static function or a builder of a type makes.
  ValueType of_expression(const Site& site) { return of_expression(site, 0); }
  /// Of a type as it is written at a scope of some file.
  ValueType of_text(FileId file, SymbolId scope, std::string_view type);
  /// The argument of a call of the file; its expression is kNone where it isn't known.
  Site argument(Index reference, std::size_t number, SymbolId in) const;

 private:
  struct Local {
    std::string_view type;
    Index value = kNone;
  };
  ValueType of_name(SymbolId in, std::string_view name, int depth);
  ValueType of_expression(const Site& site, int depth);
  ValueType of_call(const Site& site, std::string_view callee);
  ValueType of_member(SymbolId in, std::string_view name, bool is_function);

  Workplace& at_;
  const Declarations& declarations_;
  Layers& layers_;
  FileId file_ = 0;
  const Facts* facts_ = nullptr;
  SymbolId first_ = 0;
  std::map<std::pair<Index, std::string_view>, Local> locals_;  // by function and name
  std::unordered_map<Index, Index> arguments_;                  // expressions by reference
};

/// `orders` of `this.orders`, `orders?` and `orders!!`.
std::string_view plain_receiver(std::string_view receiver);
/// A name alone.
bool is_plain_name(std::string_view text);

}  // namespace grove::graph::web
