#include "corpus/pending_mark.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "base/testing/temporary_folder.h"

namespace grove::corpus {
namespace {

TEST(PendingMark, IsSeenWhileItIsUp) {
  const TemporaryFolder directory;
  EXPECT_FALSE(PendingMark::is_raised(directory.path()));
  auto mark = PendingMark::open(directory.path());
  ASSERT_TRUE(mark);
  EXPECT_FALSE(PendingMark::is_raised(directory.path()));
  mark->raise();
  mark->raise();
  EXPECT_TRUE(mark->is_up());
  EXPECT_TRUE(PendingMark::is_raised(directory.path()));
  mark->lower();
  EXPECT_FALSE(PendingMark::is_raised(directory.path()));
}

TEST(PendingMark, GoesDownWithTheProcessThatRaisedIt) {
  const TemporaryFolder directory;
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    auto mark = PendingMark::open(directory.path());
    if (mark) mark->raise();
    if (write(ends[1], "y", 1) == 1) pause();
    _exit(0);
  }
  char answer = 0;
  ASSERT_EQ(read(ends[0], &answer, 1), 1);
  EXPECT_TRUE(PendingMark::is_raised(directory.path()));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(PendingMark::is_raised(directory.path()));
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace grove::corpus
