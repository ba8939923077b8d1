#include "base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>

namespace grove {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "grove-file-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::size_t entries() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})); }

  std::string folder_;
};

/// The machine's calls, with a limit on the disk or a refusal in their way.
class FaultyCalls final : public FileCalls {
 public:
  std::size_t disk_bytes = SIZE_MAX;
  std::size_t write_at_most = SIZE_MAX;
  int read_errno = 0;
  int sync_errno = 0;
  int rename_errno = 0;
  mutable std::size_t written = 0;

  ssize_t read(int fd, char* buffer, std::size_t size) const override {
    return read_errno != 0 ? refuse(read_errno) : FileCalls::read(fd, buffer, size);
  }
  ssize_t write(int fd, const char* bytes, std::size_t size) const override {
    size = std::min({size, write_at_most, disk_bytes - written});
    if (size == 0) return refuse(ENOSPC);
    written += size;
    return FileCalls::write(fd, bytes, size);
  }
  int sync(int fd) const override { return sync_errno != 0 ? refuse(sync_errno) : FileCalls::sync(fd); }
  int rename(const char* from, const char* to) const override {
    return rename_errno != 0 ? refuse(rename_errno) : FileCalls::rename(from, to);
  }

 private:
  static int refuse(int reason) {
    errno = reason;
    return -1;
  }
};

TEST_F(FileTest, WrittenBytesAreReadBack) {
  const std::string bytes("a\0b\r\n\xFF", 6);
  ASSERT_TRUE(write_file(path("x"), bytes));
  EXPECT_EQ(*read_file(path("x")), bytes);
  EXPECT_EQ(entries(), 1U);
}

TEST_F(FileTest, LargeFilesWrittenInPiecesAreWhole) {
  auto file = AtomicFile::create(path("big"));
  ASSERT_TRUE(file);
  std::string expected;
  for (int i = 0; i < 40; ++i) {
    const std::string piece(static_cast<std::size_t>(i * 1777), static_cast<char>('a' + i % 26));
    ASSERT_TRUE(file->append(piece));
    expected += piece;
  }
  const std::string huge(1'000'000, '#');
  ASSERT_TRUE(file->append(huge));
  expected += huge;
  EXPECT_EQ(file->size(), expected.size());
  EXPECT_FALSE(fs::exists(path("big"))) << "must not be seen before commit";
  ASSERT_TRUE(file->commit(Durability::kProcess));
  EXPECT_EQ(*read_file(path("big")), expected);
}

TEST_F(FileTest, ShortWritesAreContinued) {
  FaultyCalls calls;
  calls.write_at_most = 7;
  ASSERT_TRUE(write_file(path("x"), std::string(1000, 'x'), Durability::kDisk, calls));
  EXPECT_EQ(*read_file(path("x")), std::string(1000, 'x'));
}

TEST_F(FileTest, AFullDiskKeepsTheOldFileAndLeavesNothingBehind) {
  ASSERT_TRUE(write_file(path("x"), "old"));
  FaultyCalls calls;
  calls.disk_bytes = 600'000;
  const Status status = write_file(path("x"), std::string(1'000'000, 'n'), Durability::kDisk, calls);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kResourceLimit);
  EXPECT_THAT(status.error().message, HasSubstr("cannot write " + path("x")));
  EXPECT_EQ(*read_file(path("x")), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(FileTest, AFailedSyncOrRenameKeepsTheOldFile) {
  ASSERT_TRUE(write_file(path("x"), "old"));
  FaultyCalls no_sync;
  no_sync.sync_errno = EIO;
  EXPECT_EQ(write_file(path("x"), "new", Durability::kDisk, no_sync).error().code, ErrorCode::kIo);
  FaultyCalls no_rename;
  no_rename.rename_errno = EACCES;
  EXPECT_EQ(write_file(path("x"), "new", Durability::kDisk, no_rename).error().code, ErrorCode::kIo);
  EXPECT_EQ(*read_file(path("x")), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(FileTest, CancelledWorkWritesNothingMoreAndKeepsTheOldFile) {
  ASSERT_TRUE(write_file(path("x"), "old"));
  const CancelToken cancel;
  const CancellableCalls calls(system_calls(), cancel);
  auto file = AtomicFile::create(path("x"), calls);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append("new"));
  cancel.cancel();
  const Status committed = file->commit();
  ASSERT_FALSE(committed);
  EXPECT_EQ(committed.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(AtomicFile::create(path("y"), calls).error().code, ErrorCode::kCancelled);
  EXPECT_EQ(*read_file(path("x"), 100, calls), "old");  // reading goes on
}

TEST_F(FileTest, AfterAFailureNoCommitSucceeds) {
  FaultyCalls calls;
  calls.disk_bytes = 1;
  auto file = AtomicFile::create(path("x"), calls);
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->append(std::string(1'000'000, 'x')));
  calls.disk_bytes = SIZE_MAX;
  EXPECT_FALSE(file->append("more"));
  EXPECT_FALSE(file->commit());
  EXPECT_FALSE(fs::exists(path("x")));
}

TEST_F(FileTest, ShortReadsAreContinuedAndFilesWithoutASizeAreReadToTheirEnd) {
  class Slow final : public FileCalls {
   public:
    ssize_t read(int fd, char* buffer, std::size_t size) const override {
      return FileCalls::read(fd, buffer, std::min<std::size_t>(size, 7));
    }
  } slow;
  const std::string text(1000, 'x');
  ASSERT_TRUE(write_file(path("x"), text));
  EXPECT_EQ(*read_file(path("x"), 1000, slow), text);
  EXPECT_EQ(read_file(path("x"), 999, slow).error().code, ErrorCode::kResourceLimit);
  EXPECT_THAT(*read_file("/proc/self/status"), HasSubstr("Name:"));
}

TEST_F(FileTest, ReadErrorsAreTold) {
  ASSERT_TRUE(write_file(path("x"), "text"));
  FaultyCalls calls;
  calls.read_errno = EIO;
  const auto bytes = read_file(path("x"), 100, calls);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::kIo);
  EXPECT_THAT(bytes.error().message, HasSubstr("Input/output error"));
}

TEST_F(FileTest, MissingFilesOversizedFilesAndFoldersAreRefused) {
  EXPECT_EQ(read_file(path("none")).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(read_file(folder_).error().code, ErrorCode::kInvalidArgument);
  ASSERT_TRUE(write_file(path("x"), "12345"));
  EXPECT_EQ(read_file(path("x"), 4).error().code, ErrorCode::kResourceLimit);
  EXPECT_EQ(*read_file(path("x"), 5), "12345");
}

TEST_F(FileTest, APipeInTheWayDoesNotBlock) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_file(path("pipe")).error().code, ErrorCode::kInvalidArgument);
}

TEST_F(FileTest, MappedBytesOutliveTheName) {
  ASSERT_TRUE(write_file(path("x"), "mapped"));
  auto mapped = MappedFile::open(path("x"));
  ASSERT_TRUE(mapped);
  ASSERT_TRUE(remove_file(path("x")));
  EXPECT_EQ(mapped->bytes(), "mapped");
  MappedFile moved = std::move(*mapped);
  EXPECT_EQ(moved.bytes(), "mapped");
  ASSERT_TRUE(write_file(path("empty"), ""));
  EXPECT_EQ(MappedFile::open(path("empty"))->bytes(), "");
  EXPECT_FALSE(MappedFile::open(path("none")));
}

TEST_F(FileTest, FoldersAreMadeWithTheirParentsAndOnlyOnce) {
  EXPECT_TRUE(create_directories(path("a/b/c")));
  EXPECT_TRUE(create_directories(path("a/b/c/")));
  EXPECT_TRUE(fs::is_directory(path("a/b/c")));
  ASSERT_TRUE(write_file(path("file"), ""));
  EXPECT_FALSE(create_directories(path("file")));
  EXPECT_FALSE(create_directories(path("file/below")));
}

TEST_F(FileTest, RemovingATreeDoesNotFollowLinks) {
  ASSERT_TRUE(create_directories(path("tree/inner")));
  ASSERT_TRUE(create_directories(path("outside")));
  ASSERT_TRUE(write_file(path("outside/kept"), "k"));
  fs::create_directory_symlink(path("outside"), path("tree/inner/link"));
  EXPECT_TRUE(remove_tree(path("tree")));
  EXPECT_FALSE(fs::exists(path("tree")));
  EXPECT_TRUE(fs::exists(path("outside/kept")));
  EXPECT_TRUE(remove_tree(path("tree")));
  EXPECT_TRUE(remove_file(path("none")));
}

}  // namespace
}  // namespace grove
