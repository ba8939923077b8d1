#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/facts.h"
#include "model/file.h"

namespace grove::graph {

/// Ordinal of a file, and of a symbol, within one generation of a repository's graph. Never stored by callers across generations.
using FileId = std::uint32_t;
using SymbolId = std::uint32_t;
inline constexpr std::uint32_t kNobody = 0xFFFFFFFF;

/// A file as far as other files can see it. Views are valid as long as the Declarations.
struct DeclaredFile {
  std::string_view path;
  Language language = Language::kPlainText;
  std::string_view module;          ///< Facts::module
  Sha256 hash{};                    ///< Of the bytes it was read from.
  std::uint32_t facts_version = 0;  ///< Of the extractor that read it.
  SymbolId first_symbol = 0;
  std::uint32_t symbol_count = 0;  ///< In the order of Facts::symbols: the n-th symbol of the facts is `first_symbol + n`.
};

/// A symbol as far as other files can see it.
struct DeclaredSymbol {
  FileId file = 0;
  SymbolId parent = kNobody;
  Kind kind = Kind::kFunction;
  std::uint16_t flags = 0;  ///< SymbolFlag
  std::uint8_t arity = 0;
  std::uint8_t required = 0;  ///< Parameters without a default; a variadic one is not required.
  std::string_view name, qualified_name;
  std::string_view type;      ///< Declared or return type, as written.
  std::string_view receiver;  ///< Symbol::receiver
  ByteRange range;
  std::uint32_t name_begin = 0;
  LineRange lines;
};

/// Where a look-up by name may come upon a symbol.
enum class Standing : std::uint8_t {
  kInside,     ///< Only from inside of what it stands in: locals, parameters.
  kOutside,    ///< From elsewhere: it stands in no other symbol, or in a module.
  kMember,     ///< As a member of the type that it stands in.
  kBoth,       ///< Both: nested types, enumerators.
  kExtension,  ///< As a member of the type that its receiver names.
};
inline constexpr unsigned kStandingCount = 5;

/// One of the symbols of a name.
struct NamedSymbol {
  SymbolId id = kNobody;
  Standing standing = Standing::kInside;
  friend auto operator<=>(const NamedSymbol&, const NamedSymbol&) = default;
};

/// One name brought in, as in Facts::imports.
struct DeclaredImport {
  std::string_view module, name, alias;
  bool re_export = false;
  bool is_static = false;
};

/// What all files of a repository declare, by file, by name and by path: one generation, immutable, thread-safe. It is made of parts
/// (a large base and a small one with what changed since), of which callers see nothing: a file that was read again counts once.
class Declarations {
 public:
  virtual ~Declarations() = default;

  /// Every FileId and SymbolId below these may be asked for; those of replaced files are dead and come up in no answer.
  virtual std::uint32_t file_limit() const = 0;
  virtual std::uint32_t symbol_limit() const = 0;
  virtual bool is_live(FileId file) const = 0;

  virtual DeclaredFile file(FileId file) const = 0;
  virtual DeclaredSymbol symbol(SymbolId symbol) const = 0;
  virtual FileId file_of(SymbolId symbol) const = 0;
  virtual std::optional<FileId> find_file(std::string_view path) const = 0;
  /// The first symbol of that name that begins in a stretch of a file.
  virtual std::optional<SymbolId> find_symbol(FileId file, ByteRange range, std::string_view name) const = 0;
  /// Live files whose base name is that, in order of their paths. For includes and module paths that are only known in part.
  virtual std::vector<FileId> files_named(std::string_view base_name) const = 0;
  /// Live files that declare that package, namespace or module, in order of their paths.
  virtual std::vector<FileId> files_of_module(std::string_view module) const = 0;
  /// Live symbols of exactly that name, in order of path and place. Costs a look-up and what it returns; no symbol is read for it.
  virtual std::vector<NamedSymbol> named_with_standing(std::string_view name) const = 0;
  std::vector<SymbolId> named(std::string_view name) const {
    std::vector<SymbolId> symbols;
    for (const NamedSymbol& symbol : named_with_standing(name)) symbols.push_back(symbol.id);
    return symbols;
  }
  /// The same, ignoring case (for people's questions and languages that do).
  virtual std::vector<SymbolId> named_ignoring_case(std::string_view name) const = 0;
  /// Symbols directly inside, in source order.
  virtual std::vector<SymbolId> members(SymbolId symbol) const = 0;
  /// Supertypes as written: `Base`, `List<T>`, `impl`s and conformances declared in the same file included.
  virtual std::vector<std::string_view> supertypes(SymbolId symbol) const = 0;
  /// Live types that name a supertype whose last part is that name (`Base` of `shop.Base<T>`), in order of path and place.
  virtual std::vector<SymbolId> subtypes_naming(std::string_view name) const = 0;
  /// Live symbols with a `receiver` whose last part, without `*`, `&` and type arguments, is that name, in order of path and place.
  virtual std::vector<SymbolId> extensions_naming(std::string_view name) const = 0;
  /// Type parameters with their bounds as written (empty where there is none), in order.
  virtual std::vector<std::pair<std::string_view, std::string_view>> type_parameters(SymbolId symbol) const = 0;
  /// Declared types of the parameters, in order; empty texts where not declared.
  virtual std::vector<std::string_view> parameter_types(SymbolId symbol) const = 0;
  virtual std::vector<DeclaredImport> imports(FileId file) const = 0;
};

}  // namespace grove::graph
