#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "base/file.h"
#include "corpus/corpus.h"
#include "graph/testing/describe_graph.h"
#include "inference/open_embedder.h"
#include "ingest/ingest.h"
#include "ingest/testing/folder_edits.h"
#include "ingest/testing/repository_state.h"

/// Real files, real parsers, real segments, real processes.
namespace grove::ingest {
namespace {

namespace fs = std::filesystem;

class RepositoryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "grove-ingest-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    root_ = folder_ + "/root";
    fs::create_directories(root_);
    embedder_ = inference::open_embedder({}, CancelToken()).value();
  }
  void TearDown() override { fs::remove_all(folder_); }

  IngestRequest request(const std::string& name) {
    IngestRequest request;
    request.repository = {.id = name, .name = "shop", .root = root_};
    request.directory = folder_ + "/" + name;
    request.embedder = embedder_.get();
    request.threads = 2;
    return request;
  }

  IngestReport run(const std::string& name) {
    NullProgress progress;
    const auto report = ingest(request(name), progress, CancelToken());
    EXPECT_TRUE(report) << describe(report.error());
    return report.value_or(IngestReport{});
  }

  std::string state(const std::string& name) {
    const auto corpus = corpus::Corpus::open(request(name).directory, corpus::Corpus::Access::kRead);
    if (!corpus) return describe(corpus.error());
    const inference::EmbedderInfo& info = embedder_->info();
    const auto graph = graph::open_graph(request(name).directory + "/graph");
    if (!graph) return describe(graph.error());
    return describe_corpus(**corpus, FileTimes::kHidden) + graph::describe_graph(**graph) +
           describe_index(request(name).directory + "/index", {info.provider, info.model, info.dimensions, info.fingerprint});
  }

  /// Ingests in a process of its own and kills it after a while. True if it came to its end before.
  bool run_and_kill(const std::string& name, std::chrono::microseconds after) {
    const pid_t child = fork();
    if (child == 0) {
      NullProgress progress;
      _exit(ingest(request(name), progress, CancelToken()) ? 0 : 1);
    }
    std::this_thread::sleep_for(after);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFEXITED(status);
  }

  std::string folder_, root_;
  std::unique_ptr<inference::ResidentEmbedder> embedder_;
};

using KilledRun = RepositoryTest;
using EditedRepository = RepositoryTest;

TEST_F(KilledRun, KilledAtAnyMomentsItComesToTheEndOfAnUninterruptedRun) {
  fs::copy(fs::path(GROVE_SOURCE_DIR) / "src", root_, fs::copy_options::recursive);
  fs::copy(fs::path(GROVE_SOURCE_DIR) / "samples", root_ + "/samples", fs::copy_options::recursive);
  run("whole");
  const std::string whole = state("whole");
  std::mt19937 random(1);
  for (int round = 0; round < 6; ++round) {
    const std::string name = "killed-" + std::to_string(round);
    int kills = 0;
    while (kills < 200 && !run_and_kill(name, std::chrono::microseconds(random() % (20'000 * (1 + kills / 4))))) ++kills;
    run(name);
    RecordProperty("kills_" + std::to_string(round), kills);
    ASSERT_EQ(first_difference(state(name), whole), "") << "after " << kills << " kills";
    fs::remove_all(request(name).directory);
  }
}

TEST_F(EditedRepository, TwoHundredSequencesOfEditsLeadToTheStateOfAFreshRun) {
  FolderEdits edits(root_, 7);
  for (int i = 0; i < 30; ++i) edits.apply_one();
  run("edited");
  for (int sequence = 0; sequence < 200; ++sequence) {
    for (int edit = 0; edit <= sequence % 6; ++edit) edits.apply_one();
    run("edited");
    fs::remove_all(request("fresh").directory);
    run("fresh");
    ASSERT_EQ(first_difference(state("edited"), state("fresh")), "") << "sequence " << sequence << " ended with: " << edits.last();
  }
}

TEST_F(EditedRepository, NamingTheEditedFilesLeadsToTheSameState) {
  FolderEdits edits(root_, 11);
  for (int i = 0; i < 30; ++i) edits.apply_one();
  run("edited");
  for (int sequence = 0; sequence < 40; ++sequence) {
    edits.apply_one();
    NullProgress progress;
    const auto report = ingest_paths(request("edited"), edits.touched(), progress, CancelToken());
    ASSERT_TRUE(report) << describe(report.error());
    fs::remove_all(request("fresh").directory);
    run("fresh");
    ASSERT_EQ(first_difference(state("edited"), state("fresh")), "") << "sequence " << sequence << " ended with: " << edits.last();
  }
}

}  // namespace
}  // namespace grove::ingest
