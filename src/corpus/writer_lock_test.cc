#include "corpus/writer_lock.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "base/testing/temporary_folder.h"

namespace grove::corpus {
namespace {

using ::testing::HasSubstr;

/// A process that takes the lock, says so through a pipe, and holds it until it is killed.
class HoldingProcess {
 public:
  explicit HoldingProcess(const std::string& directory) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return;
    pid_ = fork();
    if (pid_ == 0) {
      const auto lock = WriterLock::acquire(directory, "indexing shop");
      const char answer = lock ? 'y' : 'n';
      if (write(ends[1], &answer, 1) == 1) pause();
      _exit(0);
    }
    char answer = 0;
    holds_ = read(ends[0], &answer, 1) == 1 && answer == 'y';
    close(ends[0]);
    close(ends[1]);
  }
  ~HoldingProcess() { end(); }
  void end() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  bool holds() const { return holds_; }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = 0;
  bool holds_ = false;
};

TEST(WriterLock, NamesTheProcessThatHoldsIt) {
  const TemporaryFolder directory;
  HoldingProcess holder(directory.path());
  ASSERT_TRUE(holder.holds());
  const auto lock = WriterLock::acquire(directory.path(), "indexing");
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code, ErrorCode::kLocked);
  EXPECT_THAT(lock.error().message, HasSubstr("process " + std::to_string(holder.pid()) + " is indexing shop since 20"));
}

TEST(WriterLock, SaysWhoHasItToThoseThatOnlyLook) {
  const TemporaryFolder directory;
  EXPECT_FALSE(WriterLock::holder(directory.path()));
  HoldingProcess holder(directory.path());
  ASSERT_TRUE(holder.holds());
  EXPECT_THAT(WriterLock::holder(directory.path()).value_or(""),
              HasSubstr("process " + std::to_string(holder.pid()) + " is indexing shop since 20"));
  holder.end();
  EXPECT_FALSE(WriterLock::holder(directory.path()));
  EXPECT_TRUE(WriterLock::acquire(directory.path(), "indexing"));
}

/// A process that was killed leaves its text behind: its pid may live again, and a machine of another name can't be asked for it.
TEST(WriterLock, IsNobodysWhereOnlyTheTextOfAnEndedProcessIsLeft) {
  const TemporaryFolder directory;
  const std::string file = directory.path() + "/writer.lock";
  std::ofstream(file) << "1\nelsewhere\n2026-01-01 00:00:00 UTC\nindexing shop\n";
  EXPECT_EQ(WriterLock::holder(directory.path()), std::nullopt) << "another machine's";
  HoldingProcess holder(directory.path());
  ASSERT_TRUE(holder.holds());
  std::ifstream in(file);
  std::string text(std::istreambuf_iterator<char>(in), {});
  text.replace(0, text.find('\n'), std::to_string(getpid()));
  holder.end();
  std::ofstream(file) << text;
  EXPECT_EQ(WriterLock::holder(directory.path()), std::nullopt) << "a pid that lives";
}

TEST(WriterLock, IsHeldWhoeverTheTextNames) {
  const TemporaryFolder directory;
  const auto lock = WriterLock::acquire(directory.path(), "indexing shop");
  ASSERT_TRUE(lock);
  std::ofstream(directory.path() + "/writer.lock") << "";
  EXPECT_EQ(WriterLock::holder(directory.path()), "another process is writing to it");
}

TEST(WriterLock, IsNotRefusedBecauseOthersLook) {
  const TemporaryFolder directory;
  std::ofstream(directory.path() + "/writer.lock") << "1\nelsewhere\nlong ago\nindexing shop\n";
  std::atomic<bool> done = false;
  std::thread looking([&] {
    while (!done) EXPECT_THAT(WriterLock::holder(directory.path()).value_or("nobody"), ::testing::AnyOf("nobody", HasSubstr("process")));
  });
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(WriterLock::acquire(directory.path(), "indexing shop"));
  done = true;
  looking.join();
}

TEST(WriterLock, IsFreeOnceItsProcessWasKilled) {
  const TemporaryFolder directory;
  HoldingProcess holder(directory.path());
  ASSERT_TRUE(holder.holds());
  holder.end();
  EXPECT_TRUE(WriterLock::acquire(directory.path(), "indexing"));
}

TEST(WriterLock, ExcludesOtherThreadsOfTheSameProcess) {
  const TemporaryFolder directory;
  auto first = WriterLock::acquire(directory.path(), "indexing\nshop");
  ASSERT_TRUE(first);
  const auto second = WriterLock::acquire(directory.path(), "indexing");
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("process " + std::to_string(getpid()) + " is indexing shop"));
  first->reset();
  EXPECT_TRUE(WriterLock::acquire(directory.path(), "indexing"));
}

TEST(WriterLock, StaleContentIsHarmless) {
  const TemporaryFolder directory;
  std::ofstream(directory.path() + "/writer.lock") << "99999999\nelsewhere\nlong ago\nsleeping\n" << std::string(5000, '\xff');
  const auto lock = WriterLock::acquire(directory.path(), "indexing");
  ASSERT_TRUE(lock);
  EXPECT_THAT(WriterLock::acquire(directory.path(), "x").error().message, HasSubstr("is indexing since"));
}

TEST(WriterLock, SaysWhereItCannotBe) {
  const auto lock = WriterLock::acquire("/nowhere/at/all", "indexing");
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code, ErrorCode::kIo);
  EXPECT_THAT(lock.error().message, HasSubstr("/nowhere/at/all/writer.lock"));
}

}  // namespace
}  // namespace grove::corpus
