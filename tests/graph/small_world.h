#pragma once

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>

#include "graph/graph.h"
#include "syntax/parser.h"

namespace grove::graph {

/// A few files in memory, read by the real parsers, and a folder for their graph.
class SmallWorld {
 public:
  SmallWorld();
  ~SmallWorld();
  SmallWorld(const SmallWorld&) = delete;
  SmallWorld& operator=(const SmallWorld&) = delete;

  std::map<std::string, std::string> files;
  std::set<std::string> damaged;  ///< Paths of files whose facts can't be read.
  /// Of several parts also where there is little.
  GraphPolicy policy = {.anew_below = 0, .anew_share = 2, .clean_share = 1, .merge_factor = 2};

  /// Brings the graph in a folder of that name up to the files. `only`: what is said to have changed; all is compared without.
  Result<GraphReport> update(const std::string& name, std::optional<GraphChanges> only = {}, const FileCalls& calls = unsynced_calls());
  /// The machine's, but for waiting for the disk.
  static const FileCalls& unsynced_calls();
  /// How many parts the graph of that name consists of.
  std::size_t parts(const std::string& name) const;
  GraphFile file(const std::string& path) const;
  std::string directory(const std::string& name) const { return directory_ + "/" + name; }
  /// All that a graph says, as text without ordinals.
  std::string state(const std::string& name) const;

 private:
  std::string directory_;
  std::unique_ptr<syntax::LanguageParser> parser_ = syntax::make_parser();
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const Facts>> parsed_;  // by path and text
};

/// Small programs in several languages that call, inherit and import each other at random, and edits of them.
class RandomPrograms {
 public:
  explicit RandomPrograms(unsigned seed) : random_(seed) {}
  /// Creates, changes, moves or removes a file. Returns what was done, and to which paths.
  std::string edit(std::map<std::string, std::string>& files, std::vector<std::string>& touched);

 private:
  std::string program(const std::string& extension);
  std::string name();
  std::string path();
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  std::mt19937 random_;
};

}  // namespace grove::graph
