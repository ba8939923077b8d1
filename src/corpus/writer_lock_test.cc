#include "corpus/writer_lock.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

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
