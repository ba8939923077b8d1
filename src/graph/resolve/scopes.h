#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/resolve/modules.h"
#include "graph/resolve/names.h"
#include "graph/resolve/type_text.h"
#include "model/edge.h"

namespace grove::graph {

/// Where a name is used: in a symbol of a file, or at its top (scope kNobody).
struct Place {
  FileId file = 0;
  SymbolId scope = kNobody;
};

/// What a name is wanted as.
enum class Want : std::uint8_t {
  kType,
  kCallable,  ///< What can be called: functions, macros, types that construct, values that may hold a function.
  kAny,
};

/// What a look-up found.
struct Found {
  std::vector<SymbolId> symbols;
  std::vector<FileId> files;  ///< Of a module that the name stands for.
  std::string_view package;   ///< A namespace or package that it stands for.
  Confidence confidence = Confidence::kExact;
  bool foreign = false;  ///< It comes from a library.

  bool nothing() const { return symbols.empty() && files.empty() && package.empty(); }
};

/// The supertypes of a type that are known, as far as there are not very many.
struct Ancestry {
  std::vector<SymbolId> direct;
  bool foreign_base = false;  ///< Some are a library's: members may come from there.
  Consulted consulted;        ///< What had to be looked up to know.
};

/// The types below a type.
struct Descendants {
  std::vector<SymbolId> types;
  Consulted consulted;
};

/// Finds names in scopes, packages and imports, and members in types, by declarations alone. One a thread.
class Scopes {
 public:
  explicit Scopes(Names& names) : names_(names) {}

  /// A bare name.
  Found look_up(const Place& place, std::string_view name, Want want);
  /// A type as written; a type parameter gives its bound. Only types.
  Found look_up_type(const Place& place, std::string_view text) { return look_up_type(place, parse_type(text, family(place.file)), 0); }
  Found look_up_type(const Place& place, const TypeText& text, int depth);
  /// A qualified name: `shop.Order.of`, `util::Other`.
  Found look_up_path(const Place& place, std::string_view path, Want want, int depth = 0);
  /// Members of that name: the type's own, else those of the nearest supertypes that have some.
  std::vector<SymbolId> members(SymbolId type, std::string_view name);
  /// Only its own ones: inside it, or defined on it from outside.
  std::vector<SymbolId> own_members(SymbolId type, std::string_view name);
  /// What a module's files offer under a name, re-exports followed.
  Found exported(const std::vector<FileId>& files, std::string_view name, Want want, int depth = 0);
  /// What scripts give as a whole to who requires them: `module.exports = App`.
  std::vector<SymbolId> given_as_whole(const std::vector<FileId>& files, Want want, int depth = 0);
  /// The name inside a package or namespace, in the language of a file that uses it. Of types of one qualified name, which the programs of
  /// one repository may each have, those nearest to that file.
  std::vector<SymbolId> in_package(FileId from, std::string_view package, std::string_view name, Want want);

  /// Frees what only helps while one file is resolved.
  void leave_file();

  const Ancestry& ancestry(SymbolId type);
  /// Types below a type, transitively, in order; of very many the nearest.
  const std::vector<SymbolId>& descendants(SymbolId type);
  /// What an import brings in.
  Found imported(FileId file, const DeclaredImport& import, Want want, int depth = 0);

  bool accepts(const Candidate& candidate, Want want) const;
  Family family(FileId file) { return family_of(names_.file(file).language); }
  const Traits& traits(FileId file) { return traits_of(names_.file(file).language); }
  /// The innermost type around, the scope itself included; the receiver's type of a member defined from outside.
  SymbolId enclosing_type(const Place& place);
  Names& names() { return names_; }

 private:
  Found in_scopes(const Place& place, std::string_view name, Want want);
  Found in_imports(const Place& place, std::string_view name, Want want);
  const std::vector<std::uint32_t>& imports_going_by(FileId file, std::string_view name);
  Found in_wildcards(const Place& place, std::string_view name, Want want);
  Found in_surroundings(const Place& place, std::string_view name, Want want);
  Found outside_of_scopes(const Place& place, std::string_view name, Want want);
  bool is_known_outside(const Candidate& candidate);
  void in_order_of_paths(std::vector<SymbolId>& symbols);
  const std::vector<SymbolId>& known_outside(Family family, std::string_view name);
  Found everywhere(const Place& place, std::string_view name, Want want);
  std::vector<SymbolId> at_top_of(FileId file, std::string_view name, Want want);
  bool is_member_of(const Candidate& candidate, SymbolId type, const Candidate& owner);
  /// Leaves those that share most folders with a file; says how many.
  std::size_t keep_nearest(FileId from, std::vector<SymbolId>& symbols);
  std::vector<SymbolId> without_declarations(std::vector<SymbolId> symbols) const;

  Names& names_;
  std::unordered_map<SymbolId, Ancestry> ancestries_;
  std::unordered_map<SymbolId, Descendants> descendants_;
  Found find_exported(const std::vector<FileId>& files, std::string_view name, Want want, int depth);

  struct Known {
    Found found;
    Consulted consulted;
  };
  std::unordered_map<FileId, std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>> imports_by_name_;  // numbers by hash
  std::unordered_map<std::uint64_t, Known> outside_of_scopes_;  // by name, file and what is wanted
  std::unordered_map<std::uint64_t, Known> exported_;           // by name, files, what is wanted and depth
  /// The type that a receiver text means, and what had to be looked up to know.
  struct Receiver {
    SymbolId type = kNobody;
    Consulted consulted;
  };
  std::unordered_map<std::uint64_t, Receiver> receivers_;                   // by text and file
  std::unordered_map<std::uint64_t, std::vector<SymbolId>> known_outside_;  // by name and family
};

}  // namespace grove::graph
