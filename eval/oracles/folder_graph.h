#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/edge.h"
#include "model/facts.h"

namespace grove::oracles {

/// A file to resolve names in: its path in the folder, `/` between names, and its text.
struct SourceFile {
  std::string path;
  std::string text;
};

/// A symbol of the folder as scorers compare it.
struct GraphSymbol {
  std::string path, name, qualified_name;
  Kind kind = Kind::kFunction;
  unsigned arity = 0;
  std::uint32_t line = 0, begin = 0;  ///< Of its name.
};

/// One meaning of one use of a name.
struct GraphUse {
  Confidence confidence = Confidence::kExact;
  Role role = Role::kRead;
  std::string path, name, receiver;
  std::uint32_t line = 0, begin = 0;
  std::optional<GraphSymbol> from;  ///< Nothing at the top of a file.
  std::optional<GraphSymbol> to;    ///< Nothing where it stays unresolved.
};

/// What Grove says about a folder.
struct FolderGraph {
  std::size_t files = 0;
  std::vector<GraphSymbol> symbols;
  std::vector<GraphUse> uses;
};

/// All files below a folder that a parser may read: no `.git`, at most 4 MB each. In order of their paths.
std::vector<SourceFile> read_sources(const std::filesystem::path& folder);
FolderGraph graph_of(const std::vector<SourceFile>& files);

}  // namespace grove::oracles
