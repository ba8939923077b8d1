#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/source_tree.h"

// ARCHITECTURE.md's tables of layers and of third-party headers hold for every #include of the program.
namespace grove::house {
namespace {

using Edges = std::map<std::string, std::set<std::string>>;

Edges edges_of_table(std::string_view marker) {
  Edges edges;
  for (const TableRow& row : table_after(read_project_file("ARCHITECTURE.md"), marker)) {
    edges[row[0].front()] = row.size() > 1 ? std::set<std::string>(row[1].begin(), row[1].end()) : std::set<std::string>{};
  }
  return edges;
}

Edges allowed_layers() { return edges_of_table("layers: read by"); }
Edges allowed_third_party() { return edges_of_table("third party: read by"); }

// "src/index/lexical/reader.cc" lies in `index`, "apps/grove/main.cc" in `apps`.
std::string layer_of(const std::string& path) {
  if (path.starts_with("apps/")) return "apps";
  return path.substr(4, path.find('/', 4) - 4);
}

bool is_test(const std::string& path) { return path.ends_with("_test.cc") || path.find("/testing/") != std::string::npos; }

// Headers of ours: those in angle brackets are the standard library's, POSIX's or a third party's.
bool is_standard_or_posix(const std::string& header) {
  static const std::set<std::string> kPosix = {"cxxabi.h", "dirent.h", "dlfcn.h",   "errno.h",   "fcntl.h",  "glob.h",
                                               "netdb.h",  "poll.h",   "pthread.h", "sched.h",   "signal.h", "spawn.h",
                                               "stdlib.h", "string.h", "strings.h", "termios.h", "time.h",   "unistd.h",
                                               "elf.h",    "link.h",   "malloc.h",  "fnmatch.h", "limits.h"};
  const bool standard = header.find_first_of("./") == std::string::npos;
  return standard || kPosix.contains(header) || header.starts_with("sys/") || header.starts_with("netinet/") ||
         header.starts_with("arpa/") || header.starts_with("linux/");
}

std::string at(const SourceFile& file, const Include& include) {
  return file.path + ":" + std::to_string(include.line) + " includes " + include.target;
}

std::vector<SourceFile> program_files() { return project_files({"src", "apps"}, {".h", ".cc"}); }

TEST(Layers, EveryFolderOfTheProgramIsInTheTable) {
  const Edges allowed = allowed_layers();
  std::set<std::string> folders;
  for (const SourceFile& file : program_files()) folders.insert(layer_of(file.path));
  EXPECT_GE(folders.size(), 10U);
  for (const std::string& folder : folders) EXPECT_TRUE(allowed.contains(folder)) << "ARCHITECTURE.md has no row for " << folder;
}

TEST(Layers, NoTwoFoldersMayIncludeEachOther) {
  const Edges allowed = allowed_layers();
  for (const auto& [layer, others] : allowed) {
    for (const std::string& other : others) {
      ASSERT_TRUE(allowed.contains(other)) << layer << " may include " << other << ", which has no row";
      EXPECT_FALSE(allowed.at(other).contains(layer)) << layer << " and " << other << " may include each other";
    }
  }
}

TEST(Layers, IncludesGoOnlyWhereTheTableAllows) {
  const Edges allowed = allowed_layers();
  int seen = 0;
  for (const SourceFile& file : program_files()) {
    const std::string layer = layer_of(file.path);
    for (const Include& include : includes_of(file)) {
      if (!include.quoted) continue;
      const std::string target = include.target.substr(0, include.target.find('/'));
      ++seen;
      if (target == layer || !allowed.contains(layer) || allowed.at(layer).contains(target)) continue;
      ADD_FAILURE() << at(file, include) << ", but ARCHITECTURE.md allows `" << layer << "` no such layer";
    }
  }
  EXPECT_GT(seen, 50);
}

TEST(Layers, IncludesCarryTheirLayer) {
  for (const SourceFile& file : program_files()) {
    for (const Include& include : includes_of(file)) {
      if (!include.quoted) continue;
      const bool exists =
          std::filesystem::exists(project_root() / "src" / include.target) || std::filesystem::exists(project_root() / include.target);
      EXPECT_TRUE(exists && include.target.find('/') != std::string::npos)
          << at(file, include) << ": write it from src/, as \"layer/file.h\"";
    }
  }
}

/// Folders that are one adapter each, whose headers therefore show the third party's types: every language's file speaks tree-sitter's
/// nodes, what one connection of the server consists of speaks Asio, and every message of MCP and
/// every file of knowledge is a JSON value.
bool lies_in_adapter(const SourceFile& file, const Include& include) {
  return (file.path.starts_with("src/syntax/tree/") && include.target == "tree_sitter/api.h") ||
         (file.path.starts_with("src/serve/http/asio/") && include.target.starts_with("boost/")) ||
         (file.path == "src/knowledge/json/json.h" && include.target == "nlohmann/json.hpp") ||
         (file.path == "src/serve/mcp/protocol/json.h" && include.target == "nlohmann/json.hpp");
}

TEST(Layers, OurHeadersIncludeNoThirdPartyHeader) {
  for (const SourceFile& file : program_files()) {
    if (!file.path.ends_with(".h")) continue;
    for (const Include& include : includes_of(file)) {
      EXPECT_TRUE(include.quoted || is_standard_or_posix(include.target) || lies_in_adapter(file, include))
          << at(file, include) << "; third parties belong into a .cc file";
    }
  }
}

TEST(Layers, NobodyOutsideTheServerSeesItsLibrary) {
  for (const SourceFile& file : program_files()) {
    for (const Include& include : includes_of(file)) {
      EXPECT_TRUE(!include.target.starts_with("serve/http/asio/") || file.path.starts_with("src/serve/http/asio/")) << at(file, include);
    }
  }
}

TEST(Layers, ThirdPartyHeadersStayInTheirAdapters) {
  const Edges allowed = allowed_third_party();
  for (const SourceFile& file : program_files()) {
    if (is_test(file.path)) continue;
    for (const Include& include : includes_of(file)) {
      if (include.quoted || is_standard_or_posix(include.target)) continue;
      const auto row = std::ranges::find_if(allowed, [&](const auto& entry) { return include.target.starts_with(entry.first); });
      if (row == allowed.end()) {
        ADD_FAILURE() << at(file, include) << ", which ARCHITECTURE.md's table of third-party headers doesn't name";
      } else {
        EXPECT_TRUE(row->second.contains(layer_of(file.path))) << at(file, include) << "; ARCHITECTURE.md keeps it in other layers";
      }
    }
  }
}

TEST(Architecture, EveryFolderHasItsSectionEndingInInvariants) {
  const std::string page = read_project_file("ARCHITECTURE.md");
  for (const auto& [layer, others] : allowed_layers()) {
    const auto begin = page.find("\n### " + layer + "\n");
    ASSERT_NE(begin, std::string::npos) << "ARCHITECTURE.md has no section for " << layer;
    const auto end = page.find("\n##", begin + 5);
    EXPECT_NE(page.substr(begin, end - begin).find("**Invariants.**"), std::string::npos) << layer << " names no invariants";
  }
}

TEST(Architecture, EveryFolderBesideTheProgramIsInTheTable) {
  std::set<std::string> known = {"src", "apps"};
  for (const TableRow& row : table_after(read_project_file("ARCHITECTURE.md"), "## Beside `src/`"))
    for (const std::string& path : row.front()) known.insert(path.substr(0, path.find('/')));
  for (const SourceFile& file : project_files()) {
    const auto slash = file.path.find('/');
    if (slash == std::string::npos || file.path.front() == '.') continue;
    EXPECT_TRUE(known.contains(file.path.substr(0, slash))) << file.path << " lies in a folder that ARCHITECTURE.md does not name";
  }
}

TEST(Architecture, PathsItNamesExist) {
  const std::string page = read_project_file("ARCHITECTURE.md");
  for (const TableRow& row : table_after(page, "## Entry points")) {
    for (const auto& cell : row) {
      for (const std::string& path : cell) {
        if (path.find('/') == std::string::npos) continue;
        EXPECT_TRUE(std::filesystem::exists(project_root() / path)) << path << " is an entry point that isn't there";
      }
    }
  }
}

}  // namespace
}  // namespace grove::house
