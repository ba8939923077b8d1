#include "rdf/embedded/journal.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "base/file.h"

namespace grove::rdf {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class JournalTest : public testing::Test {
 protected:
  JournalTest() : folder_(fs::path(testing::TempDir()) / fmt::format("journal-{}", ::getpid())) { fs::remove_all(folder_); }
  ~JournalTest() override { fs::remove_all(folder_); }

  Result<Journal> open() {
    seen_.clear();
    return Journal::open(folder_, [&](std::string_view delta) -> Status {
      seen_.emplace_back(delta);
      return {};
    });
  }
  void append(const std::vector<std::string>& deltas) {
    Result<Journal> journal = open();
    ASSERT_TRUE(journal) << describe(journal.error());
    for (const std::string& delta : deltas) ASSERT_TRUE(journal->append(delta));
  }
  fs::path log(int number = 0) const { return folder_ / fmt::format("{:010}.log", number); }

  fs::path folder_;
  std::vector<std::string> seen_;
};

TEST_F(JournalTest, HandsOutWhatWasAppendedInOrder) {
  append({"one", "two"});
  append({"", "three"});
  ASSERT_TRUE(open());
  EXPECT_THAT(seen_, ElementsAre("one", "two", "", "three"));
}

TEST_F(JournalTest, AnEndThatWasCutOffIsDroppedAndWritingGoesOn) {
  append({"one", "two"});
  const auto whole = fs::file_size(log());
  for (std::uintmax_t size = whole - 1; size >= whole - 26; --size) {
    fs::resize_file(log(), size);
    ASSERT_TRUE(open());
    EXPECT_THAT(seen_, ElementsAre("one")) << size;
    append({"two"});
    EXPECT_EQ(fs::file_size(log()), whole);
  }
}

TEST_F(JournalTest, AnEndThatAPowerFailureLeftUnwrittenIsDropped) {
  append({"one"});
  const auto whole = fs::file_size(log());
  for (const std::uintmax_t zeros : {1U, 24U, 4096U}) {
    fs::resize_file(log(), whole + zeros);
    ASSERT_TRUE(open());
    EXPECT_THAT(seen_, ElementsAre("one")) << zeros;
    EXPECT_EQ(fs::file_size(log()), whole);
  }
}

TEST_F(JournalTest, AFileThatWasCutOffAtItsBeginningIsBegunAgain) {
  append({});
  fs::resize_file(log(), 7);
  append({"one"});
  ASSERT_TRUE(open());
  EXPECT_THAT(seen_, ElementsAre("one"));
}

TEST_F(JournalTest, ALogThatWasBegunInVainKeepsNothingFromBeingOpened) {
  append({});
  const std::string head = *read_file(log().string());  // of a log that follows no change
  append({"one", "two"});
  for (const std::size_t size : {head.size(), head.size() / 2}) {  // as a full disk, or a kill, left it while changes went on in the first
    ASSERT_TRUE(write_file(log(1).string(), head.substr(0, size)));
    Result<Journal> journal = open();
    ASSERT_TRUE(journal) << describe(journal.error());
    EXPECT_THAT(seen_, ElementsAre("one", "two")) << size;
    fs::remove(log(1));
  }
  ASSERT_TRUE(write_file(log(1).string(), head));
  append({"three"});
  ASSERT_TRUE(open());
  EXPECT_THAT(seen_, ElementsAre("one", "two", "three"));
}

TEST_F(JournalTest, AnyChangedByteIsToldWithARemedy) {
  append({"one", "two"});
  std::ifstream in(log(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    std::ofstream(log(), std::ios::binary) << changed;
    const Result<Journal> journal = open();
    ASSERT_FALSE(journal) << at;
    EXPECT_EQ(journal.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(journal.error().message, HasSubstr(log().string()));
    EXPECT_THAT(journal.error().hint, HasSubstr("backup"));
  }
}

TEST_F(JournalTest, ASnapshotReplacesWhatCameBefore) {
  {
    Result<Journal> journal = open();
    ASSERT_TRUE(journal);
    ASSERT_TRUE(journal->append("one"));
    ASSERT_TRUE(journal->begin_snapshot());
    ASSERT_TRUE(journal->append("two"));
    EXPECT_EQ(journal->changes(), 2U);
  }
  ASSERT_TRUE(open());
  EXPECT_THAT(seen_, ElementsAre("one", "two")) << "killed before the snapshot was there";
  const fs::path unfinished = folder_ / "0000000001.quads.tmp-1-1";
  std::ofstream(unfinished) << "half";
  ASSERT_TRUE(open());
  EXPECT_FALSE(fs::exists(unfinished));
  {
    Result<Journal> journal = open();
    ASSERT_TRUE(journal->begin_snapshot());
    ASSERT_TRUE(journal->write_snapshot([](const auto& out) -> Status {
      out("one and two");
      return {};
    }));
    ASSERT_TRUE(journal->append("three"));
  }
  ASSERT_TRUE(open());
  EXPECT_THAT(seen_, ElementsAre("one and two", "three")) << "killed before the old files were removed";
  {
    Result<Journal> journal = open();
    ASSERT_TRUE(journal->finish_snapshot());
    EXPECT_EQ(journal->changes(), 3U);
  }
  EXPECT_FALSE(fs::exists(log(0)));
  ASSERT_TRUE(open());
  EXPECT_THAT(seen_, ElementsAre("one and two", "three"));
}

TEST_F(JournalTest, TheLastChangeCanBeTakenBack) {
  {
    Result<Journal> journal = open();
    ASSERT_TRUE(journal->append("one"));
    ASSERT_TRUE(journal->append("two"));
    journal->take_back();
    ASSERT_TRUE(journal->append("three"));
  }
  ASSERT_TRUE(open());
  EXPECT_THAT(seen_, ElementsAre("one", "three"));
}

}  // namespace
}  // namespace grove::rdf
