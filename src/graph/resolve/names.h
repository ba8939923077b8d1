#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/declarations.h"
#include "graph/resolve/traits.h"

namespace grove::graph {

/// A symbol with what looking for it compares.
struct Candidate {
  SymbolId id = kNobody;
  FileId file = 0;
  SymbolId parent = kNobody;
  Kind kind = Kind::kFunction;
  Family family = Family::kOther;
  std::uint16_t flags = 0;
  std::uint8_t arity = 0;
  std::uint8_t required = 0;
  std::string_view name, qualified_name, type, receiver;
  std::string_view receiver_name;  ///< The receiver without the type arguments and pointers around it.

  bool takes(unsigned arguments) const;
};

/// The symbols of one name by where a look-up may come upon them; each list in order of path and place.
struct SortedNames {
  std::vector<SymbolId> outside;                                     ///< Standing::kOutside, kBoth
  std::vector<SymbolId> members;                                     ///< kMember, kBoth, kExtension
  std::vector<SymbolId> extensions;                                  ///< kExtension
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_receiver;  ///< Hash of the receiver's name, place in `extensions`; ascending.
};

/// What was looked at to find something out, to be noted again where what was found is used again.
struct Consulted {
  std::vector<std::uint64_t> keys;
  std::uint32_t noted_in = 0;  ///< The last file for which they were noted.
};

/// The files that a module path means in one file.
struct ModuleFiles {
  bool is_known = false;
  std::vector<FileId> files;
  Consulted consulted;
};

/// Numbers by number for part of a large range, without hashing: pages come as they are touched.
class SparseNumbers {
 public:
  /// 0 where nothing was set.
  std::uint32_t& operator[](std::uint32_t at);
  void clear() { pages_.clear(); }

 private:
  static constexpr std::uint32_t kPage = 1024;
  std::vector<std::unique_ptr<std::uint32_t[]>> pages_;
};

/// Looks names up among all declarations, remembers what it found, and notes what was asked for one file. Not thread-safe.
///
/// A common name has tens of thousands of symbols, so none of the look-ups walks over all of them but the first one after `forget_much`.
class Names {
 public:
  explicit Names(const Declarations& declarations) : declarations_(declarations) {}

  const Declarations& declarations() const { return declarations_; }
  /// All live symbols of that name, in order of path and place.
  const std::vector<SymbolId>& named(std::string_view name) { return entry(name).symbols; }
  /// Those of one file, in order of place.
  std::span<const SymbolId> named_in(FileId file, std::string_view name);
  /// Those directly inside of a symbol.
  std::vector<SymbolId> named_inside(SymbolId outer, std::string_view name);
  /// Those of that qualified name, in order of path and place.
  std::vector<SymbolId> qualified(std::string_view qualified_name, std::string_view name);
  const SortedNames& sorted(std::string_view name) { return entry(name).sorted; }
  /// Those whose receiver has a name, in order of path and place.
  std::vector<SymbolId> extensions(std::string_view receiver_name, std::string_view name);
  /// Valid until `forget_much`.
  const Candidate& candidate(SymbolId symbol);
  bool is_generic(SymbolId symbol);
  const DeclaredFile& file(FileId file);
  const std::vector<DeclaredImport>& imports(FileId file);
  /// For `files_of_module` to remember what it found.
  ModuleFiles& module_files(FileId from, std::string_view module);

  void note(std::uint64_t key) { noted_.push_back(key); }
  /// What is noted between the two comes back from the second. May nest.
  std::size_t start_recording();
  Consulted end_recording(std::size_t start);
  void note_again(Consulted& consulted);
  /// What was noted since the last call: sorted, each once.
  std::vector<std::uint64_t> take_notes();
  /// Frees memory where much was remembered. Between files only.
  void forget_much();

 private:
  struct Entry {
    std::vector<SymbolId> symbols;
    std::vector<SymbolId> ascending;  ///< The same by number, where that is another order.
    SortedNames sorted;
    bool by_receiver = false;                                        ///< Whether `sorted` has that list yet.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> qualified;  ///< Hash of the qualified name, place in `symbols`; ascending.
  };
  Entry& entry(std::string_view name);

  const Declarations& declarations_;
  std::unordered_map<std::uint64_t, Entry> by_name_;
  std::size_t remembered_ = 0;  // bytes behind by_name_
  SparseNumbers candidate_slots_, file_slots_;
  std::deque<Candidate> candidates_;
  std::deque<DeclaredFile> files_;
  std::unordered_map<FileId, std::vector<DeclaredImport>> imports_;
  std::unordered_map<std::uint64_t, ModuleFiles> module_files_;  // by file and module
  std::unordered_map<SymbolId, bool> generic_;
  std::vector<std::uint64_t> noted_;
  std::uint32_t noting_for_ = 1;  // counts the files
  int recordings_ = 0;
};

}  // namespace grove::graph
