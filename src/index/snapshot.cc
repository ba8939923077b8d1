#include "index/snapshot.h"

#include <algorithm>
#include <functional>

#include "base/check.h"
#include "index/lexical/name_key.h"
#include "index/lexical/name_search.h"
#include "index/lexical/symbol_list.h"
#include "index/lexical/word_search.h"

namespace grove::index {
namespace {

constexpr float kDeclarationFactor = 0.9F;
constexpr float kPrefixFactor = 0.8F;
constexpr float kFuzzyFactor = 0.7F;

std::uint64_t manifest_bytes(const Manifest& manifest) {
  std::uint64_t bytes = encode_manifest(manifest).size();
  for (const ManifestSegment& entry : manifest.segments) bytes += entry.bytes + entry.vectors_bytes;
  return bytes;
}

/// In how many live units of the segment a term occurs. Looks only where removed units are.
std::uint64_t live_frequency(const TermEntry& entry, const OpenSegment& segment) {
  if (!segment.has_dead()) return entry.df;
  PostingCursor cursor(entry);
  std::uint32_t dead = 0;
  for (std::uint32_t unit = segment.next_dead(0); unit != PostingCursor::kEnd;) {
    const std::uint32_t found = cursor.seek(unit);
    if (found == PostingCursor::kEnd) break;
    const bool is_dead = segment.is_dead(found);
    dead += is_dead ? 1 : 0;
    unit = segment.next_dead(is_dead ? found + 1 : found);
  }
  return entry.df - std::min(dead, entry.df);
}

}  // namespace

Result<std::shared_ptr<const Snapshot>> Snapshot::open(const std::string& directory, const Manifest& manifest, const VectorSpace& space) {
  auto snapshot = std::make_shared<Snapshot>();
  IndexStats& stats = snapshot->stats_;
  stats.generation = manifest.generation;
  stats.bytes_on_disk = manifest_bytes(manifest);
  for (const ManifestSegment& entry : manifest.segments) {
    GROVE_ASSIGN_OR_RETURN(OpenSegment open, OpenSegment::open(directory, entry, space));
    stats.files += open.live_files();
    stats.units += open.live_units();
    stats.terms += open.data().meta().terms;
    stats.postings += open.data().meta().postings;
    stats.vectors += open.live_vectors();
    if (space.dimensions > 0 && open.vectors() == nullptr) stats.other_vectors += open.holding().units;
    snapshot->segments_.push_back(std::move(open));
  }
  stats.segments = static_cast<std::uint32_t>(snapshot->segments_.size());
  return snapshot;
}

const OpenSegment& Snapshot::segment(UnitRef ref) const {
  GROVE_CONTRACT(ref.segment < segments_.size() && ref.unit < segments_[ref.segment].data().units().size());
  return segments_[ref.segment];
}

bool Snapshot::comes_first(UnitRef a, UnitRef b) const {
  if (a.segment == b.segment) return a.unit < b.unit;
  const FileTable& files_a = segments_[a.segment].data().files();
  const FileTable& files_b = segments_[b.segment].data().files();
  const int order = files_a.path(files_a.file_of(a.unit)).compare(files_b.path(files_b.file_of(b.unit)));
  return order != 0 ? order < 0 : a < b;
}

std::vector<std::uint64_t> Snapshot::document_frequencies(std::span<const std::string> terms) const {
  std::vector<std::uint64_t> frequencies(terms.size(), 0);
  for (const OpenSegment& segment : segments_)
    for (std::size_t i = 0; i < terms.size(); ++i)
      if (const auto entry = segment.data().terms().find(terms[i])) frequencies[i] += live_frequency(*entry, segment);
  return frequencies;
}

UnitView Snapshot::unit(UnitRef ref) const { return view_of(segment(ref).data(), ref.unit); }

UnitView view_of(const Segment& segment, std::uint32_t unit) {
  const UnitRecord record = segment.units().at(unit);
  const std::uint32_t file = segment.files().file_of(unit);
  const SegmentFileRecord file_record = segment.files().at(file);
  UnitView view;
  view.path = file_record.path;
  view.language = file_record.language;
  view.kind = record.kind;
  view.part = record.part;
  view.flags = record.flags;
  view.name = record.name;
  view.qualified_name = record.qualified_name;
  view.parent = record.parent;
  view.twin = record.twin;
  view.range = record.range;
  view.signature = record.signature;
  view.doc = record.doc;
  view.lines = record.lines;
  view.file_hash = file_record.hash;
  return view;
}

FileView Snapshot::file(UnitRef ref) const {
  const FileTable& files = segment(ref).data().files();
  const std::uint32_t file = files.file_of(ref.unit);
  const std::uint32_t first = files.first_unit(file);
  return {files.path(file), files.language(file), {{ref.segment, first}, files.end_unit(file) - first}};
}

std::vector<float> Snapshot::impacts(std::span<const std::string> terms, std::span<const UnitRun> runs) const {
  /// A run, and where its first row stands in the answer.
  struct Place {
    const UnitRun* run;
    std::size_t row;
  };
  std::vector<Place> places;
  places.reserve(runs.size());
  std::size_t size = 0;
  for (const UnitRun& run : runs) {
    places.push_back({&run, size});
    size += terms.size() * run.count;
  }
  std::ranges::sort(places, {}, [](const Place& place) { return place.run->first; });
  std::vector<float> out(size, 0.0F);
  std::vector<std::uint32_t> sums;
  for (auto begin = places.begin(); begin != places.end();) {
    const std::uint32_t segment = begin->run->first.segment;
    const auto end = std::find_if(begin, places.end(), [&](const Place& place) { return place.run->first.segment != segment; });
    for (std::size_t term = 0; term < terms.size(); ++term) {
      const auto entry = segments_[segment].data().terms().find(terms[term]);
      if (!entry) continue;
      PostingCursor cursor(*entry);
      std::uint32_t walked = 0;  // units before this one are behind the cursor
      for (const Place& place : std::span(begin, end)) {
        const UnitRun& run = *place.run;
        if (run.first.unit < walked) cursor = PostingCursor(*entry);
        walked = run.first.unit + run.count;
        sums.assign(run.count, 0U);
        cursor.accumulate(run.first.unit, walked, 1, sums.data());
        float* row = out.data() + place.row + term * run.count;
        for (const std::uint32_t sum : sums) *row++ = static_cast<float>(sum) / kImpactScale;
      }
    }
    begin = end;
  }
  return out;
}

std::vector<UnitRef> Snapshot::units_of(std::string_view path) const {
  for (std::uint32_t s = 0; s < segments_.size(); ++s) {
    const FileTable& files = segments_[s].data().files();
    const auto file = files.find(path);
    if (!file || files.first_unit(*file) == files.end_unit(*file) || segments_[s].is_dead(files.first_unit(*file))) continue;
    std::vector<UnitRef> refs;
    for (std::uint32_t unit = files.first_unit(*file); unit < files.end_unit(*file); ++unit) refs.push_back({s, unit});
    return refs;
  }
  return {};
}

IndexStats Snapshot::stats() const { return stats_; }

std::array<std::uint64_t, kKindCount> Snapshot::units_by_kind() const {
  std::call_once(kinds_counted_, [this] {
    for (const OpenSegment& segment : segments_) {
      const std::array<std::uint64_t, kKindCount> counts = segment.count_kinds();
      std::ranges::transform(counts, kinds_, kinds_.begin(), std::plus());
    }
  });
  return kinds_;
}

std::vector<NameHit> Snapshot::search_names(const NameQuery& query) const {
  const std::string key = name_key(query.name);
  std::vector<NameHit> hits;
  if (key.empty()) return hits;
  for (std::uint32_t s = 0; s < segments_.size(); ++s) collect_names(query, key, s, hits);
  const auto better = [this](const NameHit& a, const NameHit& b) {
    return a.score != b.score ? a.score > b.score : comes_first(a.ref, b.ref);
  };
  const std::size_t kept = std::min(query.limit, hits.size());
  std::ranges::partial_sort(hits, hits.begin() + static_cast<std::ptrdiff_t>(kept), better);
  hits.resize(kept);
  for (NameHit& hit : hits) hit.offset += segments_[hit.ref.segment].data().units().at(hit.ref.unit).range.begin;
  return hits;
}

/// Adds the best hit of each unit of one segment, offsets counted from the unit.
void Snapshot::collect_names(const NameQuery& query, const std::string& key, std::uint32_t s, std::vector<NameHit>& hits) const {
  const Segment& data = segments_[s].data();
  const CompiledFilter filter(query.filter);
  const std::size_t before = hits.size();
  const auto add = [&](std::string_view symbols, float score) {
    UnitGate gate(filter, segments_[s]);
    SymbolListReader reader(symbols);
    for (NamedSymbol symbol; reader.next(symbol);) {
      if (symbol.unit >= data.units().size() || !gate.admits(symbol.unit)) continue;
      const float scored = symbol.declaration ? score * kDeclarationFactor : score;
      hits.push_back({{{s, symbol.unit}, scored}, symbol.kind, symbol.declaration, static_cast<std::uint32_t>(symbol.offset)});
    }
  };
  const auto entry = data.terms().find(key);
  if (entry) add(entry->symbols, 1);
  const auto add_match = [&](const NameMatch& match, float factor) {
    if (match.name != key) add(match.symbols, factor * match.closeness);
  };
  if (query.match == NameQuery::Match::kPrefix) match_prefix(data.terms(), key, [&](const NameMatch& m) { add_match(m, kPrefixFactor); });
  if (query.match == NameQuery::Match::kFuzzy)
    match_fuzzy(data.terms(), key, key.size() < 6 ? 1 : 2, [&](const NameMatch& m) { add_match(m, kFuzzyFactor); });

  const auto first = hits.begin() + static_cast<std::ptrdiff_t>(before);
  std::sort(first, hits.end(), [](const NameHit& a, const NameHit& b) {
    return std::tuple(a.ref, -a.score, a.offset) < std::tuple(b.ref, -b.score, b.offset);
  });
  hits.erase(std::unique(first, hits.end(), [](const NameHit& a, const NameHit& b) { return a.ref == b.ref; }), hits.end());
}

}  // namespace grove::index
