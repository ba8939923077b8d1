#include "graph/part/edge_part.h"

#include <algorithm>

#include "base/bytes.h"
#include "graph/part/layout.h"

namespace grove::graph {

EdgePart::EdgePart(const PartFile& file, std::uint32_t files)
    : files_(files),
      edges_(file.at(Section::kEdges)),
      replaced_(file.at(Section::kReplaced)),
      chunk_begins_(file.at(Section::kEdgeChunks)),
      first_chunks_(file.at(Section::kFirstChunks)),
      degrees_(file.at(Section::kDegrees)),
      edge_count_(file.at(Section::kEdgeCount)),
      uses_(file.at(Section::kUsedSymbols), file.at(Section::kUses), file.at(Section::kUseBlocks)),
      consulted_(file.at(Section::kConsultedKeys), file.at(Section::kConsultedFiles), file.at(Section::kConsultedBlocks)) {}

std::pair<std::uint32_t, std::uint32_t> EdgePart::chunks_of(FileId file) const {
  const std::uint32_t end = file + 1 < files_ ? std::min(first_chunks_[file + 1], chunks()) : chunks();
  return {std::min(first_chunks_[file], end), end};
}

FileId EdgePart::file_of_chunk(std::uint32_t chunk) const {
  FileId low = 0, high = files_;
  while (low < high) {
    const FileId middle = low + (high - low) / 2;
    if (first_chunks_[middle] <= chunk)
      low = middle + 1;
    else
      high = middle;
  }
  return low == 0 ? 0 : low - 1;
}

std::vector<LocalEdge> EdgePart::edges_of(FileId file) const {
  std::vector<LocalEdge> edges;
  const auto [first, end] = chunks_of(file);
  for (std::uint32_t i = first; i < end; ++i) {
    const std::vector<LocalEdge> more = chunk(i).edges();
    edges.insert(edges.end(), more.begin(), more.end());
  }
  return edges;
}

Result<std::vector<ReplacedFile>> EdgePart::replaced() const {
  std::vector<ReplacedFile> files;
  if (replaced_.empty()) return files;
  ByteReader in(replaced_);
  FileId old_file = 0;
  for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    ReplacedFile file;
    const std::uint64_t distance = in.varint();
    if (distance >= kNobody - old_file || (distance == 0 && !files.empty())) return damaged_graph("a part replaces a file twice");
    old_file += static_cast<FileId>(distance);
    file.old_file = old_file;
    file.new_file = static_cast<FileId>(in.varint()) - 1;
    std::uint32_t next = 0;
    for (std::uint64_t symbols = in.varint(); symbols > 0 && in.ok(); --symbols) {
      const std::uint64_t form = in.varint();  // 0: gone; else 1 + zigzag of the distance to the one after the last
      if (form == 0) {
        file.symbols.push_back(kNobody);
        continue;
      }
      next += static_cast<std::uint32_t>(unzigzag(form - 1));
      file.symbols.push_back(next++);
    }
    files.push_back(std::move(file));
  }
  if (!in.ok() || !in.empty()) return damaged_graph("its list of replaced files has the wrong length");
  return files;
}

std::string encode_replaced(const std::vector<ReplacedFile>& files) {
  ByteWriter out;
  out.varint(files.size());
  FileId last = 0;
  for (const ReplacedFile& file : files) {
    out.varint(file.old_file - last);
    last = file.old_file;
    out.varint(std::uint64_t{file.new_file + 1});
    out.varint(file.symbols.size());
    std::uint32_t next = 0;
    for (const std::uint32_t symbol : file.symbols) {
      const std::int64_t distance = std::int64_t{symbol} - std::int64_t{next};
      out.varint(symbol == kNobody ? 0 : 1 + zigzag(distance));
      if (symbol != kNobody) next = symbol + 1;
    }
  }
  return std::move(out).bytes();
}

std::optional<std::uint32_t> EdgePart::degree(SymbolId symbol) const {
  std::size_t low = 0, high = degrees_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if ((degrees_[middle] >> 32U) < symbol)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == degrees_.size() || degrees_[low] >> 32U != symbol) return std::nullopt;
  return static_cast<std::uint32_t>(degrees_[low]);
}

std::vector<KeyedNumber> EdgePart::degrees() const {
  std::vector<KeyedNumber> all;
  for (std::size_t i = 0; i < degrees_.size(); ++i)
    all.push_back({static_cast<std::uint32_t>(degrees_[i] >> 32U), static_cast<std::uint32_t>(degrees_[i])});
  return all;
}

}  // namespace grove::graph
