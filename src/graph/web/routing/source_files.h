#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/code/code_values.h"
#include "graph/web/code_files.h"
#include "graph/web/flow.h"
#include "graph/web/handlers.h"
#include "graph/web/routing/packages.h"

namespace grove::graph::web {

/// Where a name stands, and from where it is looked up.
struct NamePlace {
  FileId file = 0;
  SymbolId scope = kNobody;  ///< The symbol around it.
  std::uint32_t at = 0;
};

/// What is passed to a call or an annotation.
struct Arguments {
  Site call;  ///< Expression of kind kCall with the arguments; kNone where none are kept.

  std::size_t size() const { return call.expression == kNone ? 0 : call.facts->expressions[call.expression].child_count; }
  /// Its expression is kNone where there are not as many.
  Site at(std::size_t place) const;
  /// What is passed by that name.
  Site named(std::string_view name) const;
  /// What stands under that name in an object that is passed, `{name: value}`.
  Site option(std::string_view name) const;
};
/// What an object that is written out has under a name.
Site entry_of(const Site& object, std::string_view name);

/// The code of other languages than the JVM's, as routes are read from it: calls by name, what they lie in, what names mean. One a thread.
class SourceFiles {
 public:
  using Place = CodeFiles::Place;

  SourceFiles(Workplace& at, const UsesInFile& uses)
      : at_(at), uses_(uses), code_(at.program), values_(at.sources), packages_(at.program) {}

  Workplace& workplace() { return at_; }
  const Packages& packages() const { return packages_; }
  Program& program() { return at_.program; }
  Scopes& scopes() { return at_.program.scopes(); }
  const Declarations& declarations() const { return at_.program.declarations(); }
  const Facts& facts(FileId file) { return code_.of(file).facts(); }
  const CodeFile& code(FileId file) { return code_.of(file); }
  const CallChains& calls(FileId file) { return code_.of(file).calls(); }
  Family family(FileId file) { return scopes().family(file); }
  const Reference& reference(const Place& call) { return facts(call.file).references[calls(call.file)[call.call].reference]; }

  /// What a name, as written at a place, comes to by all that code says of it: fields set by constructors, objects in objects.
  std::vector<CodeValue> values_of(const NamePlace& from, std::string_view written) {
    return values_.of_name({.file = from.file, .scope = from.scope, .before = from.at}, written);
  }

  /// The symbol of a file by its number there; kNobody for none.
  SymbolId symbol(FileId file, Index local) const { return local == kNone ? kNobody : declarations().file(file).first_symbol + local; }
  /// Where a call stands.
  NamePlace place_of(const Place& call);
  Arguments arguments(const Place& call);

  /// Every call of a name, in order of path and place.
  const std::vector<Place>& calls_of(std::string_view name);
  /// The call of a reference; kNoCall where it is none.
  CallNumber call_of_reference(FileId file, Index reference);
  /// The calls in whose arguments or blocks a place lies, innermost first.
  std::vector<CallNumber> calls_around(FileId file, std::uint32_t place);
  /// The functions without a name around a place, innermost first.
  std::vector<Index> lambdas_around(FileId file, std::uint32_t place);
  /// What the reference that begins at a place means.
  std::vector<SymbolId> meant(FileId file, std::uint32_t begin);

 private:
  /// What begins and ends somewhere; each lies in the one that `above` numbers, or in none.
  struct Stretch {
    std::uint32_t begin = 0, end = 0;
    Index what = kNone;
    Index above = kNone;
  };
  struct Nesting {
    std::vector<Stretch> calls, lambdas;
    std::unordered_map<Index, CallNumber> by_reference;
  };
  static void nest(std::vector<Stretch>& all);
  static std::vector<Index> around(const std::vector<Stretch>& all, std::uint32_t place);
  const Nesting& nesting(FileId file);

  Workplace& at_;
  const UsesInFile& uses_;
  CodeFiles code_;
  CodeValues values_;
  Packages packages_;
  std::unordered_map<FileId, std::unique_ptr<Nesting>> nesting_;
  std::unordered_map<FileId, std::unordered_map<std::uint32_t, std::vector<SymbolId>>> meant_;
  std::unordered_map<std::string_view, std::vector<FileId>> files_by_call_;
  std::unordered_map<std::string_view, std::vector<Place>> calls_by_name_;
};

}  // namespace grove::graph::web
