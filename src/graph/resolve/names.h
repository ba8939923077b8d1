#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
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

  bool takes(unsigned arguments) const;
};

/// Looks names up among all declarations, remembers what it found, and notes what was asked for one file. Not thread-safe.
class Names {
 public:
  explicit Names(const Declarations& declarations) : declarations_(declarations) {}

  const Declarations& declarations() const { return declarations_; }
  /// All live symbols of that name, in order of path and place.
  const std::vector<Candidate>& named(std::string_view name);
  /// The same for one symbol. Valid until `forget_much`.
  const Candidate& candidate(SymbolId symbol) const;
  const DeclaredFile& file(FileId file);
  const std::vector<DeclaredImport>& imports(FileId file);

  void note(std::uint64_t key) { noted_.push_back(key); }
  /// What was noted from some moment on, to be noted again where what was found then is used again.
  std::size_t moment() const { return noted_.size(); }
  std::vector<std::uint64_t> noted_since(std::size_t moment) const;
  void note_again(const std::vector<std::uint64_t>& keys) { noted_.insert(noted_.end(), keys.begin(), keys.end()); }
  /// What was noted since the last call: sorted, each once.
  std::vector<std::uint64_t> take_notes();
  /// Frees memory where much was remembered. Between files only.
  void forget_much();

 private:
  const Declarations& declarations_;
  std::unordered_map<std::uint64_t, std::vector<Candidate>> by_name_;
  mutable std::unordered_map<SymbolId, Candidate> candidates_;
  std::unordered_map<FileId, DeclaredFile> files_;
  std::unordered_map<FileId, std::vector<DeclaredImport>> imports_;
  std::size_t remembered_ = 0;
  std::vector<std::uint64_t> noted_;
};

}  // namespace grove::graph
