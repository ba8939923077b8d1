#include <fmt/format.h>
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/work_queue.h"
#include "bench/latency.h"
#include "index/vector/vector_graph.h"
#include "inference/normalise.h"
#include "inference/open_embedder.h"

// usage: bench_vectors DATA_DIRECTORY QUERIES [ROWS…]
// What finding the 100 nearest vectors costs, exactly, by one-bit codes and by a graph, in processor time of one thread, on the vectors
// that the built-in model made for the repositories of a data directory: so many of them, spread evenly, or all; where there are fewer, the
// rest are mixed from pairs of them. Recall is against the exact scan.
namespace grove::bench {
namespace {

constexpr std::size_t kResults = 100;

double seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The rows of all files of vectors below a folder.
class Source {
 public:
  Source(const std::string& folder, const index::VectorSpace& space) : space_(space) {
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error))
      if (entry.path().extension() == ".vec") add(entry.path().string());
  }
  std::size_t rows() const { return rows_.size(); }

  /// Writes so many of them as a file. Returns how many were mixed.
  Result<std::size_t> write(const std::string& path, std::size_t count) const {
    GROVE_ASSIGN_OR_RETURN(index::VectorFileWriter out, index::VectorFileWriter::create(path, space_, system_calls()));
    const std::size_t real = std::min(count, rows_.size());
    for (std::size_t i = 0; i < real; ++i) out.add_rows({rows_[i * rows_.size() / real], space_.row_bytes()});
    std::mt19937_64 random(1);
    std::vector<float> mixed(space_.dimensions);
    for (std::size_t i = real; i < count; ++i) {
      const char* const a = rows_[random() % rows_.size()];
      const char* const b = rows_[random() % rows_.size()];
      for (std::size_t d = 0; d < mixed.size(); ++d) mixed[d] = static_cast<float>(2 * a[d] + b[d]);
      const std::vector<std::int8_t> row = inference::quantise_rows(mixed, mixed.size());
      out.add_rows({reinterpret_cast<const char*>(row.data()), row.size()});
    }
    GROVE_ASSIGN_OR_RETURN([[maybe_unused]] const std::uint64_t bytes, out.commit());
    return count - real;
  }

 private:
  void add(const std::string& path) {
    auto bytes = MappedFile::open(path);
    if (!bytes) return;
    const auto parsed = index::SegmentFile::parse(bytes->bytes(), index::SegmentFileType::kVectors);
    if (!parsed) return;
    ByteReader header(parsed->section(index::Section::kVectorSpace));
    const auto file = index::VectorFile::open(bytes->bytes(), space_, header.fixed<std::uint32_t>());
    if (!file) return;
    for (std::uint32_t unit = 0; unit < file->units(); ++unit)
      if (file->has(unit)) rows_.push_back(file->row(unit));
    mapped_.push_back(std::move(*bytes));
  }

  index::VectorSpace space_;
  std::vector<MappedFile> mapped_;
  std::vector<const char*> rows_;
};

/// Keeps the cosines of the best.
class Best final : public index::VectorCollector {
 public:
  bool admits(std::uint32_t) override { return true; }
  bool admits_all() const override { return true; }
  float least() const override { return heap_.size() < kResults ? -2 : heap_.front(); }
  void offer(std::uint32_t, float cosine) override {
    if (heap_.size() == kResults) {
      std::ranges::pop_heap(heap_, std::greater());
      heap_.pop_back();
    }
    heap_.push_back(cosine);
    std::ranges::push_heap(heap_, std::greater());
  }
  std::vector<float> take() {
    std::ranges::sort(heap_, std::greater());
    return std::move(heap_);
  }

 private:
  std::vector<float> heap_;
};

class VectorBench {
 public:
  VectorBench(const index::VectorFile& file, const std::vector<index::VectorProbe>& probes) : file_(file), probes_(probes) {}

  void exact() {
    truth_ = run("exact scan", [&](const index::VectorProbe& probe, Best& best) { scan_vectors(file_, probe, best); });
  }
  template <class Search>
  void against(const std::string& label, Search search) {
    const auto found = run(label, search);
    fmt::print("  {:<28} recall of the best 10 {:.3f}, of the best 100 {:.3f}\n", "", recall(found, 10), recall(found, kResults));
  }

 private:
  template <class Search>
  std::vector<std::vector<float>> run(const std::string& label, Search search) const {
    std::vector<double> took;
    std::vector<std::vector<float>> found;
    for (int round = 0; round < 2; ++round) {  // the first warms up
      took.clear();
      found.clear();
      for (const index::VectorProbe& probe : probes_) {
        Best best;
        const double before = seconds(CLOCK_THREAD_CPUTIME_ID);
        search(probe, best);
        took.push_back((seconds(CLOCK_THREAD_CPUTIME_ID) - before) * 1000);
        found.push_back(best.take());
      }
    }
    std::ranges::sort(took);
    fmt::print("  {:<28} p50 {:8.3f} ms, p95 {:8.3f} ms\n", label, took[took.size() / 2], took[took.size() * 95 / 100]);
    return found;
  }

  /// Share of those found that are as near as the last of the truly nearest.
  double recall(const std::vector<std::vector<float>>& found, std::size_t count) const {
    std::size_t hits = 0;
    std::size_t wanted = 0;
    for (std::size_t query = 0; query < found.size(); ++query) {
      const std::size_t most = std::min(count, truth_[query].size());
      wanted += most;
      for (std::size_t i = 0; i < std::min(most, found[query].size()); ++i) hits += found[query][i] >= truth_[query][most - 1] ? 1 : 0;
    }
    return static_cast<double>(hits) / static_cast<double>(std::max<std::size_t>(wanted, 1));
  }

  const index::VectorFile& file_;
  const std::vector<index::VectorProbe>& probes_;
  std::vector<std::vector<float>> truth_;
};

Status measure(const Source& source, const index::VectorSpace& space, std::size_t rows, const std::vector<index::VectorProbe>& probes,
               const std::string& path) {
  GROVE_ASSIGN_OR_RETURN(const std::size_t mixed, source.write(path, rows));
  GROVE_ASSIGN_OR_RETURN(const MappedFile bytes, MappedFile::open(path));
  GROVE_ASSIGN_OR_RETURN(const index::VectorFile file, index::VectorFile::open(bytes.bytes(), space, static_cast<std::uint32_t>(rows)));
  fmt::print("{} vectors{}\n", rows, mixed == 0 ? "" : fmt::format(", {} of them mixed", mixed));
  VectorBench bench(file, probes);
  bench.exact();
  bench.against("one-bit codes, 16,000 again", [&](const index::VectorProbe& probe, Best& best) { scan_codes(file, probe, 16'000, best); });
  const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  const double wall = seconds(CLOCK_MONOTONIC);
  GROVE_ASSIGN_OR_RETURN(const std::string graph, index::build_graph(file, {.threads = available_threads()}, CancelToken()));
  fmt::print("  {:<28} {:.2f} s of processor time, {:.2f} s; {:.1f} MB beside {:.1f} MB of vectors\n", "building the graph",
             seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, seconds(CLOCK_MONOTONIC) - wall, static_cast<double>(graph.size()) / 1e6,
             static_cast<double>(bytes.bytes().size()) / 1e6);
  GROVE_ASSIGN_OR_RETURN(const auto opened, index::VectorGraph::open(graph, file.units()));
  for (const std::size_t beam : {200U, 400U, 600U, 1000U})
    bench.against(fmt::format("graph, beam {}", beam),
                  [&](const index::VectorProbe& probe, Best& best) { search_graph(*opened, file, probe, beam, best); });
  return {};
}

Status run(const std::string& data, const std::string& queries, std::vector<std::size_t> sizes) {
  GROVE_ASSIGN_OR_RETURN(const auto embedder, inference::open_embedder({}, CancelToken()));
  const inference::EmbedderInfo& info = embedder->info();
  const index::VectorSpace space{info.provider, info.model, info.dimensions, info.fingerprint};
  const Source source(data, space);
  if (source.rows() == 0) return fail(ErrorCode::kNotFound, "there are no vectors of the built-in model in " + data, "Index something.");
  std::vector<index::VectorProbe> probes;
  std::vector<float> vector(info.dimensions);
  for (const std::string& query : read_queries(queries)) {
    GROVE_RETURN_IF_ERROR(embedder->embed_query(query, vector, CancelToken()));
    probes.emplace_back(vector);
  }
  if (probes.empty()) return fail(ErrorCode::kNotFound, "there are no queries in " + queries);
  if (sizes.empty()) sizes.push_back(source.rows());
  std::string folder = (std::filesystem::temp_directory_path() / "grove-bench-vectors-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return fail(ErrorCode::kIo, "cannot make a temporary folder");
  Status status;
  for (const std::size_t rows : sizes)
    if (status) status = measure(source, space, rows, probes, folder + "/bench.vec");
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return status;
}

}  // namespace
}  // namespace grove::bench

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: bench_vectors DATA_DIRECTORY QUERIES [ROWS…]\n", stderr);
    return 2;
  }
  std::vector<std::size_t> sizes;
  for (int i = 3; i < count; ++i) sizes.push_back(std::strtoul(arguments[i], nullptr, 10));
  const grove::Status status = grove::bench::run(arguments[1], arguments[2], sizes);
  if (!status) fmt::print(stderr, "{}\n", grove::describe(status.error()));
  return status ? 0 : 1;
}
