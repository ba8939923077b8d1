#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "base/file.h"
#include "base/text.h"
#include "oracles/folder_graph.h"
#include "oracles/scip_snapshot.h"
#include "oracles/suites.h"

namespace grove::oracles {
namespace {

namespace fs = std::filesystem;
using Line = std::pair<std::string, std::uint32_t>;                   // path, line
using Point = std::tuple<std::string, std::uint32_t, std::uint32_t>;  // path, line, column

struct Sort {
  std::string_view folder;  // in the checkout
  std::string_view calls, names;
};

constexpr Sort kSorts[] = {
    {"scip-snapshots/expected/java", "SCIP Java, functions", "SCIP Java, types and values"},
    {"scip-snapshots/expected/kotlin", "SCIP Kotlin, functions", "SCIP Kotlin, types and values"},
    {"snapshots/output", "SCIP TypeScript, functions", "SCIP TypeScript, types and values"},
    {"packages/pyright-scip/snapshots/output", "SCIP Python, functions", "SCIP Python, types and values"},
    {"internal/testdata/snapshots/output", "SCIP Go, functions", "SCIP Go, types and values"},
    {"test/index", "SCIP C++, functions", "SCIP C++, types and values"},
};

bool is_function(std::string_view symbol) { return symbol.ends_with(")."); }
/// Locals, parameters, type parameters and whole modules are no symbols of ours.
bool is_compared(std::string_view symbol) {
  return !symbol.starts_with("local ") && !symbol.ends_with(")") && !symbol.ends_with("]") && !symbol.ends_with("/") &&
         !symbol.ends_with(":");
}

bool brings_in(std::string_view line) {
  line = trim(line);
  for (const std::string_view word : {"import", "from ", "export {", "export *", "#include", "using ", "package "})
    if (line.starts_with(word)) return true;
  return false;
}

/// One project: its sources, what is defined where, and what each name in it means.
struct Project {
  std::vector<SourceFile> files;
  std::map<std::string, std::set<Line>> definitions;
  std::map<Point, std::set<std::string>> references;
};

void add_snapshot(Project& project, const std::string& path, std::string_view text) {
  Snapshot snapshot = read_snapshot(text);
  const std::vector<std::string_view> lines = split(snapshot.source, '\n');
  for (const Occurrence& one : snapshot.occurrences) {
    if (one.is_definition)
      project.definitions[one.symbol].insert({path, one.line});
    else if (one.line > 0 && one.line <= lines.size() && !brings_in(lines[one.line - 1]))
      project.references[{path, one.line, one.column}].insert(one.symbol);
  }
  project.files.push_back({path, std::move(snapshot.source)});
}

Project read_project(const fs::path& folder) {
  Project project;
  const std::vector<SourceFile> files = read_sources(folder);
  const bool beside = std::ranges::any_of(files, [](const SourceFile& file) { return file.path.find(".snapshot.") != std::string::npos; });
  for (const SourceFile& file : files) {
    const auto marked = file.path.find(".snapshot.");
    if (file.path.find("external_symbols") != std::string::npos || (beside && marked == std::string::npos)) continue;
    std::string path = file.path;
    if (beside) path.erase(marked, 9);
    add_snapshot(project, path, file.text);
  }
  return project;
}

/// Finds the columns of places in a project's sources.
class Columns {
 public:
  explicit Columns(const Project& project) {
    for (const SourceFile& file : project.files) texts_[file.path] = file.text;
  }
  Point at(const std::string& path, std::uint32_t line, std::uint32_t begin) const {
    const std::string_view before = texts_.at(path).substr(0, begin);
    return {path, line, static_cast<std::uint32_t>(before.size() - (before.rfind('\n') + 1))};
  }

 private:
  std::map<std::string, std::string_view> texts_;
};

/// What an indexer calls a reference is a definition for us where the project only declares the thing.
void take_declarations(Project& project, const FolderGraph& graph, const Columns& columns) {
  for (const GraphSymbol& symbol : graph.symbols) {
    const auto declared = project.references.find(columns.at(symbol.path, symbol.line, symbol.begin));
    if (declared == project.references.end()) continue;
    for (const std::string& name : declared->second) project.definitions[name].insert({symbol.path, symbol.line});
    project.references.erase(declared);
  }
}

/// The calls' suite and the other names', for one project.
struct ProjectScore {
  CaseScore calls, names;
};

void judge(const Point& point, const std::set<std::string>& symbols, const std::vector<GraphUse>& said, const Project& project,
           ProjectScore& score) {
  std::set<Line> meant;
  std::string shown;
  bool function = false;
  for (const std::string& symbol : symbols) {
    if (!is_compared(symbol)) return;
    shown = symbol;
    function = function || is_function(symbol);
    if (const auto defined = project.definitions.find(symbol); defined != project.definitions.end())
      meant.insert(defined->second.begin(), defined->second.end());
  }
  CaseScore& part = function ? score.calls : score.names;
  const std::string place = fmt::format("{}:{}:{} {}", std::get<0>(point), std::get<1>(point), std::get<2>(point), shown);
  const auto right = std::ranges::find_if(said, [&](const GraphUse& use) { return meant.contains({use.to->path, use.to->line}); });
  if (right != said.end()) {
    ++part.right;
  } else {
    if (!meant.empty()) part.missed.push_back(place);
    if (!said.empty())
      part.wrong.push_back(fmt::format("{} → {} {}:{}", place, said[0].to->qualified_name, said[0].to->path, said[0].to->line));
  }
}

ProjectScore score_project(const fs::path& folder) {
  ProjectScore score;
  Project project = read_project(folder);
  FolderGraph graph = graph_of(project.files);
  const Columns columns(project);
  take_declarations(project, graph, columns);
  std::map<Point, std::vector<GraphUse>> uses;
  for (GraphUse& use : graph.uses)
    if (use.to) uses[columns.at(use.path, use.line, use.begin)].push_back(std::move(use));
  for (const auto& [point, symbols] : project.references) judge(point, symbols, uses[point], project, score);
  return score;
}

}  // namespace

std::vector<SuiteScore> score_scip(const fs::path& checkout) {
  std::vector<SuiteScore> suites;
  for (const Sort& sort : kSorts) {
    const fs::path root = checkout / sort.folder;
    if (!fs::is_directory(root)) continue;
    SuiteScore calls{.name = std::string(sort.calls), .names_all = true, .cases = {}};
    SuiteScore names{.name = std::string(sort.names), .names_all = true, .cases = {}};
    const std::set<fs::path> folders{fs::directory_iterator(root), fs::directory_iterator()};
    for (const fs::path& folder : folders) {
      if (!fs::is_directory(folder)) continue;
      ProjectScore score = score_project(folder);
      score.calls.name = score.names.name = folder.filename().string();
      calls.cases.push_back(std::move(score.calls));
      names.cases.push_back(std::move(score.names));
    }
    if (calls.right() + calls.missed() + names.right() + names.missed() == 0) continue;
    suites.push_back(std::move(calls));
    suites.push_back(std::move(names));
  }
  return suites;
}

}  // namespace grove::oracles
