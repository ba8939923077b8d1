// What a full disk, a read error and a cancel do to an index: the last generation stays, and the next run goes on.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "base/testing/temporary_folder.h"
#include "index/index_writer.h"
#include "index/testing/failing_calls.h"
#include "index/testing/sample_files.h"

namespace grove::index {
namespace {

namespace fs = std::filesystem;
using testing::FailingCalls;
using testing::random_file;
using testing::UnreadableFiles;

const VectorSpace kSpace = {.provider = "test", .model = "m", .dimensions = 8, .fingerprint = "1"};

/// Vectors that depend on the file alone.
Result<std::vector<std::int8_t>> embed(std::string_view path, const Sha256& /*hash*/, std::span<const UnitView> units) {
  std::vector<std::int8_t> rows(units.size() * kSpace.dimensions);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::int8_t>((path.size() * 31 + path.back() * 7 + i) % 100);
  return rows;
}

std::unique_ptr<IndexWriter> open_with(const std::string& directory, const FileCalls& calls) {
  IndexOptions options;
  options.calls = &calls;
  auto writer = IndexWriter::open_with(directory, kSpace, options);
  EXPECT_TRUE(writer) << describe(writer.error());
  return writer ? std::move(*writer) : nullptr;
}

/// Two segments of words, without vectors.
void write_words(const std::string& directory) {
  const FailingCalls calls(1'000'000);
  const auto writer = open_with(directory, calls);
  std::mt19937_64 random(3);
  for (const std::string folder : {"a/", "b/"}) {
    auto builder = writer->new_segment();
    for (const std::string name : {"1.go", "2.go", "3.go"}) builder->add(random_file(folder + name, random).view());
    ASSERT_TRUE(writer->take(std::move(builder)));
  }
  ASSERT_TRUE(writer->publish());
}

/// The files of a folder by name, the manifest left out: it counts generations.
std::map<std::string, std::string> contents(const std::string& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name != "manifest") files[name.substr(name.find('.'))] += read_file(entry.path().string()).value();
  }
  return files;
}

std::map<std::string, std::string> merged_contents(const std::string& directory) {
  const FailingCalls calls(1'000'000);
  EXPECT_TRUE(open_with(directory, calls)->merge(true, CancelToken()));
  return contents(directory);
}

TEST(IndexFaults, AFullDiskWhileVectorsAreFilledInKeepsWhatWasPublished) {
  const TemporaryFolder whole;
  write_words(whole.path());
  ASSERT_TRUE(open_with(whole.path(), system_calls())->add_vectors(embed, CancelToken()));
  const auto expected = merged_contents(whole.path());
  bool finished = false;
  for (int good = 0; !finished; ++good) {
    ASSERT_LT(good, 100);
    const TemporaryFolder folder;
    write_words(folder.path());
    const FailingCalls calls(good);
    const Status status = open_with(folder.path(), calls)->add_vectors(embed, CancelToken());
    finished = status.has_value();
    if (!status) {
      EXPECT_EQ(status.error().code, ErrorCode::kResourceLimit);
      EXPECT_FALSE(status.error().hint.empty());
    }
    ASSERT_EQ(finished, !calls.failed());
    const auto index = open_index(folder.path(), kSpace);
    ASSERT_TRUE(index) << describe(index.error());
    EXPECT_EQ((*index)->stats().files, 6U);
    EXPECT_TRUE(verify_index(folder.path()));
    ASSERT_TRUE(open_with(folder.path(), system_calls())->add_vectors(embed, CancelToken()));
    EXPECT_EQ(merged_contents(folder.path()), expected) << "failing after " << good;
  }
}

TEST(IndexFaults, FillingInThatWasCancelledKeepsWhatItHasAndIsContinued) {
  const TemporaryFolder whole;
  write_words(whole.path());
  ASSERT_TRUE(open_with(whole.path(), system_calls())->add_vectors(embed, CancelToken()));
  const auto expected = merged_contents(whole.path());
  for (int files = 0; files < 6; ++files) {
    const TemporaryFolder folder;
    write_words(folder.path());
    const CancelToken cancel;
    int embedded = 0;
    const auto until_cancelled = [&](std::string_view path, const Sha256& hash, std::span<const UnitView> units) {
      if (++embedded == files) cancel.cancel();
      return embed(path, hash, units);
    };
    if (files == 0) cancel.cancel();
    const Status status = open_with(folder.path(), system_calls())->add_vectors(until_cancelled, cancel);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
    EXPECT_EQ(embedded, files);
    const auto counted = [&](std::string_view path, const Sha256& hash, std::span<const UnitView> units) {
      ++embedded;
      return embed(path, hash, units);
    };
    ASSERT_TRUE(open_with(folder.path(), system_calls())->add_vectors(counted, CancelToken()));
    EXPECT_EQ(embedded, 6);  // none twice
    EXPECT_EQ(merged_contents(folder.path()), expected) << "cancelled after " << files;
  }
}

TEST(IndexFaults, AnUnreadableFileCountsAsNotIndexed) {
  const TemporaryFolder folder;
  write_words(folder.path());
  const UnreadableFiles broken(".seg", EIO);
  EXPECT_TRUE(open_with(folder.path(), broken)->files().empty());
  const UnreadableFiles manifest("manifest", EIO);
  IndexOptions options;
  options.calls = &manifest;
  const auto writer = IndexWriter::open_with(folder.path(), kSpace, options);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, ErrorCode::kIo);
}

TEST(IndexFaults, TooManyOpenFilesThrowNothingAway) {
  const TemporaryFolder folder;
  write_words(folder.path());
  ASSERT_TRUE(open_with(folder.path(), system_calls())->add_vectors(embed, CancelToken()));
  const auto before = contents(folder.path());
  for (const std::string_view ending : {".seg", ".vec", "manifest"}) {
    const UnreadableFiles calls(ending, EMFILE);
    IndexOptions options;
    options.calls = &calls;
    const auto writer = IndexWriter::open_with(folder.path(), kSpace, options);
    ASSERT_FALSE(writer) << ending;
    EXPECT_EQ(writer.error().code, ErrorCode::kUnavailable);
    EXPECT_FALSE(writer.error().hint.empty());
    EXPECT_EQ(contents(folder.path()), before);
  }
}

/// Cancels at a write, and counts the writes from then on.
class CancellingCalls final : public FileCalls {
 public:
  CancellingCalls(const CancelToken& cancel, int good) : cancel_(cancel), left_(good) {}
  ssize_t write(int fd, const char* bytes, std::size_t size) const override {
    if (left_-- <= 0) {
      cancel_.cancel();
      ++writes_since_;
    }
    return FileCalls::write(fd, bytes, size);
  }
  int sync(int /*fd*/) const override { return 0; }
  int writes_since() const { return writes_since_; }

 private:
  const CancelToken& cancel_;
  mutable int left_;
  mutable int writes_since_ = 0;
};

/// As many words as make a segment of some megabytes.
std::unique_ptr<SegmentBuilder> large_segment(IndexWriter& writer, int seed) {
  auto builder = writer.new_segment();
  for (int file = 0; file < 40; ++file) {
    std::string text;
    for (int line = 0; line < 500; ++line) {
      const std::string number = std::to_string(seed * 1'000'000 + file * 1000 + line);
      for (const std::string_view part : {"fn name", "(x) word", "x other"}) text.append(part).append(number);
      text += "y\n";
    }
    const auto sample = testing::make_file("f" + std::to_string(seed) + "-" + std::to_string(file) + ".go", text);
    const std::vector<std::int8_t> rows(sample.facts.units.size() * kSpace.dimensions, 3);
    IndexFile view = sample.view();
    view.vectors = rows;
    builder->add(view);
  }
  return builder;
}

TEST(IndexFaults, SealingStopsSoonAfterACancelAndLeavesNothing) {
  for (int good = 0;; ++good) {
    const TemporaryFolder folder;
    const CancelToken cancel;
    const CancellingCalls calls(cancel, good);
    const auto writer = open_with(folder.path(), calls);
    const Status sealed = large_segment(*writer, 1)->seal(cancel);
    if (sealed) break;  // there are no more writes than that
    EXPECT_EQ(sealed.error().code, ErrorCode::kCancelled);
    EXPECT_EQ(calls.writes_since(), 1);
    EXPECT_TRUE(fs::is_empty(folder.path()));
    ASSERT_LT(good, 200);
  }
}

TEST(IndexFaults, MergingStopsSoonAfterACancelAndChangesNothing) {
  const TemporaryFolder folder;
  {
    const FailingCalls calls(1'000'000);
    const auto writer = open_with(folder.path(), calls);
    ASSERT_TRUE(writer->take(large_segment(*writer, 1)));
    ASSERT_TRUE(writer->take(large_segment(*writer, 2)));
    ASSERT_TRUE(writer->publish());
  }
  const auto before = contents(folder.path());
  for (int good = 0;; ++good) {
    const CancelToken cancel;
    const CancellingCalls calls(cancel, good);
    const Status merged = open_with(folder.path(), calls)->merge(true, cancel);
    if (merged || calls.writes_since() == 0) break;
    EXPECT_EQ(merged.error().code, ErrorCode::kCancelled);
    EXPECT_EQ(calls.writes_since(), 1) << good;
    EXPECT_EQ(contents(folder.path()), before) << good;
    ASSERT_LT(good, 200);
  }
}

}  // namespace
}  // namespace grove::index
