#include <fmt/format.h>

#include <string>

#include "oracles/folder_graph.h"

// usage: grove_call_graph FOLDER
// What the names in a folder's files mean, one line each: confidence, role, file:line, from, to (`path#qualified name`), for scorers.
namespace {

using namespace grove;

std::string shown(const oracles::GraphSymbol& symbol) {
  return fmt::format("{}#{}/{}:{}", symbol.path, symbol.qualified_name, symbol.arity, kind_name(symbol.kind));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const oracles::FolderGraph graph = oracles::graph_of(oracles::read_sources(arguments[1]));
  std::size_t unresolved = 0;
  for (const oracles::GraphUse& use : graph.uses) {
    const std::string from = use.from ? shown(*use.from) : use.path + "#";
    if (use.to)
      fmt::print("{}\t{}\t{}:{}\t{}\t{}\n", confidence_name(use.confidence), role_name(use.role), use.path, use.line, from, shown(*use.to));
    else if (use.role == Role::kCall)
      fmt::print("none\tcall\t{}:{}\t{}\t{}|{}\n", use.path, use.line, from, use.receiver, use.name);
    if (!use.to && use.role == Role::kCall) ++unresolved;
  }
  fmt::print(stderr, "{} files, {} edges and unresolved uses, {} unresolved calls\n", graph.files, graph.uses.size(), unresolved);
}
