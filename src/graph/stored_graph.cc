#include "graph/stored_graph.h"

#include <algorithm>

#include "base/check.h"

namespace grove::graph {
namespace {

constexpr int kOpenAttempts = 10;

Result<std::shared_ptr<const GraphPart>> opened(std::shared_ptr<GraphPart> part) {
  GROVE_ASSIGN_OR_RETURN(part->declared, DeclaredPart::open(part->file));
  part->edges = EdgePart(part->file, part->declared.files());
  return part;
}

/// The first of some uses in order of path; those in one file stand together already.
std::vector<Edge> merged_by_path(const Declarations& declarations, std::span<const Edge> uses, std::size_t limit) {
  std::vector<std::pair<std::string_view, std::size_t>> runs;  // where those in one file begin
  for (std::size_t i = 0; i < uses.size(); ++i)
    if (i == 0 || uses[i].file != uses[i - 1].file) runs.emplace_back(declarations.file(uses[i].file).path, i);
  std::ranges::sort(runs);
  std::vector<Edge> sorted;
  sorted.reserve(std::min(limit, uses.size()));
  for (const auto& [path, begin] : runs)
    for (std::size_t i = begin; i < uses.size() && uses[i].file == uses[begin].file && sorted.size() < limit; ++i)
      sorted.push_back(uses[i]);
  return sorted;
}

}  // namespace

Result<std::shared_ptr<const GraphPart>> GraphPart::open(const std::string& path, std::uint64_t bytes) {
  auto part = std::make_shared<GraphPart>();
  GROVE_ASSIGN_OR_RETURN(part->mapped, MappedFile::open(path));
  if (part->mapped.bytes().size() != bytes) return damaged_graph(path + " has the wrong size");
  GROVE_ASSIGN_OR_RETURN(part->file, PartFile::parse(part->mapped.bytes()));
  return opened(std::move(part));
}

Result<std::shared_ptr<const GraphPart>> GraphPart::over(const Sections& sections) {
  auto part = std::make_shared<GraphPart>();
  part->file = PartFile::over(sections);
  return opened(std::move(part));
}

Result<std::shared_ptr<const StoredGraph>> StoredGraph::assemble(std::vector<std::shared_ptr<const GraphPart>> parts,
                                                                 const Manifest& manifest) {
  std::shared_ptr<StoredGraph> graph(new StoredGraph());
  graph->manifest_ = manifest;
  graph->parts_ = std::move(parts);
  GROVE_RETURN_IF_ERROR(graph->take_moves());
  return graph;
}

Status StoredGraph::take_moves() {
  std::vector<JoinedPart> joined;
  FileId files = 0;
  SymbolId symbols = 0;
  for (const auto& part : parts_) {
    const PartMeta& meta = part->declared.meta();
    if (meta.older_files != files || meta.older_symbols != symbols) return damaged_graph("its parts are not of one generation");
    if (meta.files >= kNobody - files || meta.symbols >= kNobody - symbols) return damaged_graph("its parts hold more than can be counted");
    joined.push_back({std::shared_ptr<const DeclaredPart>(part, &part->declared), files, symbols, {}});
    GROVE_ASSIGN_OR_RETURN(std::vector<ReplacedFile> replaced, part->edges.replaced());
    for (ReplacedFile& one : replaced) GROVE_RETURN_IF_ERROR(take_move(std::move(one), joined));
    files += meta.files;
    symbols += meta.symbols;
  }
  declared_ = std::make_unique<JoinedDeclarations>(std::move(joined));
  return {};
}

Status StoredGraph::take_move(ReplacedFile replaced, std::vector<JoinedPart>& parts) {
  const JoinedPart& newest = parts.back();
  const bool is_there = replaced.old_file < newest.first_file && (replaced.new_file == kNobody || replaced.new_file < newest.part->files());
  if (!is_there) return damaged_graph("a part replaces a file that there is not");
  auto& older = *std::prev(std::ranges::upper_bound(parts, replaced.old_file, {}, &JoinedPart::first_file));
  const FileId old_file = replaced.old_file - older.first_file;
  if (replaced.symbols.size() > older.part->file(old_file).symbol_count) return damaged_graph("a part replaces symbols that there are not");
  older.dead.resize(older.part->files());
  older.dead[old_file] = true;
  Move move{.new_file = kNobody, .symbols = std::move(replaced.symbols)};
  DeclaredFile file;
  if (replaced.new_file != kNobody) {
    file = newest.part->file(replaced.new_file);
    move.new_file = newest.first_file + replaced.new_file;
    origins_[move.new_file].push_back(replaced.old_file);
  }
  for (SymbolId& symbol : move.symbols) {
    if (symbol == kNobody) continue;
    if (symbol >= file.symbol_count) return damaged_graph("a part replaces a symbol by one that there is not");
    symbol += newest.first_symbol + file.first_symbol;
  }
  moves_[replaced.old_file] = std::move(move);
  return {};
}

Result<std::shared_ptr<const StoredGraph>> StoredGraph::open(const std::string& directory) {
  for (int attempt = 1;; ++attempt) {
    GROVE_ASSIGN_OR_RETURN(const Manifest manifest, read_manifest(directory));
    std::vector<std::shared_ptr<const GraphPart>> parts;
    Status status;
    for (const ManifestPart& entry : manifest.parts) {
      auto part = GraphPart::open(part_path(directory, entry.id), entry.bytes);
      if (!part) {
        status = std::unexpected(std::move(part).error());
        break;
      }
      parts.push_back(*std::move(part));
    }
    if (status) return assemble(std::move(parts), manifest);
    // A writer may have published the next generation and removed a part meanwhile.
    if (status.error().code != ErrorCode::kNotFound) return std::unexpected(std::move(status).error());
    if (attempt == kOpenAttempts) return damaged_graph(status.error().message);
  }
}

SymbolId StoredGraph::current(SymbolId stored) const {
  // A move leads to a newer part, so that this ends.
  while (stored < declared_->symbol_limit()) {
    const JoinedPart& part = declared_->part_of_symbol(stored);
    if (part.dead.empty()) return stored;
    const FileId file = part.part->file_of(stored - part.first_symbol);
    if (!part.dead[file]) return stored;
    const auto move = moves_.find(part.first_file + file);
    if (move == moves_.end()) return kNobody;
    const SymbolId within = stored - part.first_symbol - part.part->file(file).first_symbol;
    if (within >= move->second.symbols.size()) return kNobody;
    const SymbolId next = move->second.symbols[within];
    if (next == kNobody || next <= stored) return kNobody;
    stored = next;
  }
  return kNobody;
}

std::vector<SymbolId> StoredGraph::names_of(SymbolId symbol) const {
  std::vector<SymbolId> names = {symbol};
  for (std::size_t i = 0; i < names.size() && !origins_.empty(); ++i) {
    const auto origins = origins_.find(declared_->file_of(names[i]));
    if (origins == origins_.end()) continue;
    for (const FileId old : origins->second) {
      const std::vector<SymbolId>& symbols = moves_.at(old).symbols;
      const SymbolId first = declared_->file(old).first_symbol;
      for (std::uint32_t k = 0; k < symbols.size(); ++k)
        if (symbols[k] == names[i] && first + k < names[i]) names.push_back(first + k);
    }
  }
  return names;
}

Edge StoredGraph::edge_of(const LocalEdge& edge, const DeclaredFile& file, FileId id) const {
  return {.source = edge.source < file.symbol_count ? file.first_symbol + edge.source : kNobody,
          .target = edge.target,
          .file = id,
          .begin = edge.begin,
          .line = edge.line,
          .role = edge.role,
          .confidence = edge.confidence};
}

std::vector<Edge> StoredGraph::first_uses_of(SymbolId target, std::size_t limit) const {
  GROVE_CONTRACT(target < declared_->symbol_limit());
  std::vector<Edge> uses;
  std::size_t contributors = 0;
  std::vector<SymbolId> names = names_of(target);
  std::ranges::sort(names);
  std::vector<LocalEdge> edges;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const JoinedPart& joined = declared_->parts()[i];
    const std::size_t before = uses.size();
    std::vector<std::uint32_t> chunks;
    for (const SymbolId name : names) {
      const std::vector<std::uint32_t> more = parts_[i]->edges.uses().find(name).members;
      chunks.insert(chunks.end(), more.begin(), more.end());
    }
    std::ranges::sort(chunks);
    chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
    FileId of = kNobody;
    std::uint32_t end = 0;  // of the chunks of that file
    bool is_live = false;
    DeclaredFile declared;
    for (const std::uint32_t chunk : chunks) {
      // Each part's are in order of path, so that no later one can come before these.
      if (uses.size() - before >= limit) break;
      if (chunk >= end) {
        of = parts_[i]->edges.file_of_chunk(chunk);
        is_live = of < joined.part->files() && !joined.is_dead(of);
        end = is_live ? parts_[i]->edges.chunks_of(of).second : chunk + 1;
        if (is_live) declared = declared_->file(joined.first_file + of);
      }
      if (!is_live) continue;
      edges.clear();
      parts_[i]->edges.chunk(chunk).add_edges_to(names, edges);
      for (LocalEdge& edge : edges) {
        edge.target = target;
        uses.push_back(edge_of(edge, declared, joined.first_file + of));
      }
    }
    contributors += uses.size() > before ? 1 : 0;
  }
  if (contributors < 2) {
    uses.resize(std::min(uses.size(), limit));
    return uses;
  }
  return merged_by_path(*declared_, uses, limit);
}

void StoredGraph::sort_places(std::vector<Edge>& edges) const {
  const auto order_of = [this](const Edge& edge) { return std::pair(declared_->file(declared_->file_of(edge.target)).path, edge.target); };
  for (auto begin = edges.begin(); begin != edges.end();) {
    const auto end = std::find_if(begin, edges.end(), [&](const Edge& edge) { return edge.begin != begin->begin; });
    if (end - begin > 1) std::sort(begin, end, [&](const Edge& a, const Edge& b) { return order_of(a) < order_of(b); });
    begin = end;
  }
}

std::vector<LocalEdge> StoredGraph::edges_of(FileId file) const {
  const JoinedPart& joined = declared_->part_of_file(file);
  const std::size_t part = static_cast<std::size_t>(&joined - declared_->parts().data());
  std::vector<LocalEdge> edges = parts_[part]->edges.edges_of(file - joined.first_file);
  for (LocalEdge& edge : edges) edge.target = current(edge.target);
  std::erase_if(edges, [](const LocalEdge& edge) { return edge.target == kNobody; });
  return edges;
}

std::vector<Edge> StoredGraph::uses_in_file(FileId file) const {
  GROVE_CONTRACT(file < declared_->file_limit());
  const DeclaredFile declared = declared_->file(file);
  std::vector<Edge> uses;
  for (const LocalEdge& edge : edges_of(file)) uses.push_back(edge_of(edge, declared, file));
  sort_places(uses);
  return uses;
}

std::vector<Edge> StoredGraph::uses_in(SymbolId source) const {
  GROVE_CONTRACT(source < declared_->symbol_limit());
  const DeclaredSymbol symbol = declared_->symbol(source);
  const DeclaredFile declared = declared_->file(symbol.file);
  const JoinedPart& joined = declared_->part_of_file(symbol.file);
  const EdgePart& edges = parts_[static_cast<std::size_t>(&joined - declared_->parts().data())]->edges;
  auto [chunk, end] = edges.chunks_of(symbol.file - joined.first_file);
  while (chunk + 1 < end && edges.chunk(chunk + 1).first_begin() < symbol.range.begin) ++chunk;
  std::vector<Edge> uses;
  for (; chunk < end && edges.chunk(chunk).first_begin() < symbol.range.end; ++chunk) {
    for (LocalEdge edge : edges.chunk(chunk).edges()) {
      if (edge.source != source - declared.first_symbol) continue;
      edge.target = current(edge.target);
      if (edge.target != kNobody) uses.push_back(edge_of(edge, declared, symbol.file));
    }
  }
  sort_places(uses);
  return uses;
}

std::vector<FileId> StoredGraph::files_using(SymbolId symbol) const {
  std::vector<FileId> files;
  const std::vector<SymbolId> names = names_of(symbol);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const JoinedPart& joined = declared_->parts()[i];
    for (const SymbolId name : names)
      for (const std::uint32_t chunk : parts_[i]->edges.uses().find(name).members) {
        const FileId file = parts_[i]->edges.file_of_chunk(chunk);
        if (file < joined.part->files() && !joined.is_dead(file)) files.push_back(joined.first_file + file);
      }
  }
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::vector<FileId> StoredGraph::files_that_consulted(std::uint64_t hash) const {
  std::vector<FileId> files;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const JoinedPart& joined = declared_->parts()[i];
    for (const FileId file : parts_[i]->edges.consulted().find(consulted_key(hash)).members)
      if (file < joined.part->files() && !joined.is_dead(file)) files.push_back(joined.first_file + file);
  }
  return files;
}

std::uint32_t StoredGraph::call_in_degree(SymbolId symbol) const {
  if (parts_.empty()) return 0;
  if (const auto changed = parts_.back()->edges.degree(symbol)) return *changed;
  return parts_.front()->edges.uses().extra(symbol);
}

std::vector<KeyedNumber> StoredGraph::changed_degrees() const {
  return parts_.empty() ? std::vector<KeyedNumber>{} : parts_.back()->edges.degrees();
}

GraphStats StoredGraph::stats() const {
  GraphStats stats;
  stats.generation = manifest_.generation;
  stats.edges = manifest_.edges;
  for (const ManifestPart& part : manifest_.parts) stats.bytes_on_disk += part.bytes;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const JoinedPart& joined = declared_->parts()[i];
    stats.files += joined.part->files();
    stats.symbols += joined.part->symbols();
    for (FileId file = 0; file < joined.dead.size(); ++file) {
      if (!joined.dead[file]) continue;
      --stats.files;
      stats.symbols -= joined.part->file(file).symbol_count;
    }
  }
  return stats;
}

Result<std::shared_ptr<const Graph>> open_graph(const std::string& directory) { return StoredGraph::open(directory); }

Status verify_graph(const std::string& directory) {
  GROVE_ASSIGN_OR_RETURN(const auto graph, StoredGraph::open(directory));
  for (const auto& part : graph->parts()) GROVE_RETURN_IF_ERROR(part->file.verify());
  return {};
}

Result<std::uint64_t> published_graph_generation(const std::string& directory) {
  auto manifest = read_manifest(directory);
  if (manifest) return manifest->generation;
  if (manifest.error().code == ErrorCode::kNotFound) return 0;
  return std::unexpected(std::move(manifest).error());
}

}  // namespace grove::graph
