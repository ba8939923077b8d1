#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/glob.h"
#include "base/hash.h"
#include "inference/normalise.h"
#include "inference/static/embedded_model.h"
#include "inference/static/static_embedder.h"
#include "inference/static/word_piece.h"

// Inner loops, each as bytes or items a second. The text is a source file of ours.
namespace grove {
namespace {

const std::string& sample_text() {
  static const std::string text = [] {
    std::ifstream in(std::string(GROVE_SOURCE_DIR) + "/samples/shop/orders/orders/pricing.py", std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  }();
  return text;
}

void count_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
}

void BM_Sha256(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(sha256(sample_text()));
  count_bytes(state, sample_text().size());
}
BENCHMARK(BM_Sha256);

void BM_GlobWithFolders(benchmark::State& state) {
  const Glob glob("**/test*/**/*_[a-f]*.py");
  for (auto _ : state) benchmark::DoNotOptimize(glob.matches("src/very/deep/tests/unit/pricing/rules_are_kept.py"));
}
BENCHMARK(BM_GlobWithFolders);

void BM_WordPiece(benchmark::State& state) {
  const auto pieces = inference::WordPiece::build(inference::embedded_static_model().vocabulary);
  std::vector<std::uint32_t> ids;
  for (auto _ : state) {
    ids.clear();
    pieces->encode(sample_text(), ids);
    benchmark::DoNotOptimize(ids.data());
  }
  count_bytes(state, sample_text().size());
}
BENCHMARK(BM_WordPiece);

void BM_OpenStaticModel(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(inference::open_static_embedder());
}
BENCHMARK(BM_OpenStaticModel);

// A text cut like units of code, to normalised vectors and then to bytes: all that vectors add to indexing.
void BM_StaticVectors(benchmark::State& state) {
  constexpr std::size_t kUnitBytes = 700;
  const auto embedder = inference::open_static_embedder();
  std::vector<inference::Passage> passages;
  for (std::size_t at = 0; at < sample_text().size(); at += kUnitBytes) {
    passages.push_back({.path = "orders/pricing.py", .code = std::string_view(sample_text()).substr(at, kUnitBytes)});
  }
  const std::size_t dimensions = (*embedder)->info().dimensions;
  std::vector<float> rows(passages.size() * dimensions);
  for (auto _ : state) {
    benchmark::DoNotOptimize((*embedder)->embed_passages(passages, rows, {}));
    benchmark::DoNotOptimize(inference::quantise_rows(rows, dimensions));
  }
  count_bytes(state, sample_text().size());
}
BENCHMARK(BM_StaticVectors);

}  // namespace
}  // namespace grove
