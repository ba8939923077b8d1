#include "engine/navigation/references.h"

#include <algorithm>
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
  auto key() const { return std::tie(scope->repository.name, path, edge.begin, edge.confidence); }
};

std::vector<Use> all_uses(std::span<const Meaning> of) {
  std::vector<Use> uses;
  for (const Meaning& meaning : of)
    for (const Edge& edge : meaning.scope->graph->uses_of(meaning.symbol))
      uses.push_back({meaning.scope, meaning.scope->declarations().file(edge.file).path, edge});
  std::ranges::sort(uses, {}, [](const Use& use) { return use.key(); });
  const auto same = [](const Use& a, const Use& b) {
    return a.scope == b.scope && a.edge.file == b.edge.file && a.edge.begin == b.edge.begin;
  };
  uses.erase(std::unique(uses.begin(), uses.end(), same), uses.end());
  return uses;
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
  const std::vector<Use> uses = all_uses(query.of);
  references.total = uses.size();
  LineReader lines(reader);
  for (std::size_t i = std::min(query.skip, uses.size()); i < uses.size() && references.references.size() < query.limit; ++i) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const Use& use = uses[i];
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
