#include "graph/testing/describe_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace grove::graph {
namespace {

class Describer {
 public:
  explicit Describer(const Graph& graph) : graph_(graph), declared_(graph.declarations()) {}

  std::string describe() {
    std::map<std::string, FileId> files;
    for (FileId id = 0; id < declared_.file_limit(); ++id)
      if (declared_.is_live(id)) files.emplace(declared_.file(id).path, id);
    for (const auto& [path, id] : files) describe_file(id);
    const GraphStats stats = graph_.stats();
    out_ += fmt::format("{} files, {} symbols, {} edges\n", stats.files, stats.symbols, stats.edges);
    return std::move(out_);
  }

 private:
  std::string shown(SymbolId id) {
    if (id == kNobody) return "-";
    const DeclaredFile file = declared_.file(declared_.file_of(id));
    return fmt::format("{}#{}.{}", file.path, id - file.first_symbol, declared_.symbol(id).qualified_name);
  }
  std::string shown(const Edge& edge) {
    return fmt::format("{}:{}:{} {} {} {} > {}", declared_.file(edge.file).path, edge.line, edge.begin, role_name(edge.role),
                       confidence_name(edge.confidence), shown(edge.source), shown(edge.target));
  }

  void describe_symbol(SymbolId id) {
    const DeclaredSymbol symbol = declared_.symbol(id);
    out_ += fmt::format("  {} {} {}/{} `{}` on `{}` {}-{} name {} lines {}-{} in {} called {}", kind_name(symbol.kind), shown(id),
                        symbol.arity, symbol.required, symbol.type, symbol.receiver, symbol.range.begin, symbol.range.end,
                        symbol.name_begin, symbol.lines.first, symbol.lines.last, shown(symbol.parent), graph_.call_in_degree(id));
    for (const std::string_view type : declared_.parameter_types(id)) out_ += fmt::format(" ({})", type);
    for (const std::string_view type : declared_.supertypes(id)) out_ += fmt::format(" :{}", type);
    for (const SymbolId member : declared_.members(id)) out_ += fmt::format(" +{}", declared_.symbol(member).name);
    out_ += '\n';
    for (const Edge& edge : graph_.uses_in(id)) out_ += "    uses " + shown(edge) + '\n';
    for (const Edge& edge : graph_.uses_of(id)) out_ += "    used " + shown(edge) + '\n';
    const std::vector<SymbolId> named = declared_.named(symbol.name);
    if (!symbol.name.empty() && std::ranges::find(named, id) == named.end()) out_ += "    NOT FOUND BY NAME\n";
    for (const SymbolId other : named) out_ += "    named like " + shown(other) + '\n';
  }

  void describe_file(FileId id) {
    const DeclaredFile file = declared_.file(id);
    out_ += fmt::format("{} {} {} {}\n", file.path, language_name(file.language), file.module, to_hex(file.hash));
    for (const DeclaredImport& import : declared_.imports(id))
      out_ += fmt::format("  import {} {} {}\n", import.module, import.name, import.alias);
    for (std::uint32_t i = 0; i < file.symbol_count; ++i) describe_symbol(file.first_symbol + i);
    for (const Edge& edge : graph_.uses_in_file(id)) out_ += "  " + shown(edge) + '\n';
    if (declared_.find_file(file.path) != id) out_ += "  NOT FOUND BY PATH\n";
  }

  const Graph& graph_;
  const Declarations& declared_;
  std::string out_;
};

}  // namespace

std::string describe_graph(const Graph& graph) { return Describer(graph).describe(); }

}  // namespace grove::graph
