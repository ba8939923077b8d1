#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/resolve/scopes.h"

namespace grove::graph {

/// What an expression stands for, as far as members can be looked up in it.
struct Value {
  enum class Kind : std::uint8_t {
    kUnknown,   ///< Nothing is known of it.
    kForeign,   ///< Something of a library.
    kInstance,  ///< An object of the type `symbol`.
    kType,      ///< The type `symbol` itself.
    kCallable,  ///< The function `symbol`.
    kModule,    ///< Files, or a package.
  };
  Kind kind = Kind::kUnknown;
  SymbolId symbol = kNobody;
  std::vector<FileId> files = {};
  std::string_view package = {};
  std::string type_name = {};  ///< Of an object of a library's type: its name, where it is declared.
  std::string element = {};    ///< Of a library's generic or an array: what it holds, as written at `place`.
  Place place = {};
  bool exact = false;     ///< An object just made: no subtype of it.
  bool inferred = false;  ///< By what was assigned, not by a declared type.
};

/// Finds out what texts mean in one file: receivers as written, initialisers, locals. One a thread; holds one file at a time.
class Values {
 public:
  explicit Values(Scopes& scopes) : scopes_(scopes) {}

  void enter(FileId file, const Facts& facts);

  /// Where a reference stands.
  struct Site {
    Index symbol = kNone;  ///< Into the facts.
    std::uint32_t begin = 0;
  };
  Value of_text(std::string_view text, const Site& site, int depth = 0);
  Value of_expression(Index expression, const Site& site, int depth);
  /// A parameter or local of the enclosing functions. `is_local` says whether there is one, known or not.
  Value of_local(std::string_view name, const Site& site, bool& is_local, int depth);
  /// What stands before the name of a reference. Where only its last call was kept, by what that call gives.
  Value of_receiver(const Reference& reference, int depth = 0);
  /// Whether a name is the parameter of a function written in place around a place, as far as those are known.
  bool is_given(std::string_view name, std::uint32_t begin) const { return lambda_naming(name, begin) != kNone; }
  /// The list of a call's arguments; kNone where it wasn't kept.
  Index arguments_of(Index reference);
  /// What a declared type makes of a thing.
  Value instance_of(std::string_view type, const Place& place);
  /// A field's or constant's content, what a function gives back.
  Value content_of(SymbolId symbol, int depth);
  Value result_of(SymbolId callable, const Value& owner, int depth);
  /// A member of a value. `called`: what the call of it gives.
  Value member_of(const Value& owner, std::string_view name, bool called, int depth);
  /// What a script's module is as a whole: the class, function or object that it gives instead of several things by name.
  Value of_whole(const Value& module, int depth);

  /// Bindings of a name in a function, or of a field; parameters of a function. Ascending by place; into the facts.
  std::span<const Index> bindings_of(Index symbol, std::string_view name) const;
  std::span<const Index> parameters_of(Index symbol, std::string_view name) const;

  /// The innermost function around a place that belongs to `scope`, else `scope` itself: where a field's value was written.
  Index function_at(std::uint32_t begin, Index scope) const;

  SymbolId id(Index symbol) const { return symbol == kNone ? kNobody : first_symbol_ + symbol; }
  Place place(Index symbol) const { return {file_, id(symbol)}; }
  /// The type that `this` is at a place; kNobody outside of types.
  SymbolId self_type(const Site& site) { return scopes_.enclosing_type(place(site.symbol)); }

 private:
  static std::uint64_t local_key(Index symbol, std::string_view name);
  bool is_hidden(std::string_view name, Index inner, Index outer);
  Value inferred_result_of(SymbolId callable, int depth);
  Value of_go_text(std::string_view text, const Site& site);
  Value of_go_call(const Expression& call, const Site& site, int depth);
  Value element_of(const Value& list);
  Value of_value_path(std::string_view path, const Place& from, int depth);
  Value of_parenthesized(std::string_view inside, const Site& site, int depth);
  Value given_by_container(std::string_view wanted, const Site& site);
  Value of_call(std::string_view text, const Site& site, int depth);
  Value made_by_jdk(std::string_view callee, Value value) const;
  Value of_name(std::string_view name, const Site& site, int depth);
  Value of_binding(const Binding& binding, const Site& site, int depth);
  Value of_bindings(std::span<const Index> bindings, Index scope, int depth);
  Value of_found(const Found& found, const Site& site, int depth);
  Value of_last_call(const Reference& reference, std::string_view receiver, int depth);
  std::string names_passed(const Expression& call) const;
  std::vector<std::string_view> argument_texts(const Reference& call);
  const CallArguments* kept_arguments(Index reference);
  Value result_of_call(const Value& owner, std::string_view name, std::span<const std::string_view> arguments, const Site& site, int depth);
  Value result_of_bare_call(std::string_view name, std::span<const std::string_view> arguments, const Site& site, int depth);
  const Reference* last_call_before(const Reference& reference, std::string_view name);
  Value of_wrapping(std::string_view callee, std::string_view arguments, const Site& site, int depth);
  Value as_told(SymbolId callable, std::span<const std::string_view> arguments, const Site& site, Value result);
  void enter_lambdas();
  Index lambda_naming(std::string_view name, std::uint32_t begin) const;
  bool narrows(const Binding& binding, const Site& site) const;
  bool is_bound_inside(Index lambda, std::string_view name, const Site& site) const;
  Value of_lambda_parameter(Index lambda, int depth);
  Value taken_by(const std::vector<SymbolId>& functions, Index lambda, int depth);
  std::size_t place_of(Index lambda, std::size_t parameters);
  Value given_by_type(std::string_view type, const Place& place);
  Value made_by(std::string_view type, const Site& site);

  Scopes& scopes_;
  const Facts* facts_ = nullptr;
  FileId file_ = 0;
  SymbolId first_symbol_ = 0;
  std::unordered_map<std::uint64_t, std::vector<Index>> bindings_;    // by symbol and name, ascending by place
  std::unordered_map<std::uint64_t, std::vector<Index>> parameters_;  // the same
  std::unordered_map<std::uint64_t, std::vector<Index>> lambdas_;     // by the name of what they are given, ascending by place
  std::unordered_map<Index, Index> arguments_;                        // into the facts' call arguments, by reference; once asked for
  std::unordered_map<std::uint64_t, std::vector<Index>> calls_;       // by symbol and name, ascending by place
};

}  // namespace grove::graph
