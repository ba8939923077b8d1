#include "engine/navigation/references.h"

#include <algorithm>
#include <span>
#include <tuple>

#include "base/text.h"
#include "base/utf8.h"
#include "engine/navigation/symbol_hits.h"
#include "model/line_index.h"

namespace grove::engine {
namespace {

using graph::Edge;
using graph::kNobody;

constexpr std::size_t kLongestPreview = 300;

/// One use, with where it stands.
struct Use {
  const GraphScope* scope = nullptr;
  std::string_view path;
  Edge edge;
};

/// The uses of one symbol in one file, in order of their places.
struct FileUses {
  const GraphScope* scope = nullptr;
  std::string_view path;
  std::span<const Edge> edges;
  auto key() const { return std::tie(scope->repository.name, path); }
};

/// What of a symbol stands in one file comes together.
void add_files(const GraphScope& scope, std::span<const Edge> edges, std::vector<FileUses>& files) {
  while (!edges.empty()) {
    const auto end = std::ranges::find_if(edges, [&](const Edge& edge) { return edge.file != edges.front().file; });
    const auto count = static_cast<std::size_t>(end - edges.begin());
    files.push_back({&scope, scope.declarations().file(edges.front().file).path, edges.first(count)});
    edges = edges.subspan(count);
  }
}

/// Those of all symbols in one file, each place once: the surest use of it.
std::vector<Edge> uses_in_one_file(std::span<const FileUses> same_file) {
  std::vector<Edge> edges;
  for (const FileUses& uses : same_file) edges.insert(edges.end(), uses.edges.begin(), uses.edges.end());
  std::ranges::sort(edges, {}, [](const Edge& edge) { return std::tie(edge.begin, edge.confidence); });
  const auto again = std::ranges::unique(edges, {}, &Edge::begin);
  edges.erase(again.begin(), again.end());
  return edges;
}

/// A page of all uses, and how many there are.
struct UsesPage {
  std::vector<Use> uses;
  std::size_t total = 0;
};

UsesPage page_of_uses(const ReferenceQuery& query) {
  std::vector<std::vector<Edge>> edges;  // one a meaning
  edges.reserve(query.of.size());
  std::vector<FileUses> files;
  for (const Meaning& meaning : query.of) {
    edges.push_back(meaning.scope->graph->uses_of(meaning.symbol));
    add_files(*meaning.scope, edges.back(), files);
  }
  std::ranges::stable_sort(files, {}, [](const FileUses& uses) { return uses.key(); });
  UsesPage page;
  for (std::size_t i = 0, end = 0; i < files.size(); i = end) {
    for (end = i + 1; end < files.size() && files[end].key() == files[i].key();) ++end;
    for (const Edge& edge : uses_in_one_file(std::span(files).subspan(i, end - i))) {
      if (page.total++ >= query.skip && page.uses.size() < query.limit) page.uses.push_back({files[i].scope, files[i].path, edge});
    }
  }
  return page;
}

/// Reads the lines of one file after the other.
class LineReader {
 public:
  explicit LineReader(UnitReader& reader) : reader_(reader) {}

  void show(const Use& use, ReferenceHit& hit) {
    open(use);
    const graph::Declarations& declarations = use.scope->declarations();
    hit.stale = source_ == nullptr || source_->hash != declarations.file(use.edge.file).hash;
    if (source_ == nullptr) return;
    const std::string_view text = source_->text;
    const ByteRange line = lines_->bytes_of(use.edge.line);
    std::uint32_t begin = use.edge.begin;
    if (hit.stale) {
      const std::size_t found = text.substr(line.begin, line.size()).find(declarations.symbol(use.edge.target).name);
      if (line.empty() || found == std::string_view::npos) return;
      begin = line.begin + static_cast<std::uint32_t>(found);
    }
    hit.column = code_point_column(text, *lines_, begin);
    const std::string_view shown = trim(text.substr(line.begin, line.size()));
    hit.preview = shown.substr(0, utf8_boundary(shown, std::min(shown.size(), kLongestPreview)));
  }

 private:
  void open(const Use& use) {
    if (use.scope == scope_ && use.edge.file == file_) return;
    scope_ = use.scope;
    file_ = use.edge.file;
    auto text = reader_.text(use.scope->repository.root, use.path);
    source_ = text ? *std::move(text) : nullptr;
    if (source_) lines_.emplace(source_->text);
  }

  UnitReader& reader_;
  const GraphScope* scope_ = nullptr;
  graph::FileId file_ = kNobody;
  std::shared_ptr<const SourceText> source_;
  std::optional<LineIndex> lines_;
};

}  // namespace

Status list_references(const ReferenceQuery& query, UnitReader& reader, const CancelToken& cancel, References& references) {
  const UsesPage page = page_of_uses(query);
  references.total = page.total;
  LineReader lines(reader);
  for (const Use& use : page.uses) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    ReferenceHit hit;
    hit.repository = use.scope->repository.name;
    hit.path = use.path;
    if (use.edge.source != kNobody) hit.in = shown_name(use.scope->declarations(), use.edge.source);
    hit.line = use.edge.line;
    hit.role = use.edge.role;
    hit.confidence = use.edge.confidence;
    lines.show(use, hit);
    references.stale = references.stale || hit.stale;
    references.references.push_back(std::move(hit));
  }
  return {};
}

}  // namespace grove::engine
