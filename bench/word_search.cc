#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "bench/latency.h"
#include "index/lexical/tokenizer.h"
#include "index/lexical/top_units.h"
#include "index/lexical/word_search.h"
#include "index/manifest.h"
#include "index/open_segment.h"

// usage: bench_words INDEX_DIRECTORY QUERIES fast|exhaustive
// The word search of an index on its own: as queries run it, or adding up every posting, which is its limit in the other direction.
namespace grove::index {
namespace {

constexpr std::size_t kLimit = 100;

bool comes_first(const RankedUnit& a, const RankedUnit& b) { return std::pair(a.segment, a.unit) < std::pair(b.segment, b.unit); }

class Collector final : public UnitCollector {
 public:
  Collector(TopUnits<decltype(&comes_first)>& top, std::uint32_t segment) : top_(top), segment_(segment) {}
  std::uint32_t least() const override { return top_.least(); }
  void offer(std::uint32_t unit, std::uint32_t score) override { top_.offer({segment_, unit, score}); }

 private:
  TopUnits<decltype(&comes_first)>& top_;
  std::uint32_t segment_;
};

using Search = SearchWork (*)(std::span<const QueryTerm>, std::uint32_t, UnitCollector&);

std::size_t run(const std::vector<OpenSegment>& segments, const std::vector<std::string>& terms, Search search) {
  std::uint64_t units = 0;
  for (const OpenSegment& segment : segments) units += segment.data().units().size();
  std::vector<float> weights;
  for (const std::string& term : terms) {
    std::uint64_t frequency = 0;
    for (const OpenSegment& segment : segments) {
      if (const auto entry = segment.data().terms().find(term)) frequency += entry->df;
    }
    weights.push_back(std::log(1.0F + static_cast<float>(units) / static_cast<float>(frequency + 1)));
  }
  const FixedWeights fixed = fix_weights(weights);
  TopUnits top(kLimit, &comes_first);
  for (std::uint32_t s = 0; s < segments.size(); ++s) {
    std::vector<QueryTerm> found;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (const auto entry = segments[s].data().terms().find(terms[i])) found.push_back({*entry, fixed.weights[i]});
    }
    Collector collector(top, s);
    if (!found.empty()) search(found, segments[s].data().units().size(), collector);
  }
  return top.take().size();
}

std::vector<OpenSegment> open_all(const std::string& directory) {
  std::vector<OpenSegment> segments;
  const auto manifest = read_manifest(directory);
  if (!manifest) return segments;
  for (const ManifestSegment& entry : manifest->segments) {
    if (auto segment = OpenSegment::open(directory, entry, {})) segments.push_back(std::move(*segment));
  }
  return segments;
}

}  // namespace
}  // namespace grove::index

int main(int count, char** arguments) {
  using namespace grove;
  if (count != 4) {
    std::fputs("usage: bench_words INDEX_DIRECTORY QUERIES fast|exhaustive\n", stderr);
    return 2;
  }
  const auto segments = index::open_all(arguments[1]);
  const auto queries = bench::read_queries(arguments[2]);
  if (segments.empty() || queries.empty()) return 1;
  const bool fast = std::string(arguments[3]) == "fast";
  std::vector<double> took;
  for (int round = 0; round < 3; ++round) {
    for (const std::string& query : queries) {
      const auto start = std::chrono::steady_clock::now();
      index::run(segments, index::query_terms(query), fast ? index::search_block_max : index::search_exhaustively);
      const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
      if (round > 0) took.push_back(spent.count());
    }
  }
  bench::print_latencies(fast ? "grove, words alone" : "limit: all postings of the words added up", took);
}
