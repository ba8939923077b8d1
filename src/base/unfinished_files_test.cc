#include "base/unfinished_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace grove {
namespace {

namespace fs = std::filesystem;
using testing::UnorderedElementsAre;

/// The number of a process that has been and gone.
pid_t gone_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

TEST(UnfinishedFilesTest, OnlyThoseOfProcessesThatAreGoneAreRemoved) {
  std::string pattern = (fs::temp_directory_path() / "grove-unfinished-XXXXXX").string();
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  const fs::path folder = pattern;
  fs::create_directories(folder / "documents");
  const std::string gone = std::to_string(gone_process());
  const std::string here = std::to_string(::getpid());
  for (const std::string& name : {"a.json.tmp-" + gone + "-0", "documents/b.txt.tmp-" + gone + "-17", "a.json.tmp-" + here + "-0",
                                  std::string("a.json"), "notes.tmp-" + gone, "a.tmp-" + gone + "-x", std::string("a.tmp-0-1")})
    std::ofstream(folder / name) << "{";
  fs::create_symlink("a.json", folder / ("link.tmp-" + gone + "-1"));

  ASSERT_TRUE(remove_unfinished_files(folder.string()));
  std::set<std::string> left;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) left.insert(entry.path().filename().string());
  EXPECT_THAT(left, UnorderedElementsAre("documents", "a.json", "a.json.tmp-" + here + "-0", "notes.tmp-" + gone, "a.tmp-" + gone + "-x",
                                         "a.tmp-0-1", "link.tmp-" + gone + "-1"));
  EXPECT_TRUE(remove_unfinished_files((folder / "nowhere").string())) << "no folder, nothing left in it";
  fs::remove_all(folder);
}

}  // namespace
}  // namespace grove
