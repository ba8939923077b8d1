#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>

#include "base/testing/temporary_folder.h"
#include "index/index_writer.h"
#include "index/testing/sample_files.h"
#include "index/vector/graph_partition.h"
#include "index/vector/vector_graph.h"

namespace grove::index {
namespace {

constexpr std::uint32_t kDimensions = 96;

/// Vectors as those of code are: in clusters, varied along a few directions, some of them twice. `seed` chooses the vectors, not the
/// clusters.
class Clusters {
 public:
  explicit Clusters(std::uint64_t seed) : random_(seed) {
    std::mt19937_64 common(1);
    for (auto& centre : centres_) centre = normal_row(common);
    for (auto& direction : directions_) direction = normal_row(common);
  }
  std::vector<float> next() {
    if (!last_.empty() && random_() % 10 == 0) return last_;
    std::normal_distribution<float> normal(0, 0.3F);
    std::vector<float> row = centres_[random_() % centres_.size()];
    for (const auto& direction : directions_) {
      const float along = normal(random_);
      for (std::size_t d = 0; d < kDimensions; ++d) row[d] += along * direction[d];
    }
    return last_ = row;
  }

 private:
  static std::vector<float> normal_row(std::mt19937_64& random) {
    std::normal_distribution<float> normal;
    std::vector<float> row(kDimensions);
    for (float& value : row) value = normal(random);
    return row;
  }
  std::mt19937_64 random_;
  std::array<std::vector<float>, 40> centres_;
  std::array<std::vector<float>, 8> directions_;
  std::vector<float> last_;
};

std::string stored(const std::vector<float>& row, VectorStorage storage) {
  std::string bytes;
  if (storage == VectorStorage::kFloat32) bytes.assign(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(float));
  if (storage == VectorStorage::kInt8)
    for (const float value : row) bytes += static_cast<char>(std::clamp(std::lround(value * 40), -127L, 127L));
  if (storage == VectorStorage::kBinary) bytes.resize(kDimensions / 8);
  for (std::size_t d = 0; storage == VectorStorage::kBinary && d < row.size(); ++d)
    if (row[d] >= 0) bytes[d / 8] = static_cast<char>(bytes[d / 8] | (1 << (d % 8)));
  return bytes;
}

/// A file of vectors on disk; every 50th unit has none.
struct Written {
  Written(std::uint32_t units, VectorStorage storage) : space{"test", "clusters", kDimensions, "1", storage} {
    auto writer = VectorFileWriter::create(path, space, system_calls()).value();
    Clusters clusters(1);
    for (std::uint32_t unit = 0; unit < units; ++unit)
      if (unit % 50 == 49)
        writer.add_missing(1);
      else
        writer.add_rows(stored(clusters.next(), storage));
    EXPECT_TRUE(writer.commit());
    mapped = MappedFile::open(path).value();
    file = VectorFile::open(mapped.bytes(), space, units).value();
  }
  TemporaryFolder folder;
  std::string path = folder.path() + "/1.vec";
  VectorSpace space;
  MappedFile mapped;
  VectorFile file;
};

/// Keeps the best few that it admits.
class Best final : public VectorCollector {
 public:
  Best(std::size_t limit, std::uint32_t every) : limit_(limit), every_(every) {}
  bool admits(std::uint32_t unit) override { return unit % every_ == 0; }
  bool admits_all() const override { return every_ == 1; }
  float least() const override { return found.size() < limit_ ? -2 : found.rbegin()->first * -1; }
  void offer(std::uint32_t unit, float cosine) override {
    EXPECT_TRUE(admits(unit));
    found.emplace(-cosine, unit);
    if (found.size() > limit_) found.erase(std::prev(found.end()));
  }
  std::set<std::pair<float, std::uint32_t>> found;

 private:
  std::size_t limit_;
  std::uint32_t every_;
};

VectorGraph opened(const std::string& bytes, std::uint32_t units) { return VectorGraph::open(bytes, units).value().value(); }

class GraphOfEveryStorage : public ::testing::TestWithParam<VectorStorage> {};

TEST_P(GraphOfEveryStorage, FindsNearlyWhatTheExactScanFinds) {
  const Written written(6000, GetParam());
  const std::string bytes = build_graph(written.file, {}, CancelToken()).value();
  const VectorGraph graph = opened(bytes, written.file.units());
  Clusters queries(2);
  for (const std::uint32_t every : {1U, 3U}) {
    std::size_t wanted = 0;
    std::size_t hits = 0;
    for (int i = 0; i < 50; ++i) {
      const VectorProbe probe(queries.next());
      Best exact(10, every);
      Best walked(10, every);
      scan_vectors(written.file, probe, exact);
      search_graph(graph, written.file, probe, 100 * every, walked);
      const float worst = exact.found.rbegin()->first;
      wanted += exact.found.size();
      for (const auto& [cosine, unit] : walked.found) hits += cosine <= worst ? 1 : 0;
    }
    EXPECT_GE(hits * 100, wanted * 95) << every;
  }
}

INSTANTIATE_TEST_SUITE_P(Storages, GraphOfEveryStorage,
                         ::testing::Values(VectorStorage::kInt8, VectorStorage::kFloat32, VectorStorage::kBinary));

TEST(VectorGraph, IsTheSameForAnyThreadsAndKernels) {
  const Written written(3000, VectorStorage::kInt8);
  const std::string once = build_graph(written.file, {}, CancelToken()).value();
  EXPECT_EQ(build_graph(written.file, {.threads = 3}, CancelToken()).value(), once);
  for (const VectorKernels& kernels : supported_kernels())
    EXPECT_EQ(build_graph(written.file, {.threads = 2, .kernels = &kernels}, CancelToken()).value(), once) << kernels.name;
}

TEST(VectorGraph, HoldsEachVectorOnceAndItsUnitsAsTwins) {
  const Written written(1000, VectorStorage::kInt8);
  const std::string bytes = build_graph(written.file, {}, CancelToken()).value();
  const VectorGraph graph = opened(bytes, written.file.units());
  std::set<std::uint32_t> units;
  std::set<std::string> rows;
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    const std::string row(written.file.row(graph.unit_of(node)), kDimensions);
    EXPECT_TRUE(rows.insert(row).second);
    EXPECT_TRUE(units.insert(graph.unit_of(node)).second);
    graph.for_each_twin(node, [&](std::uint32_t unit) {
      EXPECT_EQ(std::string(written.file.row(unit), kDimensions), row);
      EXPECT_TRUE(units.insert(unit).second);
    });
  }
  EXPECT_EQ(units.size(), written.file.present());
  EXPECT_LT(graph.nodes(), written.file.present());
}

TEST(VectorGraph, OfVectorsThatAreAllAlikeOrNoneEnds) {
  for (const std::uint32_t units : {1U, 2U, 1200U}) {
    Written written(units, VectorStorage::kInt8);
    const VectorSpace space = written.space;
    const std::string path = written.folder.path() + "/alike.vec";
    auto writer = VectorFileWriter::create(path, space, system_calls()).value();
    for (std::uint32_t unit = 0; unit < units; ++unit) {  // nearly alike: no leader tells them apart
      std::string row(kDimensions, '\x7f');
      row[unit % kDimensions] = static_cast<char>(127 - unit / kDimensions);
      writer.add_rows(row);
    }
    ASSERT_TRUE(writer.commit());
    const MappedFile mapped = MappedFile::open(path).value();
    const VectorFile file = VectorFile::open(mapped.bytes(), space, units).value();
    const std::string bytes = build_graph(file, {}, CancelToken()).value();
    const VectorGraph graph = opened(bytes, units);
    Best best(5, 1);
    search_graph(graph, file, VectorProbe(std::vector<float>(kDimensions, 1.0F)), 50, best);
    EXPECT_EQ(best.found.size(), std::min<std::size_t>(5, units));
  }
  Written zeros(1, VectorStorage::kInt8);
  auto writer = VectorFileWriter::create(zeros.path, zeros.space, system_calls()).value();
  writer.add_rows(std::string(kDimensions, '\0'));
  ASSERT_TRUE(writer.commit());
  const MappedFile mapped = MappedFile::open(zeros.path).value();
  EXPECT_EQ(build_graph(VectorFile::open(mapped.bytes(), zeros.space, 1).value(), {}, CancelToken()).value(), "");
}

TEST(VectorGraph, DamagedBytesAreRefusedOrHarmless) {
  const Written written(1000, VectorStorage::kInt8);
  const std::string bytes = build_graph(written.file, {}, CancelToken()).value();
  EXPECT_FALSE(VectorGraph::open("", 1000).value().has_value());
  for (const std::size_t size : {std::size_t{4}, std::size_t{16}, bytes.size() - 4, bytes.size() - 1})
    EXPECT_EQ(VectorGraph::open(std::string_view(bytes).substr(0, size), 1000).error().code, ErrorCode::kCorrupt) << size;
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 50; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    if (round % 2 == 0) damaged.replace(0, 16, bytes, 0, 16);
    const auto graph = VectorGraph::open(damaged, written.file.units());
    if (!graph) continue;
    Best best(10, 1);
    search_graph(graph->value(), written.file, VectorProbe(std::vector<float>(kDimensions, 1.0F)), 100, best);
    EXPECT_FALSE(best.found.empty());
  }
}

TEST(VectorGraph, ACancelledBuildIsNone) {
  const Written written(1000, VectorStorage::kInt8);
  const CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(build_graph(written.file, {}, cancel).error().code, ErrorCode::kCancelled);
}

/// An index whose segments get graphs from 300 vectors on.
class ConnectedIndex : public ::testing::Test {
 protected:
  std::unique_ptr<IndexWriter> open(const std::string& directory) const {
    IndexOptions options;
    options.graph_from = 300;
    return IndexWriter::open_with(directory, space_, options).value();
  }
  void add(IndexWriter& writer, int first, int end) const {
    auto builder = writer.new_segment();
    for (int i = first; i < end; ++i) {
      std::mt19937_64 random(static_cast<std::uint64_t>(i));
      const testing::SampleFile sample = testing::random_file("f" + std::to_string(i) + ".go", random);
      Clusters clusters(static_cast<std::uint64_t>(i));
      std::string rows;
      for (std::size_t unit = 0; unit < sample.facts.units.size(); ++unit) rows += stored(clusters.next(), VectorStorage::kInt8);
      IndexFile file = sample.view();
      file.vectors = {reinterpret_cast<const std::int8_t*>(rows.data()), rows.size()};
      builder->add(file);
    }
    ASSERT_TRUE(writer.take(std::move(builder)));
  }
  /// The one file of vectors that an index has.
  static std::string vector_bytes(const std::string& directory) {
    std::string bytes;
    for (const auto& entry : std::filesystem::directory_iterator(directory))
      if (entry.path().extension() == ".vec") {
        EXPECT_EQ(bytes, "");
        bytes = read_file(entry.path().string()).value();
      }
    return bytes;
  }
  VectorSpace space_ = {"test", "clusters", kDimensions, "1", VectorStorage::kInt8};
  TemporaryFolder folder_;
};

TEST_F(ConnectedIndex, OnlyLargeSegmentsGetAGraphAndOnce) {
  auto writer = open(folder_.path());
  add(*writer, 0, 10);
  ASSERT_TRUE(writer->publish());
  EXPECT_EQ(writer->counts().unconnected, 0U);
  add(*writer, 10, 200);
  ASSERT_TRUE(writer->publish());
  EXPECT_GT(writer->counts().unconnected, 300U);
  ASSERT_TRUE(writer->connect_vectors(2, CancelToken()));
  EXPECT_EQ(writer->counts().unconnected, 0U);
  const std::uint64_t generation = published_generation(folder_.path()).value();
  ASSERT_TRUE(writer->connect_vectors(2, CancelToken()));
  EXPECT_EQ(published_generation(folder_.path()).value(), generation);
  EXPECT_EQ(open(folder_.path())->counts().unconnected, 0U) << "it is there for the next run";
  EXPECT_TRUE(verify_index(folder_.path()));
}

TEST_F(ConnectedIndex, IsTheSameWhateverCameBefore) {
  const TemporaryFolder fresh;
  auto writer = open(fresh.path());
  add(*writer, 0, 150);
  ASSERT_TRUE(writer->publish());
  ASSERT_TRUE(writer->connect_vectors(1, CancelToken()));

  auto edited = open(folder_.path());
  add(*edited, 60, 170);
  ASSERT_TRUE(edited->publish());
  ASSERT_TRUE(edited->connect_vectors(2, CancelToken()));
  add(*edited, 0, 80);
  for (int i = 150; i < 170; ++i) edited->remove("f" + std::to_string(i) + ".go");
  ASSERT_TRUE(edited->merge(true, CancelToken()));
  EXPECT_GT(edited->counts().unconnected, 0U) << "a merge drops it";
  ASSERT_TRUE(edited->connect_vectors(2, CancelToken()));
  EXPECT_EQ(vector_bytes(folder_.path()), vector_bytes(fresh.path()));
}

TEST_F(ConnectedIndex, FiltersAndRemovedFilesAreKeptAndTheSameIsFoundAsWithoutAGraph) {
  const TemporaryFolder plain;
  for (const std::string& directory : {plain.path(), folder_.path()}) {
    auto writer = open(directory);
    add(*writer, 0, 300);
    for (int i = 0; i < 300; i += 7) writer->remove("f" + std::to_string(i) + ".go");
    ASSERT_TRUE(writer->publish());
    if (directory == folder_.path()) {
      ASSERT_TRUE(writer->connect_vectors(1, CancelToken()));
    }
  }
  const auto exact = open_index(plain.path(), space_).value();
  const auto walked = open_index(folder_.path(), space_).value();
  Clusters queries(3);
  for (const char* glob : {"", "f*[0-4].go", "f1?.go"}) {
    std::size_t wanted = 0;
    std::size_t found = 0;
    for (int i = 0; i < 20; ++i) {
      const std::vector<float> query = queries.next();
      VectorQuery request{query, {}, 10};
      request.filter.path_glob = glob;
      const auto expected = exact->search_vector(request);
      const auto hits = walked->search_vector(request);
      wanted += expected.size();
      for (const ScoredUnit& hit : hits)
        found += std::ranges::any_of(expected, [&](const ScoredUnit& other) {
          return exact->unit(other.ref).path == walked->unit(hit.ref).path &&
                 exact->unit(other.ref).range.begin == walked->unit(hit.ref).range.begin;
        });
    }
    EXPECT_GE(found * 100, wanted * 98) << glob;
  }
}

}  // namespace
}  // namespace grove::index
