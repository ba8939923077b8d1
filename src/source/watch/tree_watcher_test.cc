#include "source/watch/tree_watcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <random>
#include <thread>

#include "source/testing/folder.h"

// Real folders and real Git, by events and by polling alike.
namespace grove::source {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using testing::SourceFolder;
using Method = WatchRequest::Method;

constexpr milliseconds kPatience{20'000};
constexpr milliseconds kQuiet{150};

class WatchedFolder {
 public:
  explicit WatchedFolder(Method method) : method_(method) { fs::create_directory(root()); }

  std::string root() const { return outer_ / "root"; }
  std::string path(std::string_view name) const { return root() + "/" + std::string(name); }
  void write(std::string_view name, std::string_view text) const { outer_.write("root/" + std::string(name), text); }
  std::string git(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"-C", "root"});
    return outer_.git(arguments);
  }
  void commit_all() const {
    git({"add", "-A"});
    git({"commit", "-q", "--allow-empty", "-m", "all"});
  }
  const SourceFolder& outer() const { return outer_; }

  WatchRequest request() const { return {.root = root(), .except = except, .method = method_, .poll_interval = milliseconds(20)}; }
  void watch() {
    const auto signal = std::make_shared<WakeSignal>();
    auto watcher = method_ == Method::kEvents ? open_event_watcher(request(), signal) : open_polling_watcher(request(), signal);
    ASSERT_TRUE(watcher) << describe(watcher.error());
    watcher_ = *std::move(watcher);
  }
  TreeWatcher& watcher() { return *watcher_; }

  /// All that happened until it is what is waited for.
  TreeChanges until(const std::function<bool(const TreeChanges&)>& is_enough) {
    TreeChanges all;
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (!is_enough(all) && std::chrono::steady_clock::now() < deadline) {
      auto changes = watcher_->wait(kPatience);
      if (!changes) {
        ADD_FAILURE() << describe(changes.error());
        return all;
      }
      all.add(*std::move(changes));
    }
    EXPECT_TRUE(is_enough(all)) << "it did not come";
    return all;
  }
  TreeChanges until_told(const std::string& path) {
    return until([&](const TreeChanges& all) { return all.everything || all.paths.contains(path); });
  }
  TreeChanges in_a_while() {
    TreeChanges all;
    const auto deadline = std::chrono::steady_clock::now() + kQuiet;
    while (std::chrono::steady_clock::now() < deadline) {
      if (auto changes = watcher_->wait(milliseconds(20))) all.add(*std::move(changes));
    }
    return all;
  }

  std::string except;

 private:
  Method method_;
  SourceFolder outer_;
  std::unique_ptr<TreeWatcher> watcher_;
};

class TreeWatcherTest : public ::testing::TestWithParam<Method> {
 protected:
  void SetUp() override {
    tree_.write("a.c", "int a;");
    tree_.write("src/b.c", "int b;");
    tree_.write("src/deep/c.c", "int c;");
  }
  WatchedFolder tree_{GetParam()};
};

TEST_P(TreeWatcherTest, NamesWhatIsSavedNewAndRemovedAndNothingElse) {
  tree_.watch();
  EXPECT_FALSE(tree_.in_a_while().any());
  tree_.write("a.c", "int changed;");
  EXPECT_THAT(tree_.until_told("a.c").paths, ::testing::ElementsAre("a.c"));
  tree_.write("src/deep/new.c", "int n;");
  EXPECT_THAT(tree_.until_told("src/deep/new.c").paths, ::testing::ElementsAre("src/deep/new.c"));
  fs::remove(tree_.path("src/b.c"));
  EXPECT_THAT(tree_.until_told("src/b.c").paths, ::testing::ElementsAre("src/b.c"));
  EXPECT_FALSE(tree_.in_a_while().any());
}

TEST_P(TreeWatcherTest, NamesAFileThatAnEditorSavesByRenaming) {
  tree_.watch();
  tree_.write(".a.c.tmp", "int renamed;");
  fs::rename(tree_.path(".a.c.tmp"), tree_.path("a.c"));
  tree_.until_told("a.c");
  fs::rename(tree_.path("a.c"), tree_.path("a.c~"));  // keeps the old one, writes a new one
  tree_.write("a.c", "int written_anew;");
  tree_.until_told("a.c~");
}

TEST_P(TreeWatcherTest, ARenamedFolderIsWatchedUnderItsNewName) {
  tree_.watch();
  fs::rename(tree_.path("src"), tree_.path("lib"));
  const TreeChanges renamed = tree_.until([](const TreeChanges& all) {
    return (all.paths.contains("src") || all.paths.contains("src/b.c")) && (all.paths.contains("lib") || all.paths.contains("lib/b.c"));
  });
  EXPECT_FALSE(renamed.everything);
  tree_.in_a_while();
  tree_.write("lib/deep/c.c", "int changed;");
  EXPECT_THAT(tree_.until_told("lib/deep/c.c").paths, Not(Contains(HasSubstr("src"))));
  fs::create_directory(tree_.path("src"));
  tree_.write("src/b.c", "int another;");
  tree_.until([](const TreeChanges& all) { return all.paths.contains("src") || all.paths.contains("src/b.c"); });
}

TEST_P(TreeWatcherTest, FoldersThatAppearWithAllTheyHoldAreWatched) {
  tree_.watch();
  for (int i = 0; i < 20; ++i) tree_.write("new/" + std::to_string(i) + "/x/y/z.c", "int z;");
  tree_.until([](const TreeChanges& all) { return all.paths.contains("new") || all.paths.contains("new/19/x/y/z.c"); });
  tree_.in_a_while();
  tree_.write("new/7/x/y/z.c", "int changed;");
  tree_.until_told("new/7/x/y/z.c");
  fs::remove_all(tree_.path("new"));
  tree_.until([](const TreeChanges& all) { return all.paths.contains("new") || all.paths.contains("new/7/x/y/z.c"); });
}

TEST_P(TreeWatcherTest, WhatTheRulesLeaveOutIsLeftOutUntilTheyChange) {
  tree_.write(".gitignore", "*.log\n/out/\n");
  tree_.write("out/x.c", "int x;");
  tree_.write("node_modules/m.js", "x");
  tree_.write("run.log", "1");
  tree_.watch();
  tree_.write("run.log", "22");
  tree_.write("out/x.c", "int other;");
  tree_.write("node_modules/m.js", "other");
  EXPECT_FALSE(tree_.in_a_while().any());
  tree_.write(".gitignore", "*.log\n");
  tree_.until_told(".gitignore");
  tree_.in_a_while();
  tree_.write("out/x.c", "int again;");
  tree_.until_told("out/x.c");
}

TEST_P(TreeWatcherTest, LinksAreNotFollowed) {
  fs::create_directory(tree_.outer() / "elsewhere");
  tree_.watch();
  fs::create_directory_symlink(tree_.outer() / "elsewhere", tree_.path("link"));
  tree_.until_told("link");
  tree_.outer().write("elsewhere/x.c", "int x;");
  EXPECT_FALSE(tree_.in_a_while().any());
}

TEST_P(TreeWatcherTest, WhatTheProgramItselfWritesIsNoChange) {
  tree_.except = tree_.path("src/own");
  tree_.write("src/own/data.c", "int x;");
  tree_.write("src/owner.c", "int x;");
  tree_.watch();
  tree_.write("src/own/data.c", "int other;");
  tree_.write("src/own/more/data.c", "int other;");
  EXPECT_FALSE(tree_.in_a_while().any());
  tree_.write("src/owner.c", "int other;");
  tree_.until_told("src/owner.c");
  fs::remove_all(tree_.path("src/own"));
  EXPECT_FALSE(tree_.in_a_while().any());
}

TEST_P(TreeWatcherTest, TheRootMayGoAndComeBack) {
  tree_.watch();
  fs::remove_all(tree_.root());
  tree_.until([](const TreeChanges& all) { return all.root == TreeChanges::Root::kGone; });
  EXPECT_FALSE(tree_.in_a_while().any());
  tree_.write("back.c", "int b;");
  EXPECT_TRUE(tree_.until([](const TreeChanges& all) { return all.root == TreeChanges::Root::kBack; }).everything);
  tree_.in_a_while();
  tree_.write("back.c", "int changed;");
  tree_.until_told("back.c");
}

TEST_P(TreeWatcherTest, ARootExchangedForAnotherOneIsSeen) {
  tree_.watch();
  tree_.outer().write("next/d.c", "int d;");
  fs::rename(tree_.root(), tree_.outer() / "old");
  fs::rename(tree_.outer() / "next", tree_.root());
  tree_.until([](const TreeChanges& all) { return all.everything; });
  tree_.in_a_while();
  tree_.outer().write("old/a.c", "int nobody_looks;");
  EXPECT_FALSE(tree_.in_a_while().any());
  tree_.write("d.c", "int changed;");
  tree_.until_told("d.c");
}

TEST_P(TreeWatcherTest, ACommitAndABranchSwitchAreToldAndGitsOwnFilesAreNot) {
  tree_.git({"init", "-q"});
  tree_.commit_all();
  tree_.watch();
  tree_.git({"status"});
  tree_.git({"branch", "side"});
  tree_.git({"gc", "-q"});
  EXPECT_FALSE(tree_.in_a_while().any());
  tree_.write("a.c", "int changed;");
  tree_.until_told("a.c");
  tree_.commit_all();
  const TreeChanges committed = tree_.until([](const TreeChanges& all) { return all.commit; });
  EXPECT_FALSE(committed.everything);
  EXPECT_THAT(committed.paths, IsEmpty());
  tree_.git({"checkout", "-q", "side"});
  tree_.until([](const TreeChanges& all) { return all.everything; });
}

TEST_P(TreeWatcherTest, AWaitCanBeEnded) {
  tree_.watch();
  tree_.watcher().wake();
  const auto none = tree_.watcher().wait(kPatience);
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->any());
  std::jthread other([&] { tree_.watcher().wake(); });
  EXPECT_FALSE(tree_.watcher().wait(kPatience)->any());
}

TEST_P(TreeWatcherTest, ARootThatIsNotThereYetIsWaitedFor) {
  fs::remove_all(tree_.root());
  tree_.watch();
  tree_.until([](const TreeChanges& all) { return all.root == TreeChanges::Root::kGone; });
  tree_.write("a.c", "int a;");
  tree_.until([](const TreeChanges& all) { return all.everything && all.root == TreeChanges::Root::kBack; });
}

INSTANTIATE_TEST_SUITE_P(Methods, TreeWatcherTest, ::testing::Values(Method::kEvents, Method::kPolling),
                         [](const auto& info) { return info.param == Method::kEvents ? "ByEvents" : "ByPolling"; });

TEST(EventWatcherTest, EventsThatWereLostMeanEverything) {
  WatchedFolder tree(Method::kEvents);
  tree.write("a.c", "int a;");
  tree.write("b.c", "int b;");
  tree.watch();
  tree.write("new/b.c", "int b;");
  std::uint64_t limit = 16'384;
  std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> limit;
  if (limit > 100'000) GTEST_SKIP() << "the queue holds " << limit << " events";
  // Told while nobody reads them. The same event twice in a row would count once.
  for (std::uint64_t i = 0; i <= limit; ++i)
    fs::permissions(tree.path(i % 2 == 0 ? "a.c" : "b.c"), i % 4 < 2 ? fs::perms::owner_read : fs::perms::owner_all);
  EXPECT_TRUE(tree.until([](const TreeChanges& all) { return all.everything; }).everything);
  tree.in_a_while();
  tree.write("new/b.c", "int changed;");
  tree.until_told("new/b.c");
}

TEST(EventWatcherTest, TheLimitOfWatchesIsAnErrorThatSaysWhatToDo) {
  WatchedFolder tree(Method::kEvents);
  for (const char* name : {"a/x.c", "b/x.c", "c/x.c"}) tree.write(name, "int x;");
  WatchRequest request = tree.request();
  request.most_folders = 3;
  const auto refused = open_event_watcher(request, std::make_shared<WakeSignal>());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kResourceLimit);
  EXPECT_THAT(refused.error().hint, HasSubstr("GROVE_WATCH_MAX_FOLDERS"));
}

TEST(BestWatcherTest, PollsWhereTheLimitOfWatchesIsReachedAndSaysSo) {
  WatchedFolder tree(Method::kEvents);
  for (const char* name : {"a/x.c", "b/x.c"}) tree.write(name, "int x;");
  WatchRequest request = tree.request();
  request.most_folders = 3;
  const auto watcher = open_tree_watcher(request);
  ASSERT_TRUE(watcher);
  tree.write("a/x.c", "int changed;");
  const auto by_event = (*watcher)->wait(kPatience);
  ASSERT_TRUE(by_event);
  EXPECT_THAT(by_event->paths, Contains("a/x.c"));
  EXPECT_THAT(by_event->notes, IsEmpty());

  tree.write("c/x.c", "int one_too_many;");
  const auto lost = (*watcher)->wait(kPatience);
  ASSERT_TRUE(lost) << describe(lost.error());
  EXPECT_TRUE(lost->everything);
  EXPECT_THAT(lost->notes, Contains(HasSubstr("changes are looked for every 0.02 s")));
  tree.write("c/x.c", "int changed_again;");
  const auto by_polling = (*watcher)->wait(kPatience);
  ASSERT_TRUE(by_polling);
  EXPECT_THAT(by_polling->paths, Contains("c/x.c"));
}

TEST(BestWatcherTest, PollsWhereThatIsAskedFor) {
  WatchedFolder tree(Method::kPolling);
  const auto watcher = open_tree_watcher(tree.request());
  ASSERT_TRUE(watcher);
  EXPECT_THAT((*watcher)->wait(kPatience)->notes, Contains(HasSubstr("as asked for")));
}

/// One edit at random of a few names: small enough that folders and files often take each other's place.
std::string edit(const WatchedFolder& tree, std::mt19937& random) {
  const auto any = [&](unsigned limit) { return random() % limit; };
  const auto name = [&] {
    std::string path = std::string(1, static_cast<char>('a' + any(4)));
    while (any(3) != 0) path += std::string("/") + static_cast<char>('a' + any(4));
    return path;
  };
  std::error_code ignored;
  const std::string from = name();
  const std::string to = name();
  switch (any(5)) {
    case 0: fs::rename(tree.path(from), tree.path(to), ignored); return "rename " + from + " to " + to;
    case 1: fs::remove_all(tree.path(from), ignored); return "remove " + from;
    case 2: fs::create_directories(tree.path(from), ignored); return "create " + from;
    default: break;
  }
  fs::create_directories(tree.path(from), ignored);
  if (fs::is_directory(tree.path(from))) tree.write(from + "/" + std::to_string(any(3)) + ".c", std::string(any(100), 'x'));
  return "write below " + from;
}

bool is_covered(const TreeChanges& told, std::string path) {
  if (told.everything) return true;
  for (; !path.empty(); path = fs::path(path).parent_path()) {
    if (told.paths.contains(path)) return true;
  }
  return false;
}

TEST(EventWatcherTest, TellsOfEveryFileThatAListingFindsChangedAfterRandomEdits) {
  WatchedFolder tree(Method::kEvents);
  tree.watch();
  const auto oracle = open_polling_watcher(tree.request(), std::make_shared<WakeSignal>());
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    std::string edits;
    for (unsigned i = 0; i <= random() % 6; ++i) edits += edit(tree, random) + "; ";
    const auto found = (*oracle)->wait(milliseconds(60));
    ASSERT_TRUE(found);
    const TreeChanges told = tree.until([&](const TreeChanges& all) {
      return std::ranges::all_of(found->paths, [&](const std::string& path) { return is_covered(all, path); });
    });
    ASSERT_FALSE(::testing::Test::HasFailure()) << "round " << round << ": " << edits;
  }
}

}  // namespace
}  // namespace grove::source
