// A full disk, read errors and interruptions in the middle of a run with real parsers, a real corpus and real segments: what was there
// answers as before, the message says what to do, and the same command afterwards leads to the state of an undisturbed run.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "corpus/corpus.h"
#include "corpus/unfinished_mark.h"
#include "index/testing/failing_calls.h"
#include "ingest/run.h"
#include "ingest/testing/repository_state.h"

namespace grove::ingest {
namespace {

namespace fs = std::filesystem;
using index::testing::FailingCalls;
using ::testing::HasSubstr;
using ::testing::Not;

/// Vectors made behind the words, one component for each kind of passage.
class SlowEmbedder final : public inference::Embedder {
 public:
  SlowEmbedder() { info_ = {.provider = "fake", .model = "m", .dimensions = 4, .fingerprint = "1"}; }
  const inference::EmbedderInfo& info() const override { return info_; }
  bool is_immediate() const override { return false; }
  Status embed_query(std::string_view, std::span<float>, const CancelToken&) override { return {}; }
  Status embed_passages(std::span<const inference::Passage> passages, std::span<float> out, const CancelToken& cancel) override {
    for (std::size_t i = 0; i < passages.size(); ++i) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      if (embedded++ == cancel_at) cancel.cancel();
      out[i * 4] = static_cast<float>(passages[i].code.size() + 1);
      out[i * 4 + 1] = static_cast<float>(passages[i].code.front());
    }
    return {};
  }

  int embedded = 0;
  int cancel_at = -1;

 private:
  inference::EmbedderInfo info_;
};

index::VectorSpace space_of(const inference::Embedder* embedder) {
  if (embedder == nullptr) return {};
  const inference::EmbedderInfo& info = embedder->info();
  return {.provider = info.provider, .model = info.model, .dimensions = info.dimensions, .fingerprint = info.fingerprint};
}

class IngestFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "grove-faults-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    for (int i = 0; i < 8; ++i) write("src/f" + std::to_string(i) + ".py", i);
    write("README.md", 0);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, int number) const {
    const fs::path path = fs::path(folder_) / "root" / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "# about " << number << "\n\ndef work_" << number << "(order):\n    return order + " << number << "\n\n\n"
                        << "def rest_" << number << "(order):\n    return work_" << number << "(order)\n";
  }
  /// One file changed, one gone, one new.
  void edit() const {
    write("src/f1.py", 100);
    fs::remove(fs::path(folder_) / "root/src/f2.py");
    write("src/new.py", 200);
  }

  IngestRequest request(const std::string& name, inference::Embedder* embedder = nullptr) const {
    IngestRequest request;
    request.repository = {.id = name, .name = "shop", .root = folder_ + "/root"};
    request.directory = folder_ + "/" + name;
    request.embedder = embedder;
    request.threads = 2;
    return request;
  }
  static Result<IngestReport> run(const IngestRequest& request, const FileCalls& calls, const CancelToken& cancel = {}) {
    Tools tools = real_tools();
    tools.segment_bytes = 1;  // a segment a file, so that there is much to fail
    tools.open_index = [&calls](const std::string& directory, const index::VectorSpace& space) {
      index::IndexOptions options;
      options.calls = &calls;
      return index::IndexWriter::open_with(directory, space, options);
    };
    NullProgress progress;
    return run_ingest(request, tools, progress, cancel);
  }
  static void run_well(const IngestRequest& request) {
    const FailingCalls calls(1'000'000);
    const auto report = run(request, calls);
    ASSERT_TRUE(report) << describe(report.error());
  }
  void copy_state(const std::string& from, const std::string& to) const {
    fs::remove_all(folder_ + "/" + to);
    fs::copy(folder_ + "/" + from, folder_ + "/" + to, fs::copy_options::recursive);
  }
  std::string state(const std::string& name, inference::Embedder* embedder = nullptr) const {
    const std::string directory = folder_ + "/" + name;
    const auto corpus = corpus::Corpus::open(directory, corpus::Corpus::Access::kRead);
    if (!corpus) return describe(corpus.error());
    std::string state =
        describe_corpus(**corpus, FileTimes::kHidden) + describe_index(directory + "/index", space_of(embedder)) + "vectors ";
    for (const auto& entry : fs::directory_iterator(directory + "/index"))
      if (entry.path().extension() == ".vec") state += to_hex(sha256(read_file(entry.path().string()).value()));
    return state;
  }
  /// Whether the published index can be read and holds whole files, as they were or as they are.
  void expect_sound_index(const std::string& name) const {
    const std::string directory = folder_ + "/" + name + "/index";
    const auto index = index::open_index(directory, {});
    ASSERT_TRUE(index) << describe(index.error());
    EXPECT_TRUE(index::verify_index(directory));
    for (const char* path : {"src/f0.py", "src/f7.py", "README.md"})
      EXPECT_THAT((*index)->units_of(path), Not(::testing::IsEmpty())) << path;
  }

  std::string folder_;
};

TEST_F(IngestFaults, WhereverTheDiskIsFullTheOldIndexAnswersAndTheNextRunCompletesIt) {
  run_well(request("before"));
  edit();
  run_well(request("fresh"));
  const std::string expected = state("fresh");
  bool finished = false;
  int marks = 0;
  for (int good = 0; !finished; ++good) {
    ASSERT_LT(good, 200);
    copy_state("before", "full");
    const FailingCalls calls(good);
    const auto report = run(request("full"), calls);
    finished = report.has_value();
    EXPECT_EQ(finished, !calls.failed());
    if (!finished) {
      EXPECT_EQ(report.error().code, ErrorCode::kResourceLimit) << describe(report.error());
      EXPECT_THAT(report.error().hint, HasSubstr("free some disk space"));
    }
    expect_sound_index("full");
    const bool marked = corpus::UnfinishedMark::is_up(request("full").directory);
    EXPECT_FALSE(marked && finished);
    marks += marked ? 1 : 0;
    run_well(request("full"));
    EXPECT_FALSE(corpus::UnfinishedMark::is_up(request("full").directory));
    ASSERT_EQ(first_difference(state("full"), expected), "") << "failing after " << good;
  }
  EXPECT_GT(marks, 3) << "what such a run left says so";
}

TEST_F(IngestFaults, AFullDiskUnderTheCorpusLosesNothingEither) {
  run_well(request("before"));
  edit();
  for (int i = 20; i < 60; ++i) write("more/f" + std::to_string(i) + ".py", i);
  run_well(request("fresh"));
  const std::string expected = state("fresh");
  int failures = 0;
  for (const rlim_t limit : {1'000, 5'000, 20'000, 60'000, 70'000, 90'000, 120'000}) {
    copy_state("before", "full");
    const pid_t child = fork();
    if (child == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit small{limit, limit};
      setrlimit(RLIMIT_FSIZE, &small);
      const FailingCalls calls(1'000'000);
      const auto report = run(request("full"), calls);
      _exit(report ? 0 : !report.error().hint.empty() ? 1 : 2);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) <= 1) << "limit " << limit;
    failures += WEXITSTATUS(status);
    expect_sound_index("full");
    run_well(request("full"));
    ASSERT_EQ(first_difference(state("full"), expected), "") << "limit " << limit;
  }
  EXPECT_GE(failures, 3);
}

TEST_F(IngestFaults, AnUnreadableIndexIsBuiltAgainFromWhatIsKnown) {
  run_well(request("fresh"));
  const std::string expected = state("fresh");
  copy_state("fresh", "broken");
  const index::testing::UnreadableFiles calls(".seg", EIO);
  EXPECT_FALSE(run(request("broken"), calls));  // nor can it read what it writes
  run_well(request("broken"));
  EXPECT_EQ(first_difference(state("broken"), expected), "");
}

TEST_F(IngestFaults, InterruptedVectorsAreContinuedAndComeOutTheSame) {
  SlowEmbedder whole;
  run_well(request("whole", &whole));
  const std::string expected = state("whole", &whole);
  EXPECT_THAT(expected, Not(::testing::EndsWith("vectors ")));
  for (int cancel_at = 0; cancel_at < whole.embedded; cancel_at += 4) {
    fs::remove_all(folder_ + "/again");
    SlowEmbedder embedder;
    embedder.cancel_at = cancel_at;
    const FailingCalls calls(1'000'000);
    const auto report = run(request("again", &embedder), calls);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::kCancelled);
    expect_sound_index("again");
    run_well(request("again", &embedder));
    ASSERT_EQ(first_difference(state("again", &embedder), expected), "") << "cancelled at " << cancel_at;
    EXPECT_LE(embedder.embedded, whole.embedded + 3);  // at most the file at hand once more
  }
}

TEST_F(IngestFaults, AFullDiskWhileVectorsAreFilledInIsSaidAndMadeUpFor) {
  SlowEmbedder embedder;
  run_well(request("whole", &embedder));
  const std::string expected = state("whole", &embedder);
  run_well(request("words"));
  bool finished = false;
  for (int good = 0; !finished; good += 3) {
    ASSERT_LT(good, 200);
    copy_state("words", "full");
    const FailingCalls calls(good);
    const auto report = run(request("full", &embedder), calls);
    finished = report.has_value();
    if (!finished) {
      EXPECT_EQ(report.error().code, ErrorCode::kResourceLimit);
    }
    expect_sound_index("full");
    run_well(request("full", &embedder));
    ASSERT_EQ(first_difference(state("full", &embedder), expected), "") << "failing after " << good;
  }
}

}  // namespace
}  // namespace grove::ingest
