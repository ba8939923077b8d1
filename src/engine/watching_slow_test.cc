#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "base/text.h"
#include "corpus/corpus.h"
#include "engine/engine.h"
#include "engine/watching.h"
#include "ingest/testing/folder_edits.h"
#include "ingest/testing/repository_state.h"

// Random edits of a real folder under watch, against indexes made from nothing.
namespace grove::engine {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

/// Without what is said of links: that something else appears where one leads to is no change of the link.
std::string without_links(const std::string& state) {
  std::string rest;
  for (const std::string_view line : split(state, '\n'))
    if (line.find(" a symbolic link") == std::string_view::npos) rest += std::string(line) + "\n";
  return rest;
}

class WatchedFolder : public ::testing::TestWithParam<source::WatchRequest::Method> {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "grove-watching-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    fs::create_directories(root());
    engine_ = *Engine::open(options("watched"));
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string root() const { return folder_ + "/root"; }
  EngineOptions options(const std::string& data) const {
    EngineOptions options;
    options.data_directory = folder_ + "/" + data;
    options.vectors = false;
    return options;
  }
  std::string state_in(const std::string& data, const std::string& id) const {
    const std::string directory = folder_ + "/" + data + "/repos/" + id;
    const auto corpus = corpus::Corpus::open(directory, corpus::Corpus::Access::kRead);
    if (!corpus) return describe(corpus.error());
    return without_links(ingest::describe_corpus(**corpus, ingest::FileTimes::kHidden)) + ingest::describe_index(directory + "/index", {});
  }
  std::string fresh_state() const {
    fs::remove_all(folder_ + "/fresh");
    const auto engine = *Engine::open(options("fresh"));
    NullProgress progress;
    const auto repository = engine->add({.location = root()}, progress, CancelToken());
    EXPECT_TRUE(repository && engine->index({.repository = repository->id}, progress, CancelToken()));
    return state_in("fresh", repository->id);
  }
  /// Nothing was pending for a while: longer than a change takes to be noticed.
  void settle(milliseconds notice) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    auto quiet_since = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(milliseconds(10));
      const auto state = engine_->repository("root");
      if (!state || state->has_pending_changes) quiet_since = std::chrono::steady_clock::now();
      if (std::chrono::steady_clock::now() - quiet_since > notice) return;
    }
    FAIL() << "changes are pending for a minute";
  }

  std::string folder_;
  std::unique_ptr<Engine> engine_;
};

TEST_P(WatchedFolder, AfterAnyEditsItsIndexIsThatOfAFreshRun) {
  ingest::FolderEdits edits(root(), 23);
  for (int i = 0; i < 20; ++i) edits.apply_one();
  NullProgress progress;
  const auto repository = engine_->add({.location = root()}, progress, CancelToken());
  ASSERT_TRUE(repository) << describe(repository.error());
  Jobs jobs({});
  WatchOptions options{.debounce = milliseconds(30), .method = GetParam(), .poll_interval = milliseconds(30)};
  Watching watching({.engine = *engine_, .jobs = jobs, .options = options});
  ASSERT_TRUE(watching.add(repository->id));
  for (int round = 0; round < 24; ++round) {
    for (int edit = 0; edit <= round % 8; ++edit) {
      edits.apply_one();
      if (edit % 3 == 2) std::this_thread::sleep_for(milliseconds(round));
    }
    settle(milliseconds(400));
    ASSERT_EQ(ingest::first_difference(state_in("watched", repository->id), fresh_state()), "")
        << "round " << round << " ended with: " << edits.last();
  }
  watching.stop();
}

INSTANTIATE_TEST_SUITE_P(Methods, WatchedFolder,
                         ::testing::Values(source::WatchRequest::Method::kEvents, source::WatchRequest::Method::kPolling),
                         [](const auto& info) { return info.param == source::WatchRequest::Method::kEvents ? "ByEvents" : "ByPolling"; });

}  // namespace
}  // namespace grove::engine
