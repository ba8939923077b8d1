#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <thread>

#include "corpus/writer_lock.h"
#include "serve/testing/raw_client.h"
#include "tests/e2e/program.h"

// `grove watch` and `grove serve --watch` beside people, editors and Git that change files.
namespace grove::e2e {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using std::chrono::milliseconds;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Watched : public ::testing::Test {
 protected:
  void SetUp() override {
    world_.set("GROVE_VECTORS", "false");
    world_.write("shop/auth/service.py", kService);
  }
  void TearDown() override {
    if (running_) end(SIGINT);
  }

  void start(std::vector<std::string> options = {"shop"}) {
    options.insert(options.begin(), "watch");
    running_.emplace(world_.start(options));
    EXPECT_TRUE(comes([&] { return running_->error_output().find(": watching ") != std::string::npos; }));
    EXPECT_TRUE(comes([&] { return search("verify_token")["stale"] == false; }));
  }
  Outcome end(int signal) {
    running_->signal(signal);
    Outcome outcome = running_->wait();
    running_.reset();
    return outcome;
  }

  static bool comes(const std::function<bool()>& condition, milliseconds patience = std::chrono::seconds(40)) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(milliseconds(20));
    }
    return true;
  }
  std::string repositories() const { return world_.run({"--json", "list"}).output; }
  json search(const std::string& name) const { return world_.run({"--json", "search", name, "--mode", "keyword", "--limit", "50"}).json(); }
  bool finds(const std::string& name, const std::string& path) const {
    const json answer = search(name);
    for (const json& hit : answer["results"])
      if (hit["path"] == path && hit["name"] == name) return true;
    return false;
  }
  void write_function(const std::string& path, const std::string& name) const { world_.write(path, "def " + name + "():\n    return 1\n"); }
  /// Saves a function and waits until a search finds it.
  void expect_found(const std::string& path, const std::string& name) const {
    write_function("shop/" + path, name);
    EXPECT_TRUE(comes([&] { return finds(name, path); })) << path;
  }
  void git(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(),
                     {"git", "-C", "shop", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"});
    const Outcome outcome = world_.run_program(arguments);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  }

  World world_;
  std::optional<World::Running> running_;
};

using WatchedSlow = Watched;

TEST_F(Watched, ASaveIsFoundAndToldAndAnInterruptEndsIt) {
  start();
  expect_found("new.py", "brand_new_thing");
  fs::remove(world_.path("shop/new.py"));
  EXPECT_TRUE(comes([&] { return !finds("brand_new_thing", "new.py"); }));
  const Outcome outcome = end(SIGINT);
  EXPECT_EQ(outcome.exit_code, 130);
  EXPECT_EQ(outcome.output, "");
  EXPECT_THAT(outcome.error_output, HasSubstr("shop: watching " + world_.path("shop")));
  EXPECT_THAT(outcome.error_output, HasSubstr("shop: 1 file in "));
}

TEST_F(Watched, SIGTERMEndsItToo) {
  start();
  EXPECT_EQ(end(SIGTERM).exit_code, 130);
}

TEST_F(Watched, UntilAChangeIsIndexedAnswersSayStale) {
  world_.set("GROVE_WATCH_DEBOUNCE", "5s");
  start();
  write_function("shop/new.py", "brand_new_thing");
  json answer;
  EXPECT_TRUE(comes([&] { return (answer = search("verify_token"))["stale"] == true; }));
  EXPECT_EQ(answer["scope"]["pending"], json({"shop"}));
  EXPECT_THAT(repositories(), HasSubstr("\"pending_changes\":true"));
  EXPECT_THAT(world_.run({"list"}).output, HasSubstr("changes pending"));
  EXPECT_THAT(world_.run({"search", "verify_token"}).error_output, HasSubstr("shop has changes that are not indexed yet"));
  EXPECT_EQ(world_.run({"--json", "definition", "verify_token"}).json()["stale"], true);
  const Outcome unknown = world_.run({"definition", "brand_new_thing"});
  EXPECT_EQ(unknown.exit_code, 3);
  EXPECT_THAT(unknown.error_output, HasSubstr("shop has changes that are not indexed yet"));
  EXPECT_TRUE(comes([&] { return finds("brand_new_thing", "new.py"); }));
  EXPECT_TRUE(comes([&] { return search("verify_token")["stale"] == false; }));
  EXPECT_EQ(world_.run({"definition", "brand_new_thing"}).exit_code, 0);
  EXPECT_FALSE(search("verify_token")["scope"].contains("pending"));
}

TEST_F(Watched, AKilledWatcherLeavesNoMarkBehind) {
  world_.set("GROVE_WATCH_DEBOUNCE", "1h");
  start();
  write_function("shop/new.py", "brand_new_thing");
  EXPECT_TRUE(comes([&] { return search("verify_token")["stale"] == true; }));
  end(SIGKILL);
  EXPECT_EQ(search("verify_token")["stale"], false);
  EXPECT_EQ(world_.run({"index", "shop"}).exit_code, 0);
  EXPECT_TRUE(finds("brand_new_thing", "new.py"));
}

TEST_F(Watched, FoldersThatAreRenamedAndEditorsThatSaveByRenaming) {
  start();
  expect_found("lib/deep/a.py", "deep_thing");
  fs::rename(world_.path("shop/lib"), world_.path("shop/moved"));
  EXPECT_TRUE(comes([&] { return finds("deep_thing", "moved/deep/a.py") && !finds("deep_thing", "lib/deep/a.py"); }));
  expect_found("moved/deep/a.py", "edited_after_the_move");

  write_function("shop/.b.py.swp", "saved_by_renaming");
  fs::rename(world_.path("shop/.b.py.swp"), world_.path("shop/b.py"));
  EXPECT_TRUE(comes([&] { return finds("saved_by_renaming", "b.py"); }));
  fs::rename(world_.path("shop/b.py"), world_.path("shop/b.py~"));
  write_function("shop/b.py", "saved_with_a_backup");
  fs::remove(world_.path("shop/b.py~"));
  EXPECT_TRUE(comes([&] { return finds("saved_with_a_backup", "b.py"); }));
}

TEST_F(Watched, FilesThatVanishWhileTheyAreReadDoNoHarm) {
  start();
  for (int i = 0; i < 400; ++i) {
    write_function("shop/gone/" + std::to_string(i) + ".py", "fleeting_" + std::to_string(i));
    if (i % 2 == 0) fs::remove(world_.path("shop/gone/" + std::to_string(i) + ".py"));
    if (i % 40 == 0) std::this_thread::sleep_for(milliseconds(60));
  }
  fs::remove_all(world_.path("shop/gone"));
  expect_found("left.py", "what_is_left");
  EXPECT_TRUE(comes([&] { return search("what_is_left")["stale"] == false; }));
  EXPECT_EQ(json::parse(repositories())["repositories"][0]["files"], 2);
}

TEST_F(Watched, TheFolderMayGoAndComeBack) {
  start();
  fs::rename(world_.path("shop"), world_.path("away"));
  EXPECT_TRUE(comes([&] { return repositories().find("missing_folder") != std::string::npos; }));
  EXPECT_FALSE(search("verify_token")["results"].empty());
  write_function("away/while_away.py", "written_elsewhere");
  fs::rename(world_.path("away"), world_.path("shop"));
  EXPECT_TRUE(comes([&] { return finds("written_elsewhere", "while_away.py"); }));
  fs::remove_all(world_.path("shop"));
  expect_found("again.py", "made_anew");
  EXPECT_TRUE(comes([&] { return search("verify_token")["results"].empty(); }));
  expect_found("further.py", "and_edited");
}

TEST_F(Watched, ABranchSwitchAndACommitAreFollowed) {
  git({"init", "-q"});
  git({"add", "-A"});
  git({"commit", "-qm", "one"});
  start();
  git({"checkout", "-q", "-b", "side"});
  expect_found("side.py", "only_on_the_side");
  git({"add", "-A"});
  git({"commit", "-qm", "two"});
  std::string head = world_.run_program({"git", "-C", "shop", "rev-parse", "HEAD"}).output;
  head.pop_back();
  EXPECT_TRUE(comes([&] { return repositories().find(head) != std::string::npos; }));
  git({"checkout", "-q", "main"});
  EXPECT_TRUE(comes([&] { return !finds("only_on_the_side", "side.py"); }));
  git({"checkout", "-q", "side"});
  EXPECT_TRUE(comes([&] { return finds("only_on_the_side", "side.py"); }));
}

TEST_F(WatchedSlow, ABranchSwitchOfTenThousandFilesIsFollowed) {
  git({"init", "-q"});
  git({"add", "-A"});
  git({"commit", "-qm", "one"});
  git({"checkout", "-q", "-b", "many"});
  for (int i = 0; i < 10'000; ++i)
    write_function("shop/many/" + std::to_string(i % 100) + "/f" + std::to_string(i) + ".py", "thing_" + std::to_string(i));
  git({"add", "-A"});
  git({"commit", "-qm", "many"});
  git({"checkout", "-q", "main"});
  start();
  const auto patience = std::chrono::seconds(240);
  git({"checkout", "-q", "many"});
  EXPECT_TRUE(comes([&] { return finds("thing_9999", "many/99/f9999.py") && search("thing_1")["stale"] == false; }, patience));
  EXPECT_EQ(json::parse(repositories())["repositories"][0]["files"], 10'001);
  git({"checkout", "-q", "main"});
  EXPECT_TRUE(comes([&] { return json::parse(repositories())["repositories"][0]["files"] == 1; }, patience));
}

TEST_F(Watched, ManyRepositoriesAtOnce) {
  std::vector<std::string> names;
  for (int i = 0; i < 12; ++i) {
    names.push_back("r" + std::to_string(i));
    write_function(names.back() + "/a.py", "first_of_" + names.back());
  }
  names.emplace_back("shop");
  start(names);
  for (int i = 0; i < 12; ++i) write_function("r" + std::to_string(i) + "/b.py", "second_of_r" + std::to_string(i));
  for (int i = 0; i < 12; ++i) EXPECT_TRUE(comes([&] { return finds("second_of_r" + std::to_string(i), "b.py"); })) << i;
}

TEST_F(Watched, WhereTheLimitOfFoldersIsReachedItPollsAndSaysSo) {
  world_.set("GROVE_WATCH_MAX_FOLDERS", "1");
  world_.set("GROVE_WATCH_POLL_INTERVAL", "50ms");
  start();
  expect_found("auth/new.py", "found_by_polling");
  EXPECT_THAT(end(SIGINT).error_output, HasSubstr("changes are looked for every 0.05 s: there are more than 1 folders to watch"));
}

TEST_F(Watched, PollingCanBeAskedFor) {
  world_.set("GROVE_WATCH_POLL_INTERVAL", "50ms");
  start({"shop", "--poll", "--debounce", "50ms"});
  expect_found("auth/new.py", "found_by_polling");
  EXPECT_THAT(end(SIGINT).error_output, HasSubstr("as asked for"));
}

TEST_F(Watched, WhatHoldsTheLockIsNamedWithExitCodeFour) {
  start();
  const Outcome second = world_.run({"--json", "watch", "shop"});
  EXPECT_EQ(second.exit_code, 4);
  EXPECT_EQ(second.json()["error"]["code"], "locked");
  EXPECT_THAT(second.error_output, HasSubstr("process " + std::to_string(running_->pid()) + " is watching shop"));
  end(SIGINT);
  const std::string id = json::parse(repositories())["repositories"][0]["id"];
  const auto lock = corpus::WriterLock::acquire(world_.data() + "/repos/" + id, "indexing shop");
  ASSERT_TRUE(lock);
  const Outcome locked = world_.run({"watch", "shop"});
  EXPECT_EQ(locked.exit_code, 4);
  EXPECT_THAT(locked.error_output, HasSubstr("process " + std::to_string(::getpid()) + " is indexing shop"));
}

TEST_F(Watched, AWriterThatComesLaterIsWaitedForAndThatIsTold) {
  start();
  const std::string id = json::parse(repositories())["repositories"][0]["id"];
  auto lock = corpus::WriterLock::acquire(world_.data() + "/repos/" + id, "indexing shop");
  for (int i = 0; i < 200 && !lock; ++i) {
    std::this_thread::sleep_for(milliseconds(10));
    lock = corpus::WriterLock::acquire(world_.data() + "/repos/" + id, "indexing shop");
  }
  ASSERT_TRUE(lock);
  write_function("shop/new.py", "found_later");
  std::this_thread::sleep_for(std::chrono::seconds(2));
  EXPECT_EQ(search("found_later")["stale"], true);
  lock->reset();
  EXPECT_TRUE(comes([&] { return finds("found_later", "new.py"); }));
  EXPECT_THAT(end(SIGINT).error_output, HasSubstr("shop: waits: "));
}

TEST_F(Watched, WhatCannotBeWatchedIsAnErrorWithItsExitCode) {
  EXPECT_EQ(world_.run({"watch"}).exit_code, 3);
  EXPECT_EQ(world_.run({"watch", "nowhere"}).exit_code, 3);
  git({"init", "-q"});
  git({"add", "-A"});
  git({"commit", "-qm", "one"});
  ASSERT_EQ(world_.run({"add", "far", "file://" + world_.path("shop")}).exit_code, 0);
  const Outcome clone = world_.run({"watch", "far"});
  EXPECT_EQ(clone.exit_code, 2);
  EXPECT_THAT(clone.error_output, HasSubstr("grove sync far"));
}

/// What a process has used of processors, in clock ticks.
long ticks_of(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::istringstream fields(text.substr(text.rfind(')') + 2));
  std::vector<std::string> values{std::istream_iterator<std::string>(fields), {}};
  return values.size() < 13 ? 0 : std::stol(values[11]) + std::stol(values[12]);
}

class ServingWatched : public Watched {
 protected:
  void serve() {
    running_.emplace(world_.start({"--json", "serve", "--watch", "--port", "0"}));
    const json where = json::parse(running_->read_line(), nullptr, false);
    ASSERT_TRUE(where.is_object());
    const std::string url = where["url"];
    port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  json call(std::string_view method, std::string_view target) {
    serve::RawClient client(port_);
    client.send(serve::http_request(method, target, "", ""));
    return json::parse(client.receive().value_or(serve::RawAnswer{}).body, nullptr, false);
  }
  /// Jobs of this kind that are over.
  std::size_t ended_jobs() {
    std::size_t count = 0;
    const json jobs = call("GET", "/api/v1/jobs");
    for (const json& job : jobs["jobs"]) count += job["kind"] == "watch" && job["state"] == "done" ? 1 : 0;
    return count;
  }
  std::uint16_t port_ = 0;
};

TEST_F(ServingWatched, FollowsWhatIsRegisteredAndEndsWithZero) {
  ASSERT_EQ(world_.run({"index", "shop"}).exit_code, 0);
  serve();
  expect_found("new.py", "brand_new_thing");
  EXPECT_TRUE(comes([&] { return ended_jobs() >= 1; }));
  write_function("other/x.py", "in_another_repository");
  ASSERT_EQ(world_.run({"index", "other"}).exit_code, 0);
  EXPECT_TRUE(comes([&] { return running_->error_output().find("other: watching ") != std::string::npos; }));
  write_function("other/y.py", "in_what_came_later");
  EXPECT_TRUE(comes([&] { return finds("in_what_came_later", "y.py"); }));
  EXPECT_TRUE(comes([&] { return world_.run({"remove", "other"}).exit_code == 0; }));  // the job that found it may be at work
  write_function("other/z.py", "nobody_looks");
  expect_found("last.py", "last_thing");
  const Outcome outcome = end(SIGTERM);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.error_output, HasSubstr("shop: 1 file in "));
}

TEST_F(ServingWatched, ItsOwnWritesAreNoChangesAndItRestsWhenNothingChanges) {
  world_.set("GROVE_HOME", world_.path("shop/.grove"));
  ASSERT_EQ(world_.run({"index", "shop"}).exit_code, 0);
  serve();
  expect_found("new.py", "brand_new_thing");
  EXPECT_TRUE(comes([&] { return search("brand_new_thing")["stale"] == false; }));
  const std::size_t jobs = ended_jobs();
  const long before = ticks_of(running_->pid());
  std::this_thread::sleep_for(std::chrono::seconds(3));
  EXPECT_EQ(ended_jobs(), jobs);
  EXPECT_LT(ticks_of(running_->pid()) - before, sysconf(_SC_CLK_TCK));
}

TEST_F(ServingWatched, WaitsForAnotherWatcherToEnd) {
  start();
  World::Running first = std::move(*running_);
  serve();
  std::this_thread::sleep_for(milliseconds(300));
  first.signal(SIGKILL);
  first.wait();
  EXPECT_TRUE(comes([&] { return ended_jobs() >= 1; }));
  expect_found("new.py", "brand_new_thing");
  EXPECT_THAT(end(SIGTERM).error_output, HasSubstr("is watching shop since"));
}

}  // namespace
}  // namespace grove::e2e
