#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "base/testing/temporary_folder.h"
#include "index/index_writer.h"
#include "index/manifest.h"
#include "index/testing/exhaustive_index.h"
#include "index/testing/failing_calls.h"
#include "index/testing/sample_files.h"

namespace grove::index {
namespace {

using testing::ExhaustiveIndex;
using testing::FailingCalls;
using testing::random_file;
using testing::SampleFile;

/// The machine's calls without waiting for the disk: what these tests look at survives without it.
class UnsyncedCalls final : public FileCalls {
 public:
  int sync(int /*fd*/) const override { return 0; }
};

std::unique_ptr<IndexWriter> open_unsynced(const std::string& directory) {
  static const UnsyncedCalls calls;
  IndexOptions options;
  options.calls = &calls;
  return IndexWriter::open_with(directory, {}, options).value();
}

/// Files by path, as they should be found.
using World = std::map<std::string, SampleFile>;

void write_fresh(const std::string& directory, const World& world) {
  auto writer = open_unsynced(directory);
  auto builder = writer->new_segment();
  for (const auto& [path, file] : world) builder->add(file.view());
  ASSERT_TRUE(writer->take(std::move(builder)));
  ASSERT_TRUE(writer->publish());
}

/// Everything an index answers to some queries, as text.
std::string answers(const UnitIndex& index) {
  std::string text;
  const auto add = [&](const UnitRef& ref, float score) {
    const UnitView unit = index.unit(ref);
    text += std::string(unit.path) + "#" + std::string(unit.qualified_name) + "~" + std::to_string(unit.twin) + "@" +
            std::to_string(unit.range.begin) + " " + std::to_string(score) + "\n";
  };
  for (const std::string query :
       {"token", "verify token", "cache_line index buffer", "数据库", "größe", "f1", "file lock queue list tree node"}) {
    WordQuery words;
    for (const std::string& term : query_terms(query)) words.terms.push_back({term, 1.5F});
    for (const std::uint64_t count : index.document_frequencies(query_terms(query))) text += std::to_string(count) + " ";
    for (const std::size_t limit : {3U, 1000U}) {
      words.limit = limit;
      for (const ScoredUnit& hit : index.search_words(words)) add(hit.ref, hit.score);
    }
  }
  for (const NameQuery::Match match : {NameQuery::Match::kExact, NameQuery::Match::kPrefix, NameQuery::Match::kFuzzy})
    for (const std::string name : {"token", "verify_token", "cache", "tokne"})
      for (const NameHit& hit : index.search_names({name, match, {}, 50})) add(hit.ref, hit.score + static_cast<float>(hit.offset));
  return text;
}

std::string segment_bytes(const std::string& directory) {
  const Manifest manifest = read_manifest(directory).value();
  EXPECT_EQ(manifest.segments.size(), 1U);
  return read_file(segment_path(directory, manifest.segments.at(0).id)).value();
}

std::string random_path(std::mt19937_64& random) {
  return "src/d" + std::to_string(random() % 3) + "/f" + std::to_string(random() % 12) + (random() % 2 == 0 ? ".go" : ".py");
}

TEST(IndexWriter, ImpactsAreBm25fOfTheUnitsText) {
  const TemporaryFolder folder;
  std::mt19937_64 random(21);
  World world;
  ExhaustiveIndex oracle;
  for (int i = 0; i < 40; ++i) {
    SampleFile file = random_file(random_path(random), random);
    oracle.add(file);
    world[file.path] = std::move(file);
  }
  write_fresh(folder.path(), world);
  const auto index = open_index(folder.path(), {}).value();
  for (const std::string term : {"token", "verify", "node", "go", "f1", "cache_line", "数据", "42", "absent"}) {
    std::map<std::pair<std::string, std::size_t>, float> found;
    for (const ScoredUnit& hit : index->search_words({{{term, 1}}, {}, 100'000}))
      found[{std::string(index->unit(hit.ref).path), hit.ref.unit - index->file(hit.ref).units.first.unit}] = hit.score;
    const auto expected = oracle.impacts(term);
    ASSERT_EQ(found.size(), expected.size()) << term;
    EXPECT_EQ(index->document_frequencies(std::vector<std::string>{term})[0], expected.size());
    for (const auto& [place, impact] : expected) {
      ASSERT_TRUE(found.contains(place)) << term;
      EXPECT_NEAR(found[place], impact, 0.51F / kImpactScale + 0.5F / kImpactScale * (impact < 1 / kImpactScale)) << term;
    }
  }
}

TEST(IndexWriter, AnySequenceOfEditsAnswersLikeAFreshIndex) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const TemporaryFolder folder;
    std::mt19937_64 random(seed);
    World world;
    auto writer = open_unsynced(folder.path());
    for (int step = 0; step < 25; ++step) {
      auto builder = writer->new_segment();
      for (std::size_t files = random() % 6; files > 0; --files) {
        SampleFile file = random_file(random_path(random), random);
        builder->add(file.view());
        world[file.path] = std::move(file);
      }
      if (random() % 2 == 0) {
        ASSERT_TRUE(builder->seal(CancelToken()));
      }
      ASSERT_TRUE(writer->take(std::move(builder)));
      if (random() % 2 == 0) {
        const std::string path = random_path(random);
        writer->remove(path);
        world.erase(path);
      }
      if (random() % 3 == 0) {
        ASSERT_TRUE(writer->publish());
      }
      if (random() % 5 == 0) {
        ASSERT_TRUE(writer->merge(false, CancelToken()));
      }
      if (random() % 5 == 0) {
        ASSERT_TRUE(writer->publish());
        writer = open_unsynced(folder.path());
      }
    }
    ASSERT_TRUE(writer->publish());
    const TemporaryFolder fresh;
    write_fresh(fresh.path(), world);
    const std::string expected = answers(*open_index(fresh.path(), {}).value());
    EXPECT_EQ(answers(*open_index(folder.path(), {}).value()), expected) << seed;
    ASSERT_TRUE(writer->merge(true, CancelToken()));
    EXPECT_EQ(answers(*open_index(folder.path(), {}).value()), expected) << seed;
    if (!world.empty()) {
      EXPECT_EQ(segment_bytes(folder.path()), segment_bytes(fresh.path())) << seed;
    }
    EXPECT_TRUE(verify_index(folder.path()));
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) files += entry.is_regular_file() ? 1 : 0;
    EXPECT_LE(files, 2U);  // the manifest and one segment
  }
}

TEST(IndexWriter, ListsWhatIsIndexed) {
  const TemporaryFolder folder;
  std::mt19937_64 random(5);
  const SampleFile a = random_file("a.go", random), b = random_file("b.go", random);
  write_fresh(folder.path(), {{"a.go", a}, {"b.go", b}});
  const auto writer = IndexWriter::open(folder.path(), {}).value();
  writer->remove("a.go");
  const std::vector<IndexedFile> files = writer->files();
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].path, "b.go");
  EXPECT_EQ(files[0].hash, b.hash);
}

TEST(IndexWriter, ManySmallSegmentsAreMergedInTiers) {
  const TemporaryFolder folder;
  std::mt19937_64 random(6);
  auto writer = open_unsynced(folder.path());
  for (int i = 0; i < 100; ++i) {
    auto builder = writer->new_segment();
    builder->add(random_file("f" + std::to_string(i) + ".go", random).view());
    ASSERT_TRUE(writer->take(std::move(builder)));
    ASSERT_TRUE(writer->merge(false, CancelToken()));
  }
  const auto index = open_index(folder.path(), {}).value();
  EXPECT_EQ(index->stats().files, 100U);
  EXPECT_LE(index->stats().segments, 8U);
}

TEST(IndexWriter, AnotherScoringMakesOldSegmentsCountAsNotIndexed) {
  const TemporaryFolder folder;
  std::mt19937_64 random(5);
  write_fresh(folder.path(), {{"a.go", random_file("a.go", random)}});
  IndexOptions options;
  options.scoring.k1 = 2;
  EXPECT_TRUE(IndexWriter::open_with(folder.path(), {}, options).value()->files().empty());
  EXPECT_EQ(IndexWriter::open(folder.path(), {}).value()->files().size(), 1U);
}

TEST(IndexWriter, ACancelledMergeChangesNothing) {
  const TemporaryFolder folder;
  std::mt19937_64 random(5);
  write_fresh(folder.path(), {{"a.go", random_file("a.go", random)}});
  write_fresh(folder.path(), {{"b.go", random_file("b.go", random)}});
  const auto writer = IndexWriter::open(folder.path(), {}).value();
  const CancelToken cancel;
  cancel.cancel();
  const Status merged = writer->merge(true, cancel);
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(open_index(folder.path(), {}).value()->stats().segments, 2U);
  EXPECT_TRUE(writer->merge(true, CancelToken()));
  EXPECT_EQ(open_index(folder.path(), {}).value()->stats().segments, 1U);
}

TEST(IndexWriter, AFailureAnywhereLeavesTheLastGenerationOrTheNext) {
  std::mt19937_64 random(9);
  World before, after;
  for (int i = 0; i < 6; ++i) before["f" + std::to_string(i) + ".go"] = random_file("f" + std::to_string(i) + ".go", random);
  after = before;
  after["f1.go"] = random_file("f1.go", random);
  after.erase("f2.go");
  const TemporaryFolder old_world, new_world;
  write_fresh(old_world.path(), before);
  write_fresh(new_world.path(), after);
  const std::string old_answers = answers(*open_index(old_world.path(), {}).value());
  const std::string new_answers = answers(*open_index(new_world.path(), {}).value());
  bool finished = false;
  for (int good = 0; !finished; ++good) {
    ASSERT_LT(good, 200);
    const TemporaryFolder folder;
    write_fresh(folder.path(), before);
    const FailingCalls calls(good);
    IndexOptions options;
    options.calls = &calls;
    if (auto writer = IndexWriter::open_with(folder.path(), {}, options)) {
      auto builder = (*writer)->new_segment();
      builder->add(after.at("f1.go").view());
      Status status = (*writer)->take(std::move(builder));
      (*writer)->remove("f2.go");
      if (status) status = (*writer)->publish();
      if (status) status = (*writer)->merge(true, CancelToken());
      if (!status) {
        EXPECT_TRUE(calls.failed());
        EXPECT_FALSE(status.error().message.empty());
      }
      finished = status.has_value();
    }
    const std::string found = answers(*open_index(folder.path(), {}).value());
    EXPECT_TRUE(found == old_answers || found == new_answers) << good;
    EXPECT_TRUE(!finished || found == new_answers);
    EXPECT_TRUE(verify_index(folder.path()));
    // The next run goes on from there, and leaves nothing of the failed one behind.
    auto writer = IndexWriter::open(folder.path(), {}).value();
    auto builder = writer->new_segment();
    builder->add(after.at("f1.go").view());
    ASSERT_TRUE(writer->take(std::move(builder)));
    writer->remove("f2.go");
    ASSERT_TRUE(writer->merge(true, CancelToken()));
    EXPECT_EQ(segment_bytes(folder.path()), segment_bytes(new_world.path()));
  }
}

class DamagedIndex : public ::testing::Test {
 protected:
  void SetUp() override {
    std::mt19937_64 random(4);
    for (int i = 0; i < 10; ++i) world_["f" + std::to_string(i) + ".go"] = random_file("f" + std::to_string(i) + ".go", random);
    write_fresh(folder_.path(), world_);
    segment_ = segment_path(folder_.path(), read_manifest(folder_.path()).value().segments.at(0).id);
    bytes_ = read_file(segment_).value();
  }
  void overwrite(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes; }

  World world_;
  TemporaryFolder folder_;
  std::string segment_;
  std::string bytes_;
};

TEST_F(DamagedIndex, ATruncatedSegmentCountsAsNotIndexed) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{40}, bytes_.size() / 2, bytes_.size() - 1}) {
    overwrite(segment_, bytes_.substr(0, size));
    const auto index = open_index(folder_.path(), {});
    ASSERT_FALSE(index);
    EXPECT_EQ(index.error().code, ErrorCode::kCorrupt);
    EXPECT_FALSE(index.error().hint.empty());
  }
  const auto writer = IndexWriter::open(folder_.path(), {}).value();
  EXPECT_TRUE(writer->files().empty());
  ASSERT_TRUE(writer->publish());
  EXPECT_EQ(open_index(folder_.path(), {}).value()->stats().files, 0U);
}

TEST_F(DamagedIndex, ADamagedManifestMeansNothingIsIndexed) {
  const std::string path = manifest_path(folder_.path());
  std::string bytes = read_file(path).value();
  bytes[bytes.size() / 2] ^= 4;
  overwrite(path, bytes);
  EXPECT_EQ(open_index(folder_.path(), {}).error().code, ErrorCode::kCorrupt);
  EXPECT_TRUE(IndexWriter::open(folder_.path(), {}).value()->files().empty());
}

TEST_F(DamagedIndex, FlippedBitsAreFoundByVerifyAndDoNoHarmBefore) {
  const std::string expected = answers(*open_index(folder_.path(), {}).value());
  std::mt19937_64 random(8);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = bytes_;
    for (int flips = 1 + static_cast<int>(random() % 3); flips > 0; --flips)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    if (damaged == bytes_) continue;
    overwrite(segment_, damaged);
    if (const auto index = open_index(folder_.path(), {})) {
      answers(**index);
      for (const auto& [path, file] : world_)
        for (const UnitRef ref : (*index)->units_of(path)) (*index)->unit(ref);
    }
    // Only padding between the sections is covered by no checksum, and it is read by nobody.
    if (verify_index(folder_.path())) {
      EXPECT_EQ(answers(*open_index(folder_.path(), {}).value()), expected);
    }
  }
}

TEST_F(DamagedIndex, AMergeCarriesNoDamageOn) {
  std::string damaged = bytes_;
  damaged[damaged.size() / 3] ^= 1;
  overwrite(segment_, damaged);
  const auto writer = IndexWriter::open(folder_.path(), {}).value();
  auto builder = writer->new_segment();
  std::mt19937_64 random(1);
  const SampleFile file = random_file("new.go", random);
  builder->add(file.view());
  ASSERT_TRUE(writer->take(std::move(builder)));
  ASSERT_TRUE(writer->merge(true, CancelToken()));
  EXPECT_TRUE(verify_index(folder_.path()));
  EXPECT_EQ(writer->files().size(), 1U);
}

}  // namespace
}  // namespace grove::index
