#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/cancel.h"
#include "graph/declarations.h"
#include "model/edge.h"
#include "model/facts.h"

namespace grove::graph {

/// Raised whenever the rules change: graphs of another version are made anew.
inline constexpr std::uint32_t kResolverVersion = 13;

/// What one reference of a file means.
struct ResolvedReference {
  Index reference = 0;  ///< Into Facts::references.
  SymbolId target = kNobody;
  Confidence confidence = Confidence::kExact;
};

/// What was found out about one file's references.
struct FileResolution {
  /// Ascending by reference; several for one where several symbols are meant (overloads that can't be told apart, a method and what
  /// implements it). References that mean nothing of this repository aren't there.
  std::vector<ResolvedReference> resolved;
  /// The same for imports: `reference` is an index into Facts::imports. Edges of role kImport.
  std::vector<ResolvedReference> imports;
  /// Hashes (`consulted_name`, `consulted_file`) of everything that was looked up outside of the file, found or not: while none of these
  /// changes, the resolution stays as it is. Sorted, each once.
  std::vector<std::uint64_t> consulted;
};

/// The key under which looking for symbols of a name is noted: changed by any change to any symbol of that name.
std::uint64_t consulted_name(std::string_view name);
/// The key of a file's imports and module, and of whether there is a file of that path.
std::uint64_t consulted_file(std::string_view path);
/// The key of which files there are of a base name: changed where one comes or goes.
std::uint64_t consulted_base_name(std::string_view base_name);
/// The key of which types name a supertype whose last part is that name: changed where such a type comes, goes or changes.
std::uint64_t consulted_subtypes(std::string_view name);

/// Finds what the names in one file mean, among what its repository declares. From certain to plausible: scopes, imports, declared types of
/// receivers, inheritance, package, then a unique name; a name that may come from a library stays unresolved. Keeps caches: one a thread,
/// for one generation.
class Resolver {
 public:
  /// After a cancel what is found of a file is cut short, also while it is looked at.
  static std::unique_ptr<Resolver> make(const Declarations& declarations, const CancelToken& cancel = CancelToken());
  virtual ~Resolver() = default;
  /// REQUIRES: `facts` are those that the file's declarations were made from.
  virtual FileResolution resolve(FileId file, const Facts& facts) = 0;
};

}  // namespace grove::graph
