#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "oracles/folder_graph.h"
#include "oracles/suites.h"

namespace grove::oracles {
namespace {

namespace fs = std::filesystem;
using Edge = std::pair<std::string, std::string>;
enum class Naming { kPython, kScript, kJava };

std::string without_suffix(std::string path) {
  for (const std::string_view suffix : {".py", ".js", ".mjs", ".cjs", "/__init__", "/index"})
    if (path.ends_with(suffix)) path.resize(path.size() - suffix.size());
  std::ranges::replace(path, '/', '.');
  return path == "__init__" ? std::string() : path;
}

/// The name of a node as oracles write it, in our way: calls inside of lambdas are calls of what is around them. Empty: no node of ours.
std::string node_of(std::string text, Naming naming) {
  if (naming == Naming::kJava) {
    text = text.substr(0, text.find('('));
    std::ranges::replace(text, ':', '.');
    if (const auto lambda = text.find("lambda$"); lambda != std::string::npos) {
      const auto name = lambda + 7;
      text = text.substr(0, lambda) + text.substr(name, text.find('$', name) - name);
    }
    std::ranges::replace(text, '$', '.');
    return text;
  }
  for (auto lambda = text.rfind(".<"); lambda != std::string::npos && text.ends_with('>'); lambda = text.rfind(".<")) text.resize(lambda);
  return text.find('<') == std::string::npos ? text : std::string();
}

bool is_lambda(std::string_view text) { return text.ends_with('>') || text.find("lambda$") != std::string_view::npos; }

/// Whether the files of a case can hold a node.
bool holds(const std::vector<SourceFile>& files, std::string_view node, Naming naming) {
  const std::string_view first = node.substr(0, node.find('.'));
  return std::ranges::any_of(files, [&](const SourceFile& file) {
    if (file.path.ends_with(".json")) return false;
    const std::string_view top = std::string_view(file.path).substr(0, file.path.find_first_of(naming == Naming::kJava ? "/" : "/."));
    return top == first;
  });
}

std::set<Edge> expected(const std::vector<SourceFile>& files, const nlohmann::json& graph, Naming naming) {
  std::set<Edge> edges;
  for (const auto& [from, targets] : graph.items()) {
    if (!targets.is_array()) continue;
    for (const auto& target : targets) {
      if (!target.is_string() || is_lambda(target.get<std::string>())) continue;
      const Edge edge{node_of(from, naming), node_of(target, naming)};
      if (!edge.first.empty() && !edge.second.empty() && holds(files, edge.second, naming)) edges.insert(edge);
    }
  }
  return edges;
}

std::string module_of(const std::string& path, Naming naming) { return naming == Naming::kJava ? std::string() : without_suffix(path); }

std::string node_of(const GraphSymbol& symbol, Naming naming) {
  if (naming == Naming::kPython) return symbol.qualified_name;
  if (naming == Naming::kScript) return module_of(symbol.path, naming) + "." + symbol.qualified_name;
  if (symbol.kind == Kind::kConstructor) return symbol.qualified_name.substr(0, symbol.qualified_name.rfind('.')) + ".<init>";
  return symbol.qualified_name;
}

/// The functions that an oracle names, in our way.
std::set<std::string> nodes_of(const nlohmann::json& graph, Naming naming) {
  std::set<std::string> nodes;
  for (const auto& [from, targets] : graph.items()) {
    nodes.insert(node_of(from, naming));
    for (const auto& target : targets)
      if (target.is_string()) nodes.insert(node_of(target.get<std::string>(), naming));
  }
  return nodes;
}

/// The callers that an edge may stand under: code outside of functions belongs to the module, in Java to the making of objects and classes;
/// so does code of a function that the oracle knows as a lambda only.
std::vector<std::string> callers_of(const GraphUse& use, const std::set<std::string>& nodes, Naming naming) {
  if (!use.from) return {module_of(use.path, naming)};
  const std::string whole = node_of(*use.from, naming);
  const std::string around = whole.substr(0, whole.rfind('.'));
  if (is_callable(use.from->kind)) return nodes.contains(whole) ? std::vector{whole} : std::vector{whole, around};
  if (naming != Naming::kJava) return {around, whole, module_of(use.path, naming)};
  return {around + ".<init>", around + ".<clinit>", whole + ".<init>", whole + ".<clinit>"};
}

std::string shown(const Edge& edge) { return fmt::format("{} → {}", edge.first, edge.second); }

CaseScore score_case(const fs::path& folder, const nlohmann::json& graph, Naming naming) {
  CaseScore score;
  const std::vector<SourceFile> files = read_sources(folder);
  std::set<Edge> missing = expected(files, graph, naming);
  const std::set<Edge> all = missing;
  const std::set<std::string> nodes = nodes_of(graph, naming);
  std::set<Edge> wrong;
  for (const GraphUse& use : graph_of(files).uses) {
    if (use.role != Role::kCall || !use.to || !is_callable(use.to->kind)) continue;
    const std::string target = node_of(*use.to, naming);
    if (!nodes.contains(target)) continue;  // the oracle can't tell
    const std::vector<std::string> callers = callers_of(use, nodes, naming);
    const auto known = std::ranges::find_if(callers, [&](const std::string& caller) { return all.contains({caller, target}); });
    if (known == callers.end())
      wrong.insert({callers.front(), target});
    else
      missing.erase({*known, target});
  }
  score.right = all.size() - missing.size();
  for (const Edge& edge : wrong) score.wrong.push_back(shown(edge));
  for (const Edge& edge : missing) score.missed.push_back(shown(edge));
  return score;
}

SuiteScore score_suite(std::string name, const fs::path& root, Naming naming) {
  SuiteScore suite{.name = std::move(name), .names_all = naming != Naming::kJava, .cases = {}};
  std::set<fs::path> folders;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root))
    if (entry.path().filename() == "callgraph.json") folders.insert(entry.path().parent_path());
  for (const fs::path& folder : folders) {
    const auto text = read_file((folder / "callgraph.json").string());
    const auto graph = nlohmann::json::parse(text ? *text : std::string(), nullptr, false);
    if (!graph.is_object()) continue;
    CaseScore score = score_case(folder, graph, naming);
    score.name = folder.lexically_relative(root).generic_string();
    if (!suite.names_all) score.wrong.clear();
    suite.cases.push_back(std::move(score));
  }
  return suite;
}

}  // namespace

std::vector<SuiteScore> score_call_graph_files(const fs::path& checkout) {
  static constexpr std::tuple<std::string_view, std::string_view, Naming> kSuites[] = {
      {"PyCG", "micro-benchmark/snippets", Naming::kPython},
      {"SWARM-CG Java", "benchmarks/java/cats", Naming::kJava},
      {"SWARM-CG Python (pycg)", "benchmarks/python/pycg", Naming::kPython},
      {"SWARM-CG Python (pycg_extended)", "benchmarks/python/pycg_extended", Naming::kPython},
      {"SWARM-CG Python (headergen)", "benchmarks/python/headergen", Naming::kPython},
      {"SWARM-CG JavaScript", "benchmarks/javascript/swarm_js", Naming::kScript},
  };
  std::vector<SuiteScore> suites;
  for (const auto& [name, folder, naming] : kSuites)
    if (fs::is_directory(checkout / folder)) suites.push_back(score_suite(std::string(name), checkout / folder, naming));
  return suites;
}

}  // namespace grove::oracles
