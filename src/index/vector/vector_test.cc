#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "base/testing/temporary_folder.h"
#include "index/index_writer.h"
#include "index/testing/sample_files.h"
#include "index/vector/kernels.h"
#include "index/vector/vector_scan.h"

namespace grove::index {
namespace {

using testing::SampleFile;

std::vector<std::int8_t> random_bytes(std::size_t count, std::mt19937_64& random) {
  std::vector<std::int8_t> bytes(count);
  for (std::int8_t& byte : bytes) byte = static_cast<std::int8_t>(static_cast<int>(random() % 255) - 127);
  return bytes;
}

TEST(VectorKernels, AllKindsOfProcessorsAgreeWithPlainCode) {
  std::mt19937_64 random(1);
  for (const VectorKernels& kernels : supported_kernels()) {
    for (const std::size_t dimensions : {1U, 3U, 31U, 32U, 63U, 64U, 65U, 128U, 200U, 256U, 384U, 1000U}) {
      constexpr std::size_t kRows = 5;
      const std::vector<std::int8_t> query = random_bytes(dimensions, random);
      const std::vector<std::int8_t> rows = random_bytes(dimensions * kRows, random);
      std::array<std::int32_t, kRows> expected, found;
      scalar_kernels().dot_int8(query.data(), rows.data(), dimensions, kRows, expected.data());
      kernels.dot_int8(query.data(), rows.data(), dimensions, kRows, found.data());
      EXPECT_EQ(found, expected) << kernels.name << " " << dimensions;

      const auto* query_bits = reinterpret_cast<const std::uint8_t*>(query.data());
      const auto* row_bits = reinterpret_cast<const std::uint8_t*>(rows.data());
      std::array<std::uint32_t, kRows> expected_bits, found_bits;
      scalar_kernels().hamming(query_bits, row_bits, dimensions, kRows, expected_bits.data());
      kernels.hamming(query_bits, row_bits, dimensions, kRows, found_bits.data());
      EXPECT_EQ(found_bits, expected_bits) << kernels.name << " " << dimensions;

      const std::vector<float> float_query(query.begin(), query.end());
      const std::vector<float> float_rows(rows.begin(), rows.end());
      std::array<float, kRows> expected_floats, found_floats;
      scalar_kernels().dot_float(float_query.data(), float_rows.data(), dimensions, kRows, expected_floats.data());
      kernels.dot_float(float_query.data(), float_rows.data(), dimensions, kRows, found_floats.data());
      for (std::size_t i = 0; i < kRows; ++i) EXPECT_NEAR(found_floats[i], expected_floats[i], 1.0) << kernels.name << " " << dimensions;
    }
  }
}

class BestFew final : public VectorCollector {
 public:
  explicit BestFew(std::uint32_t every) : every_(every) {}
  bool admits(std::uint32_t unit) override { return unit % every_ == 0; }
  bool admits_all() const override { return every_ == 1; }
  float least() const override { return found_.size() < 10 ? -2 : found_.back().first; }
  void offer(std::uint32_t unit, float cosine) override {
    found_.emplace_back(cosine, unit);
    std::ranges::sort(found_, std::greater());
    if (found_.size() > 10) found_.pop_back();
  }
  const std::vector<std::pair<float, std::uint32_t>>& found() const { return found_; }

 private:
  std::uint32_t every_;
  std::vector<std::pair<float, std::uint32_t>> found_;
};

TEST(VectorScan, CodesLeadToNearlyWhatAnExactScanFinds) {
  const TemporaryFolder folder;
  const VectorSpace space = {"test", "random", 128, "1", VectorStorage::kInt8};
  std::mt19937_64 random(5);
  const std::vector<std::int8_t> centres = random_bytes(std::size_t{50} * space.dimensions, random);
  auto writer = VectorFileWriter::create(folder.path() + "/v.vec", space, system_calls()).value();
  constexpr std::uint32_t kUnits = 5000;
  for (std::uint32_t unit = 0; unit < kUnits; ++unit) {
    std::vector<std::int8_t> row(space.dimensions);
    for (std::size_t d = 0; d < row.size(); ++d)
      row[d] = static_cast<std::int8_t>(centres[unit % 50 * row.size() + d] / 2 + static_cast<int>(random() % 127) - 63);
    if (unit % 97 == 5)
      writer.add_missing(1);
    else
      writer.add_rows({reinterpret_cast<const char*>(row.data()), row.size()});
  }
  ASSERT_TRUE(writer.commit());
  const MappedFile bytes = MappedFile::open(folder.path() + "/v.vec").value();
  const VectorFile file = VectorFile::open(bytes.bytes(), space, kUnits).value();
  EXPECT_FALSE(file.has(5));
  EXPECT_TRUE(file.verify());
  std::size_t hits = 0;
  for (std::uint32_t query = 0; query < 20; ++query) {
    const std::vector<float> vector(centres.begin() + query * 128, centres.begin() + (query + 1) * 128);
    const std::uint32_t every = 1 + query % 3;
    BestFew exact(every), all(every), some(every);
    scan_vectors(file, VectorProbe(vector), exact);
    scan_codes(file, VectorProbe(vector), kUnits, all);
    scan_codes(file, VectorProbe(vector), 200, some);
    EXPECT_EQ(all.found(), exact.found());
    for (const auto& hit : some.found()) hits += static_cast<std::size_t>(std::ranges::count(exact.found(), hit));
  }
  EXPECT_GE(hits, 190U);
}

/// Rows for the units of a file, made of its text: some fixed direction for each unit.
std::vector<std::int8_t> rows_for(std::string_view path, std::size_t units, const VectorSpace& space) {
  std::vector<std::int8_t> rows;
  for (std::size_t unit = 0; unit < units; ++unit) {
    std::mt19937_64 random(hash64(path, unit));
    const auto row = random_bytes(space.dimensions, random);
    if (space.storage == VectorStorage::kInt8) rows.insert(rows.end(), row.begin(), row.end());
    if (space.storage == VectorStorage::kFloat32)
      for (const std::int8_t value : row) {
        const float number = static_cast<float>(value) / 50;
        const auto* bytes = reinterpret_cast<const std::int8_t*>(&number);
        rows.insert(rows.end(), bytes, bytes + sizeof(number));
      }
    if (space.storage == VectorStorage::kBinary)
      rows.insert(rows.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(space.row_bytes()));
  }
  return rows;
}

float exact_cosine(const VectorSpace& space, const std::int8_t* row, std::span<const float> query) {
  double dot = 0, row_squares = 0, query_squares = 0;
  for (std::size_t d = 0; d < space.dimensions; ++d) {
    double value = row[d];
    if (space.storage == VectorStorage::kFloat32) {
      float number;
      std::memcpy(&number, row + d * 4, 4);
      value = number;
    }
    dot += value * query[d];
    row_squares += value * value;
    query_squares += query[d] * query[d];
  }
  return static_cast<float>(dot / std::sqrt(row_squares * query_squares));
}

class VectorSearch : public ::testing::TestWithParam<VectorStorage> {
 protected:
  VectorSpace space() const { return {"test", "random", 100, "1", GetParam()}; }
  /// Publishes all files, each with its vectors.
  void add_all(IndexWriter& writer) const {
    auto builder = writer.new_segment();
    for (const SampleFile& sample : files_) {
      IndexFile file = sample.view();
      const auto rows = rows_for(file.path, file.facts.units.size(), space());
      file.vectors = rows;
      builder->add(file);
    }
    ASSERT_TRUE(writer.take(std::move(builder)));
    ASSERT_TRUE(writer.publish());
  }

  std::vector<SampleFile> files_ = [] {
    std::mt19937_64 random(7);
    std::vector<SampleFile> files;
    for (int i = 0; i < 60; ++i) files.push_back(testing::random_file("f" + std::to_string(i) + ".go", random));
    return files;
  }();
  std::vector<float> query_ = [] {
    std::mt19937_64 random(3);
    std::normal_distribution<float> normal;
    std::vector<float> query(100);
    for (float& value : query) value = normal(random);
    return query;
  }();
  TemporaryFolder folder_;
};

TEST_P(VectorSearch, FindsTheNearestUnits) {
  auto writer = IndexWriter::open(folder_.path(), space()).value();
  for (int half = 0; half < 2; ++half) {
    auto builder = writer->new_segment();
    for (std::size_t i = half; i < files_.size(); i += 2) {
      IndexFile file = files_[i].view();
      const auto rows = rows_for(file.path, file.facts.units.size(), space());
      file.vectors = rows;
      builder->add(file);
    }
    ASSERT_TRUE(writer->take(std::move(builder)));
  }
  writer->remove("f3.go");
  ASSERT_TRUE(writer->publish());
  for (int round = 0; round < 2; ++round) {
    const auto index = open_index(folder_.path(), space()).value();
    const auto hits = index->search_vector({query_, {}, 20});
    ASSERT_EQ(hits.size(), 20U);
    if (GetParam() != VectorStorage::kBinary) {
      std::vector<float> expected;
      for (const SampleFile& file : files_) {
        if (file.path == "f3.go") continue;
        const auto rows = rows_for(file.path, file.facts.units.size(), space());
        for (std::size_t unit = 0; unit < file.facts.units.size(); ++unit)
          expected.push_back(exact_cosine(space(), rows.data() + unit * space().row_bytes(), query_));
      }
      std::ranges::sort(expected, std::greater());
      for (std::size_t i = 0; i < hits.size(); ++i) EXPECT_NEAR(hits[i].score, expected[i], 0.005) << i;
    }
    std::vector<UnitRef> refs;
    for (const ScoredUnit& hit : hits) refs.push_back(hit.ref);
    std::vector<float> similarities(refs.size());
    index->similarities(query_, refs, similarities);
    for (std::size_t i = 0; i < refs.size(); ++i) EXPECT_NEAR(similarities[i], hits[i].score, 1e-6);
    EXPECT_EQ(index->stats().vectors, index->stats().units);
    ASSERT_TRUE(writer->merge(true, CancelToken()));
  }
}

TEST_P(VectorSearch, VectorsCanComeAfterTheWords) {
  {
    auto writer = IndexWriter::open(folder_.path(), space()).value();
    auto builder = writer->new_segment();
    for (const SampleFile& file : files_) builder->add(file.view());
    ASSERT_TRUE(writer->take(std::move(builder)));
    ASSERT_TRUE(writer->publish());
    EXPECT_TRUE(open_index(folder_.path(), space()).value()->search_vector({query_, {}, 20}).empty());
    const auto embed = [&](std::string_view path, const Sha256&, std::span<const UnitView> units) -> Result<std::vector<std::int8_t>> {
      if (path == "f5.go") return fail(ErrorCode::kUnavailable, "no");
      return rows_for(path, units.size(), space());
    };
    ASSERT_TRUE(writer->add_vectors(embed, CancelToken()));
  }
  const auto writer = IndexWriter::open(folder_.path(), space()).value();
  for (const IndexedFile& file : writer->files())
    EXPECT_EQ(file.has_vectors, file.path != "f5.go" || files_[5].facts.units.empty()) << file.path;
  const auto index = open_index(folder_.path(), space()).value();
  EXPECT_EQ(index->search_vector({query_, {}, 20}).size(), 20U);
  EXPECT_EQ(index->stats().vectors, index->stats().units - files_[5].facts.units.size());
}

TEST_P(VectorSearch, VectorsArePublishedBitByBitAndGoOnAfterACancel) {
  IndexOptions options;
  options.vectors_unsaved = std::chrono::milliseconds(0);
  const auto publish_words = [&] {
    auto writer = IndexWriter::open_with(folder_.path(), space(), options).value();
    auto builder = writer->new_segment();
    for (const auto& file : files_) builder->add(file.view());
    ASSERT_TRUE(writer->take(std::move(builder)));
    ASSERT_TRUE(writer->publish());
  };
  publish_words();
  std::uint64_t embedded = 0;
  std::size_t calls = 0;
  const CancelToken cancel;
  const auto embed = [&](std::string_view path, const Sha256&, std::span<const UnitView> units) -> Result<std::vector<std::int8_t>> {
    const std::uint64_t visible = open_index(folder_.path(), space()).value()->stats().vectors;
    EXPECT_LE(visible, embedded);
    if (calls == 1) {
      EXPECT_EQ(visible, embedded) << "the first file is there before the second is asked for";
    }
    embedded += units.size();
    if (++calls == 3) cancel.cancel();
    return rows_for(path, units.size(), space());
  };
  auto writer = IndexWriter::open_with(folder_.path(), space(), options).value();
  EXPECT_EQ(writer->add_vectors(embed, cancel).error().code, ErrorCode::kCancelled);
  EXPECT_EQ(calls, 3U);
  EXPECT_EQ(open_index(folder_.path(), space()).value()->stats().vectors, embedded);
  writer = IndexWriter::open_with(folder_.path(), space(), options).value();
  ASSERT_TRUE(writer->add_vectors(embed, CancelToken()));
  EXPECT_EQ(open_index(folder_.path(), space()).value()->stats().vectors, embedded);
  EXPECT_EQ(writer->counts().without_vectors, 0U);
}

TEST_P(VectorSearch, AnEmbedderThatFailsAtOnceLeavesTheOldVectors) {
  {
    auto writer = IndexWriter::open(folder_.path(), space()).value();
    add_all(*writer);
  }
  VectorSpace other = space();
  other.fingerprint = "2";
  auto writer = IndexWriter::open(folder_.path(), other).value();
  const auto refuse = [](std::string_view, const Sha256&, std::span<const UnitView>) -> Result<std::vector<std::int8_t>> {
    return fail(ErrorCode::kUnavailable, "no");
  };
  ASSERT_TRUE(writer->add_vectors(refuse, CancelToken()));
  const auto index = open_index(folder_.path(), other).value();
  EXPECT_EQ(index->stats().vectors, 0U);
  EXPECT_EQ(index->stats().other_vectors, index->stats().units);
  ASSERT_EQ(index->vector_holdings().size(), 1U);
  EXPECT_EQ(index->vector_holdings()[0].space, space());
  EXPECT_EQ(index->vector_holdings()[0].units, index->stats().units);
}

TEST_P(VectorSearch, AWriterWithoutASpaceKeepsVectorsWhenItMerges) {
  {
    auto writer = IndexWriter::open(folder_.path(), space()).value();
    add_all(*writer);
  }
  const std::uint64_t before = open_index(folder_.path(), space()).value()->stats().vectors;
  {
    auto writer = IndexWriter::open(folder_.path(), {}).value();
    auto builder = writer->new_segment();
    builder->add(testing::make_file("new.go", "fn added() token\n").view());
    ASSERT_TRUE(writer->take(std::move(builder)));
    writer->remove(files_[0].path);
    ASSERT_TRUE(writer->merge(true, CancelToken()));
  }
  const auto index = open_index(folder_.path(), space()).value();
  EXPECT_EQ(index->stats().segments, 1U);
  EXPECT_EQ(index->stats().vectors, before - files_[0].facts.units.size());
}

TEST_P(VectorSearch, VectorsOfAnotherModelAreAsIfThereWereNone) {
  {
    auto writer = IndexWriter::open(folder_.path(), space()).value();
    auto builder = writer->new_segment();
    IndexFile file = files_[1].view();
    const auto rows = rows_for(file.path, file.facts.units.size(), space());
    file.vectors = rows;
    builder->add(file);
    ASSERT_TRUE(writer->take(std::move(builder)));
    ASSERT_TRUE(writer->publish());
  }
  VectorSpace other = space();
  other.fingerprint = "2";
  EXPECT_EQ(open_index(folder_.path(), other).value()->stats().vectors, 0U);
  const auto writer = IndexWriter::open(folder_.path(), other).value();
  EXPECT_FALSE(writer->files().at(0).has_vectors);
  const auto embed = [&](std::string_view path, const Sha256&, std::span<const UnitView> units) -> Result<std::vector<std::int8_t>> {
    return rows_for(path, units.size(), space());
  };
  ASSERT_TRUE(writer->add_vectors(embed, CancelToken()));
  EXPECT_GT(open_index(folder_.path(), other).value()->stats().vectors, 0U);
  EXPECT_EQ(open_index(folder_.path(), space()).value()->stats().vectors, 0U);
}

INSTANTIATE_TEST_SUITE_P(EveryStorage, VectorSearch,
                         ::testing::Values(VectorStorage::kInt8, VectorStorage::kFloat32, VectorStorage::kBinary));

}  // namespace
}  // namespace grove::index
