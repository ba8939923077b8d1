#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/cancel.h"
#include "graph/resolve/scopes.h"
#include "graph/web/facts_source.h"

namespace grove::graph::web {

/// An annotation with the file that it stands in.
struct Marking {
  FileId file = 0;
  const Facts* facts = nullptr;
  const Annotation* annotation = nullptr;
  SymbolId on = kNobody;

  std::string_view name() const { return facts->text(annotation->name); }
};

/// An expression with the place whose names it uses.
struct Site {
  FileId file = 0;
  const Facts* facts = nullptr;
  SymbolId scope = kNobody;
  Index expression = kNone;
};

/// The code and the configuration of a repository, with their facts at hand. One a thread.
class Program {
 public:
  explicit Program(const Declarations& declarations) : names_(declarations), scopes_(names_) {}

  /// Reads the facts of code and configuration, tests left out. Counts in `unread` what can't be had.
  Status read(FactsSource& source, const CancelToken& cancel);

  const Declarations& declarations() const { return names_.declarations(); }
  Scopes& scopes() { return scopes_; }
  const std::vector<DeclaredImport>& imports(FileId file) { return names_.imports(file); }
  /// Whether a file imports something of a package or what is below it.
  bool imports_from(FileId file, std::string_view package);
  /// Files of JVM code, and of configuration, in order of path.
  const std::vector<FileId>& code() const { return code_; }
  const std::vector<FileId>& configuration() const { return configuration_; }
  /// Code of the other languages that serve or send requests.
  const std::vector<FileId>& other_code() const { return other_code_; }
  /// Those of all three that could not be parsed whole, in order of path: what stands behind the break may be missing.
  std::vector<FileId> broken_files() const;
  /// Null where they were not read.
  const Facts* facts(FileId file) const;
  /// Those of a symbol, without its parameters'.
  std::vector<Marking> markings(SymbolId symbol) const;
  /// `parameter` is an index into the parameters of the symbol's file.
  std::vector<Marking> parameter_markings(SymbolId symbol, Index parameter) const;
  /// The parameters of a callable, or of a type's primary constructor, in their order: indices into those of the symbol's file.
  std::vector<Index> parameters_of(SymbolId symbol) const;
  /// What a type declares itself under a name, in the order of its file.
  std::vector<SymbolId> members_named(SymbolId type, std::string_view name);
  /// The initialiser of a field or constant; its expression is kNone where there is none.
  Site value_of(SymbolId symbol) const;
  Index local_index(SymbolId symbol) const { return symbol - declarations().file(declarations().file_of(symbol)).first_symbol; }
  std::uint64_t unread() const { return unread_; }

 private:
  struct Read {
    std::shared_ptr<const Facts> facts;
    std::vector<Index> markings;    // annotations by symbol, then place
    std::vector<Index> parameters;  // by symbol, then place
  };
  void keep(FileId file, std::shared_ptr<const Facts> facts);

  Names names_;
  Scopes scopes_;
  std::vector<FileId> code_, configuration_, other_code_;
  std::unordered_map<FileId, Read> read_;
  std::unordered_map<SymbolId, Index> values_;                                                // bindings of fields and constants
  std::unordered_map<SymbolId, std::vector<std::pair<std::string_view, SymbolId>>> members_;  // of types asked for, by name, then place
  std::uint64_t unread_ = 0;
};

/// `src/test/…`, `src/integrationTest/…`, `tests/…`, and by name `x.spec.ts`, `x_test.go`, `test_x.py`: code that checks the program or
/// shows how it is used, and is no part of it.
bool is_test_path(std::string_view path);

}  // namespace grove::graph::web
