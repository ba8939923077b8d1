#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graph/resolve/values.h"

namespace grove::graph {

/// Which functions and types a value can be, by what flows to it inside of one file: assigned, passed by calls that the file has, given
/// back, put into a list or table. For languages that pass functions around. One a thread; holds one file at a time.
///
/// A value that stands in the same function as its last assignment is what that says; one from elsewhere is what any of them says. Nothing
/// follows a value into another file, so that what is found depends on the file and on what its names mean alone. Each question costs a
/// bounded number of steps.
class FunctionFlow {
 public:
  FunctionFlow(Scopes& scopes, Values& values) : scopes_(scopes), values_(values) {}

  void enter(FileId file, const Facts& facts);
  /// The functions and types that a text can stand for; empty where that is unknown, or where they are too many to tell anything.
  std::vector<SymbolId> of_text(std::string_view text, const Values::Site& site);
  std::vector<SymbolId> of_field(SymbolId field, const Values::Site& site);
  /// The same for `table.key`, where the file fills a table of that name.
  std::vector<SymbolId> of_entry(std::string_view table, std::string_view key, const Values::Site& site);

 private:
  using Site = Values::Site;
  /// A list or table as written.
  struct Literal {
    Index expression = kNone;
    Site site;
  };
  struct Flown {
    std::vector<SymbolId> functions;
    std::vector<Literal> literals;
    std::vector<std::string_view> keys;  ///< Texts and numbers.
  };

  std::vector<SymbolId> finish(Flown flown) const;
  bool goes_on(int depth);
  bool is_exhausted() const;
  /// The last that begins at a place or before it; kNone where none does. REQUIRES: ascending by place.
  Index last_until(std::span<const Index> bindings, std::uint32_t place) const;
  void text(std::string_view text, const Site& site, int depth, Flown& out);
  void expression(Index index, const Site& site, int depth, Flown& out);
  void name(std::string_view name, const Site& site, int depth, Flown& out);
  void symbol(SymbolId symbol, const Site& site, int depth, Flown& out);
  void field(Index field, const Site& site, int depth, Flown& out);
  bool is_handed_over(SymbolId symbol) const;
  void assigned(Index binding, Index scope, int depth, Flown& out);
  void member(std::string_view owner, std::string_view name, const Site& site, int depth, Flown& out);
  void results(std::string_view callee, const Site& site, int depth, Flown& out);
  void index(std::string_view table, std::string_view key, const Site& site, Flown& out, int depth);
  bool entry(std::string_view table, std::string_view key, const Site& site, Flown& out);
  void part(const Literal& literal, std::string_view key, int depth, Flown& out);
  void arguments(Index function, Index parameter, int depth, Flown& out);
  void argument(Index reference, Index call, std::size_t position, std::string_view name, Flown& out, int depth);
  void find_calls();

  Scopes& scopes_;
  Values& values_;
  const Facts* facts_ = nullptr;
  FileId file_ = 0;
  SymbolId first_symbol_ = 0;
  int steps_ = 0;
  bool found_calls_ = false;
  std::unordered_map<std::string_view, std::vector<Index>> calls_;         // of a name, with arguments; into call_arguments
  std::unordered_map<std::string_view, int> callables_;                    // how many the file has of a name
  std::unordered_map<std::string_view, std::vector<SymbolId>> decorated_;  // what a bare decorator of a name stands on
  std::unordered_set<std::string_view> tables_;                            // names that hold literals, or whose entries are set
};

}  // namespace grove::graph
