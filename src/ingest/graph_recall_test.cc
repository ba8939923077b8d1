#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/file.h"
#include "index/segment/segment_file.h"
#include "inference/open_embedder.h"
#include "ingest/run.h"
#include "ingest/tools.h"

// The graph of vectors on what it is for: real code, embedded by the built-in model, asked in words.
namespace grove::ingest {
namespace {

namespace fs = std::filesystem;

class ConnectedSource : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "grove-graph-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    embedder_ = inference::open_embedder({}, CancelToken()).value();
    const inference::EmbedderInfo& info = embedder_->info();
    space_ = {info.provider, info.model, info.dimensions, info.fingerprint};
    std::ifstream queries(GROVE_SOURCE_DIR "/bench/queries.txt");
    for (std::string line; std::getline(queries, line);)
      if (!line.empty() && line[0] != '#') queries_.push_back(line);
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// This project's source, its segments connected from 100 vectors on.
  std::shared_ptr<const index::UnitIndex> indexed() {
    Tools tools = real_tools();
    tools.open_index = [](const std::string& directory, const index::VectorSpace& space) {
      index::IndexOptions options;
      options.graph_from = 100;
      return index::IndexWriter::open_with(directory, space, options);
    };
    IngestRequest request;
    request.repository = {.id = "grove", .name = "grove", .root = GROVE_SOURCE_DIR "/src"};
    request.directory = folder_;
    request.embedder = embedder_.get();
    request.threads = 2;
    NullProgress progress;
    const auto report = run_ingest(request, tools, progress, CancelToken());
    EXPECT_TRUE(report) << describe(report.error());
    return index::open_index(folder_ + "/index", space_).value();
  }

  std::vector<index::UnitRef> all_units(const index::UnitIndex& index) const {
    std::vector<index::UnitRef> units;
    for (const index::IndexedFile& file : index::IndexWriter::open(folder_ + "/index", space_).value()->files())
      std::ranges::copy(index.units_of(file.path), std::back_inserter(units));
    return units;
  }

  bool has_graph() const {
    return std::ranges::any_of(fs::directory_iterator(folder_ + "/index"), [](const fs::directory_entry& entry) {
      if (entry.path().extension() != ".vec") return false;
      const auto bytes = read_file(entry.path().string()).value();
      return !index::SegmentFile::parse(bytes, index::SegmentFileType::kVectors).value().section(index::Section::kVectorGraph).empty();
    });
  }

  std::string folder_;
  std::unique_ptr<inference::ResidentEmbedder> embedder_;
  index::VectorSpace space_;
  std::vector<std::string> queries_;
};

TEST_F(ConnectedSource, FindsNineteenOfTwentyOfTheTrulyNearest) {
  const auto index = indexed();
  ASSERT_TRUE(has_graph());
  const std::vector<index::UnitRef> all = all_units(*index);
  ASSERT_EQ(all.size(), index->stats().units);
  ASSERT_GT(all.size(), 1000U);
  ASSERT_GT(queries_.size(), 10U);
  std::size_t found = 0;
  for (const std::string& query : queries_) {
    std::vector<float> vector(space_.dimensions);
    ASSERT_TRUE(embedder_->embed_query(query, vector, CancelToken()));
    std::vector<float> exact(all.size());
    index->similarities(vector, all, exact);
    std::ranges::nth_element(exact, exact.begin() + 9, std::greater());
    for (const index::ScoredUnit& hit : index->search_vector({vector, {}, 10})) found += hit.score >= exact[9] - 1e-6F ? 1 : 0;
  }
  EXPECT_GE(found * 100, queries_.size() * 10 * 95) << found << " of " << queries_.size() * 10;
}

}  // namespace
}  // namespace grove::ingest
