#include "base/folder_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "base/testing/temporary_folder.h"

namespace grove {
namespace {

TEST(FolderLock, IsHadByOneAtATimeAndFreedAtItsEnd) {
  const TemporaryFolder folder;
  {
    const auto first = FolderLock::try_take(folder.path());
    ASSERT_TRUE(first);
    EXPECT_EQ(FolderLock::try_take(folder.path()).error().code, ErrorCode::kLocked);
  }
  EXPECT_TRUE(FolderLock::try_take(folder.path()));
  EXPECT_EQ(FolderLock::take(folder / "none").error().code, ErrorCode::kNotFound);
}

TEST(FolderLock, IsFreedByAKill) {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    const auto held = FolderLock::take(folder.path());
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(FolderLock::take(folder.path()));
}

}  // namespace
}  // namespace grove
