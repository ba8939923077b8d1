#include "graph/part/edge_writer.h"

#include <algorithm>

#include "graph/part/array_view.h"

namespace grove::graph {
namespace {

/// Adds up the members of equal keys. REQUIRES: ascending.
std::vector<KeyedNumber> summed(const std::vector<KeyedNumber>& pairs) {
  std::vector<KeyedNumber> sums;
  for (const KeyedNumber& pair : pairs) {
    if (sums.empty() || sums.back().key != pair.key) sums.push_back({pair.key, 0});
    sums.back().member += pair.member;
  }
  return sums;
}

}  // namespace

std::vector<KeyedNumber> callers_by_target(std::span<const LocalEdge> edges, const IsCallable& callable) {
  std::vector<KeyedNumber> calls;
  for (const LocalEdge& edge : edges)
    if (edge.role == Role::kCall && edge.source < callable.size() && callable[edge.source]) calls.push_back({edge.target, edge.source});
  std::ranges::sort(calls);
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  for (KeyedNumber& call : calls) call.member = 1;
  return summed(calls);
}

EncodedEdges encode_edges(std::span<const LocalEdge> edges, const IsCallable& callable, std::vector<std::uint32_t> consulted) {
  EncodedEdges encoded;
  encoded.calls = callers_by_target(edges, callable);
  encoded.consulted = std::move(consulted);
  encoded.edges = edges.size();
  while (!edges.empty()) {
    const std::size_t size = std::min(edges.size(), kEdgesInChunk);
    encoded.chunks.push_back(encode_chunk(edges.first(size)));
    encoded.targets.push_back(EdgeChunk(encoded.chunks.back()).targets());
    edges = edges.subspan(size);
  }
  return encoded;
}

void EdgeWriter::add(const EncodedEdges& edges) {
  const auto file = static_cast<std::uint32_t>(first_chunks_.size());
  first_chunks_.push_back(static_cast<std::uint32_t>(chunk_begins_.size()));
  for (std::size_t i = 0; i < edges.chunks.size(); ++i) {
    const auto chunk = static_cast<std::uint32_t>(chunk_begins_.size());
    chunk_begins_.push_back(static_cast<std::uint32_t>(bytes_.size()));
    bytes_ += edges.chunks[i];
    for (const SymbolId target : edges.targets[i]) uses_.push_back({target, chunk});
  }
  degrees_.insert(degrees_.end(), edges.calls.begin(), edges.calls.end());
  for (const std::uint32_t key : edges.consulted) consulted_.push_back({key, file});
  edges_ += edges.edges;
}

void EdgeWriter::write(Sections& sections) && {
  const auto section = [&](Section which) -> std::string& { return sections[static_cast<std::size_t>(which)]; };
  std::ranges::sort(uses_);
  std::ranges::sort(degrees_);
  std::ranges::sort(consulted_);
  EncodedLists uses = encode_lists(uses_, summed(degrees_));
  EncodedLists consulted = encode_lists(consulted_, {});
  section(Section::kEdgeCount).assign(reinterpret_cast<const char*>(&edges_), sizeof edges_);
  section(Section::kEdges) = std::move(bytes_);
  section(Section::kEdgeChunks) = as_bytes(chunk_begins_);
  section(Section::kFirstChunks) = as_bytes(first_chunks_);
  section(Section::kUsedSymbols) = std::move(uses.first_keys);
  section(Section::kUses) = std::move(uses.lists);
  section(Section::kUseBlocks) = std::move(uses.blocks);
  section(Section::kConsultedKeys) = std::move(consulted.first_keys);
  section(Section::kConsultedFiles) = std::move(consulted.lists);
  section(Section::kConsultedBlocks) = std::move(consulted.blocks);
}

}  // namespace grove::graph
