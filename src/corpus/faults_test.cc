#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <thread>

#include "base/file.h"
#include "base/testing/full_disk.h"
#include "base/testing/read_only_folder.h"
#include "base/testing/temporary_folder.h"
#include "corpus/corpus.h"
#include "corpus/testing/sample_facts.h"

/// What a full disk and a kill leave behind: everything that `apply` had returned for, whole batches, and a database that goes on.
namespace grove::corpus {
namespace {

constexpr int kFilesInBatch = 7;

std::string path_of(int batch, int file) { return "b" + std::to_string(batch) + "/f" + std::to_string(file); }

/// Each batch brings files and rewrites one of the batch before, so that pages are changed and not only added.
Batch make_batch(int number) {
  Batch batch;
  for (int file = 0; file < kFilesInBatch; ++file) {
    const Facts facts = sample_facts(static_cast<std::uint32_t>(number * kFilesInBatch + file), 30);
    FileUpdate update;
    const std::string path = file == 0 && number > 0 ? path_of(number - 1, 1) : path_of(number, file);
    update.record = {.path = path, .size = 10, .hash = sha256(path + std::to_string(number)), .language = Language::kC};
    update.facts_blob = encode_facts(facts);
    update.counts = counts_of(facts);
    batch.updates.push_back(std::move(update));
  }
  return batch;
}

/// Applies batches until one fails or `most` are done; tells each one that is committed by a byte through the pipe.
void apply_batches(const std::string& directory, int most, int tell) {
  auto corpus = Corpus::open(directory, Corpus::Access::kWrite);
  if (!corpus) _exit(2);
  for (int number = 0; number < most; ++number) {
    if (!(*corpus)->apply(make_batch(number))) _exit(3);
    const char done = '.';
    if (write(tell, &done, 1) != 1) _exit(4);
  }
  _exit(0);
}

struct ChildEnd {
  int committed = 0;
  int status = 0;
};

/// Runs a body in a child process and counts what it told; `while_running` sees the child's pid.
ChildEnd run_child(const std::function<void(int)>& body, const std::function<void(pid_t)>& while_running) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    body(ends[1]);
    _exit(9);
  }
  close(ends[1]);
  while_running(child);
  ChildEnd end;
  char told = 0;
  while (read(ends[0], &told, 1) == 1) ++end.committed;
  close(ends[0]);
  waitpid(child, &end.status, 0);
  return end;
}

/// Every batch is there whole or not at all, in order, and those that were told are among them. Returns how many there are.
int check_batches(Corpus& corpus, int told) {
  int there = 0;
  while (corpus.file(path_of(there, 1)).value()) ++there;
  EXPECT_GE(there, told);
  for (int number = 0; number < there; ++number)
    for (int file = 0; file < kFilesInBatch; ++file) {
      const auto found = corpus.file(path_of(number, file)).value();
      const bool was_the_rewritten_one = file == 0 && number > 0;
      if (was_the_rewritten_one) continue;
      EXPECT_TRUE(found && corpus.facts(found->facts_key()));
    }
  const std::vector<FileRecord> files = corpus.files().value();
  EXPECT_EQ(files.size(), there == 0 ? 0U : static_cast<std::size_t>(there * (kFilesInBatch - 1) + 1));
  EXPECT_EQ(corpus.totals()->files, files.size());
  return there;
}

TEST(CorpusFaults, AFullDiskLosesNothingCommittedAndTheNextRunGoesOn) {
  for (const rlim_t limit : {40'000, 90'000, 150'000, 260'000, 400'000, 700'000}) {
    const TemporaryFolder directory;
    const ChildEnd end = run_child(
        [&](int tell) {
          std::signal(SIGXFSZ, SIG_IGN);
          const rlimit small{limit, limit};
          setrlimit(RLIMIT_FSIZE, &small);
          apply_batches(directory.path(), 200, tell);
        },
        [](pid_t) {});
    ASSERT_TRUE(WIFEXITED(end.status));
    ASSERT_TRUE(WEXITSTATUS(end.status) == 2 || WEXITSTATUS(end.status) == 3) << limit;
    auto corpus = Corpus::open(directory.path(), Corpus::Access::kWrite);
    ASSERT_TRUE(corpus) << describe(corpus.error());
    const int there = check_batches(**corpus, end.committed);
    ASSERT_TRUE((*corpus)->apply(make_batch(there)));
    check_batches(**corpus, there + 1);
  }
}

TEST(CorpusFaults, AKillAtAnyMomentLosesNothingCommitted) {
  for (int round = 0; round < 8; ++round) {
    const TemporaryFolder directory;
    const ChildEnd end = run_child([&](int tell) { apply_batches(directory.path(), 10'000, tell); },
                                   [&](pid_t child) {
                                     std::this_thread::sleep_for(std::chrono::milliseconds(5 + round * 17));
                                     kill(child, SIGKILL);
                                   });
    ASSERT_TRUE(WIFSIGNALED(end.status));
    auto corpus = Corpus::open(directory.path(), Corpus::Access::kWrite);
    ASSERT_TRUE(corpus) << describe(corpus.error());
    check_batches(**corpus, end.committed);
  }
}

TEST(CorpusFaults, AFolderThatCannotBeWrittenSaysWhatToDo) {
  const TemporaryFolder folder;
  const std::string directory = folder / "data";
  ASSERT_TRUE(create_directories(directory));
  const ReadOnlyFolder held(directory);
  const auto corpus = Corpus::open(directory, Corpus::Access::kWrite);
  ASSERT_FALSE(corpus);
  EXPECT_EQ(corpus.error().code, ErrorCode::kIo);
  EXPECT_THAT(corpus.error().hint, ::testing::HasSubstr("write"));
}

TEST(CorpusFaults, ChangesThatOnlyAWriterCanBringHomeAreNotPassedOver) {
  const TemporaryFolder folder;
  const std::string directory = folder / "data";
  ASSERT_TRUE(create_directories(directory));
  {
    auto writer = Corpus::open(directory, Corpus::Access::kWrite);
    ASSERT_TRUE((*writer)->apply(make_batch(0)));
    // As a kill leaves it.
    std::filesystem::copy(directory, folder / "copy");
  }
  std::filesystem::remove(folder / "copy/corpus.db-shm");
  ASSERT_GT(std::filesystem::file_size(folder / "copy/corpus.db-wal"), 0U);
  const ReadOnlyFolder held(folder / "copy");
  const auto corpus = Corpus::open(folder / "copy", Corpus::Access::kRead);
  ASSERT_FALSE(corpus);
  EXPECT_EQ(corpus.error().code, ErrorCode::kIo);
  EXPECT_THAT(describe(corpus.error()), ::testing::HasSubstr("corpus.db-wal"));
}

TEST(CorpusFaults, AFullDiskIsReadFromAsItStands) {
  const TemporaryFolder folder;
  const std::string directory = folder / "data";
  ASSERT_TRUE(create_directories(directory));
  {
    auto writer = Corpus::open(directory, Corpus::Access::kWrite);
    ASSERT_TRUE((*writer)->apply(make_batch(0)));
    // As a kill leaves it, and as a full disk does, which has no room to bring log and database together.
    std::filesystem::copy(directory, folder / "copy");
  }
  std::filesystem::remove(folder / "copy/corpus.db-shm");
  ASSERT_GT(std::filesystem::file_size(folder / "copy/corpus.db-wal"), 0U);
  for (const std::string& place : {directory, folder / "copy"}) {
    const FullDisk full;
    for (int again = 0; again < 2; ++again) {
      const auto corpus = Corpus::open(place, Corpus::Access::kRead);
      ASSERT_TRUE(corpus) << describe(corpus.error());
      EXPECT_EQ(check_batches(**corpus, 1), 1);
    }
    const auto writer = Corpus::open(place, Corpus::Access::kWrite);
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, ErrorCode::kResourceLimit);
    EXPECT_THAT(describe(writer.error()), ::testing::HasSubstr("no room left"));
  }
  auto corpus = Corpus::open(folder / "copy", Corpus::Access::kWrite);
  ASSERT_TRUE(corpus) << describe(corpus.error());
  ASSERT_TRUE((*corpus)->apply(make_batch(1)));
  check_batches(**corpus, 2);
}

}  // namespace
}  // namespace grove::corpus
