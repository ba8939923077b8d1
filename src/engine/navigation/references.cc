#include "engine/navigation/references.h"

#include <algorithm>
#include <memory>
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

/// The uses of one symbol in one file, in order of their places.
struct FileUses {
  std::string_view repository, path;
  std::uint32_t of = 0;  // which symbol
  std::span<const Edge> edges;
  auto key() const { return std::tie(repository, path); }
};

/// What of a symbol stands in one file comes together.
void add_files(const Meaning& meaning, std::uint32_t of, std::span<const Edge> edges, std::vector<FileUses>& files) {
  const GraphScope& scope = *meaning.scope;
  while (!edges.empty()) {
    const auto end = std::ranges::find_if(edges, [&](const Edge& edge) { return edge.file != edges.front().file; });
    const auto count = static_cast<std::size_t>(end - edges.begin());
    files.push_back({scope.repository.name, scope.declarations().file(edges.front().file).path, of, edges.first(count)});
    edges = edges.subspan(count);
  }
}

/// Adds those of all symbols in one file, each place once: the surest use of it.
void add_uses_in_one_file(std::span<const FileUses> same_file, std::vector<KnownUse>& all) {
  const auto first = static_cast<std::ptrdiff_t>(all.size());
  for (const FileUses& uses : same_file)
    for (const Edge& edge : uses.edges) all.push_back({.of = uses.of, .edge = edge});
  const std::span added(all.begin() + first, all.end());
  std::ranges::sort(added, {}, [](const KnownUse& one) { return std::tie(one.edge.begin, one.edge.confidence); });
  const auto again = std::ranges::unique(added, {}, [](const KnownUse& one) { return one.edge.begin; });
  all.resize(all.size() - again.size());
}

KnownUses::All find_uses(std::span<const Meaning> of) {
  std::vector<std::vector<Edge>> edges;  // one a meaning
  edges.reserve(of.size());
  std::vector<FileUses> files;
  for (const Meaning& meaning : of) {
    edges.push_back(meaning.scope->graph->uses_of(meaning.symbol));
    add_files(meaning, static_cast<std::uint32_t>(edges.size() - 1), edges.back(), files);
  }
  std::ranges::stable_sort(files, {}, [](const FileUses& uses) { return uses.key(); });
  auto all = std::make_shared<std::vector<KnownUse>>();
  for (std::size_t i = 0, end = 0; i < files.size(); i = end) {
    for (end = i + 1; end < files.size() && files[end].key() == files[i].key();) ++end;
    add_uses_in_one_file(std::span(files).subspan(i, end - i), *all);
  }
  return all;
}

KnownUses::All all_uses(std::span<const Meaning> of, KnownUses& known) {
  KnownUses::Of key;
  for (const Meaning& one : of) key.emplace_back(one.scope->repository.id, one.scope->graph->generation(), one.symbol);
  if (KnownUses::All uses = known.find(key)) return uses;
  KnownUses::All uses = find_uses(of);
  known.keep(std::move(key), uses);
  return uses;
}

/// One use, with where it stands.
struct Use {
  const GraphScope* scope = nullptr;
  std::string_view path;
  Edge edge;
};

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
    auto text = reader_.text(use.scope->repository, use.path);
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

Status list_references(const ReferenceQuery& query, const ReferenceSources& sources, const CancelToken& cancel, References& references) {
  const KnownUses::All all = all_uses(query.of, sources.uses);
  references.total = all->size();
  LineReader lines(sources.texts);
  const std::span rest = std::span(*all).subspan(std::min(query.skip, all->size()));
  for (const KnownUse& one : rest.first(std::min(query.limit, rest.size()))) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const GraphScope& scope = *query.of[one.of].scope;
    const Use use{.scope = &scope, .path = scope.declarations().file(one.edge.file).path, .edge = one.edge};
    ReferenceHit hit;
    hit.repository = scope.repository.name;
    hit.path = use.path;
    if (use.edge.source != kNobody) hit.in = shown_name(scope.declarations(), use.edge.source);
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
