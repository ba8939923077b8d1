#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/topology.h"

namespace grove::engine {

/// A place that says why one repository seems to depend on another one.
struct DependencyEvidence {
  std::string kind;  ///< What says so: "maven", "npm", "go", "cargo", "python", "nuget", "submodule", "git", "path"; "api".
  std::string name;  ///< What is needed: a package, an address, a route.
  std::string path;  ///< In the one that depends.
  std::uint32_t line = 1;
  std::string target_path;  ///< In the other one; empty where that is meant as a whole.
  std::uint32_t target_line = 0;
  std::string reason;  ///< One sentence.
};

/// A dependency that nobody has declared.
struct SuggestedDependency {
  std::string from, to;                      ///< Names of repositories.
  std::vector<DependencyEvidence> evidence;  ///< The first places; each kind and name once.
  std::size_t total = 0;                     ///< How many places there are.
  bool is_dismissed = false;
};

/// Which suggestions to make.
struct SuggestionRequest {
  std::vector<std::string> repositories = {};  ///< Names or ids of those that one end has to be; empty for all.
  enum class Dismissed : std::uint8_t { kLeftOut, kIncluded } dismissed = Dismissed::kLeftOut;
};

struct Suggestions {
  std::vector<SuggestedDependency> suggestions;  ///< By `from`, then by `to`.
  std::uint64_t version = 0;                     ///< Of the topology that they were compared with.
  std::vector<std::string> warnings;
};

/// Collects what says that repositories depend on each other, from whatever source, and leaves out what is declared already.
class SuggestionBook {
 public:
  /// `topology` is borrowed.
  explicit SuggestionBook(const Topology& topology);
  /// That the repository of id `from` seems to depend on the one of id `to`. Unknown ones, and a repository and itself, are passed over.
  void add(std::string_view from, std::string_view to, DependencyEvidence evidence);
  /// What a request asks for of it; the names in it are ids.
  std::vector<SuggestedDependency> take(const SuggestionRequest& request);

 private:
  using Ends = std::pair<std::size_t, std::size_t>;  // places in the topology
  bool is_in(const std::vector<RepositoryDependency>& pairs, const Ends& ends) const;

  const Topology& topology_;
  std::map<std::string_view, std::size_t> places_;
  std::map<Ends, SuggestedDependency> known_;
};

}  // namespace grove::engine
