#include "inference/store/model_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <random>

#include "base/file.h"
#include "base/hash.h"
#include "http/testing/test_server.h"
#include "inference/store/known_models.h"
#include "inference/store/partial_file.h"
#include "inference/testing/bert_weights.h"

namespace grove::inference {
namespace {

constexpr http::RetryPolicy kFastRetries = {
    .attempts = 3, .first_pause = std::chrono::milliseconds(2), .longest_pause = std::chrono::seconds(1)};

class CountingProgress final : public ProgressSink {
 public:
  void report(const Progress& progress) override {
    ++reports;
    if (progress.stage == "downloading") {
      EXPECT_GE(progress.done, done);
      done = progress.done;
      total = progress.total;
    }
  }
  int reports = 0;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};

class ModelStoreTest : public testing::Test {
 protected:
  ModelStoreTest()
      : folder_((std::filesystem::temp_directory_path() / ("grove_store_" + std::to_string(std::random_device{}()))).string()) {}
  ~ModelStoreTest() override { (void)remove_tree(folder_); }

  /// Serves the model's bytes, whole or from an offset; the hook may answer instead.
  http::TestServer::Handler serve(std::function<std::optional<http::TestServer::Response>(const http::TestServer::Request&)> hook = {}) {
    return [this, hook](const http::TestServer::Request& request) -> http::TestServer::Response {
      ++requests_;
      if (hook) {
        if (const auto response = hook(request)) return *response;
      }
      if (!request.target.contains(".gguf")) return {.status = 404};
      const auto range = request.headers.find("range");
      if (range == request.headers.end()) return {.body = model_};
      const std::size_t offset = std::stoul(range->second.substr(6));
      if (offset >= model_.size()) return {.status = 416};
      return {.status = 206, .body = model_.substr(offset), .headers = {range_from(offset)}};
    };
  }
  Result<StoredModel> pull(const PullRequest& request, const std::string& hub = "http://127.0.0.1:1") {
    return ModelStore(folder_, hub, kFastRetries).pull(request, progress_, {});
  }
  std::string range_from(std::size_t offset) const {
    return "Content-Range: bytes " + std::to_string(offset) + "-" + std::to_string(model_.size() - 1) + "/" + std::to_string(model_.size());
  }
  bool is_left(const std::string& file) const { return std::filesystem::exists(folder_ + "/" + file); }

  std::string folder_;
  std::string model_ = bert_gguf(random_bert(1));
  std::string hash_ = to_hex(sha256(model_));
  std::atomic<int> requests_ = 0;
  CountingProgress progress_;
};

TEST_F(ModelStoreTest, PullsAFileFromAnAddressChecksAndRecordsIt) {
  http::TestServer server(serve());
  const auto stored = pull({.source = server.url() + "/x/Tiny-Q8_0.gguf?download=true", .sha256 = hash_});
  ASSERT_TRUE(stored.has_value()) << stored.error().message;
  EXPECT_EQ(stored->name, "Tiny-Q8_0");
  EXPECT_EQ(stored->sha256, hash_);
  EXPECT_EQ(stored->bytes, model_.size());
  EXPECT_EQ(*read_file(stored->path), model_);
  EXPECT_EQ(*read_file(stored->path + ".sha256"), hash_ + "  Tiny-Q8_0.gguf\n");
  EXPECT_EQ(progress_.done, model_.size());
  EXPECT_EQ(progress_.total, model_.size());
  EXPECT_FALSE(is_left("Tiny-Q8_0.gguf.part"));
}

TEST_F(ModelStoreTest, AsksTheHubForKnownModelsByNameOrAlias) {
  std::string target;
  http::TestServer server(serve([&](const http::TestServer::Request& request) {
    target = request.target;
    return std::nullopt;
  }));
  const auto stored = pull({.source = "BAAI/bge-small-en-v1.5"}, server.url());
  ASSERT_TRUE(stored.has_value()) << stored.error().message;
  EXPECT_EQ(stored->name, "bge-small-en-v1.5");
  EXPECT_EQ(target, "/CompendiumLabs/bge-small-en-v1.5-gguf/resolve/main/bge-small-en-v1.5-q8_0.gguf");
  EXPECT_EQ(ModelStore(folder_).find("baai/BGE-small-en-v1.5")->path, stored->path);
}

TEST_F(ModelStoreTest, RefusesAKnownModelThatIsNotWhatItWas) {
  http::TestServer server(serve());
  const auto stored = pull({.source = "nomic-embed-text-v1.5"}, server.url());
  ASSERT_FALSE(stored.has_value());
  EXPECT_EQ(stored.error().code, ErrorCode::kCorrupt);
  EXPECT_TRUE(stored.error().message.contains(hash_));
  EXPECT_FALSE(is_left("nomic-embed-text-v1.5.gguf"));
  EXPECT_FALSE(is_left("nomic-embed-text-v1.5.gguf.part"));
}

TEST_F(ModelStoreTest, DownloadsNothingTwice) {
  http::TestServer server(serve());
  ASSERT_TRUE(pull({.source = server.url() + "/a.gguf"}).has_value());
  ASSERT_TRUE(pull({.source = server.url() + "/a.gguf", .sha256 = hash_}).has_value());
  EXPECT_EQ(requests_, 1);
  EXPECT_EQ(pull({.source = server.url() + "/a.gguf", .sha256 = std::string(64, '0')}).error().code, ErrorCode::kConflict);
}

TEST_F(ModelStoreTest, ResumesWhereTheConnectionBroke) {
  std::atomic<int> breaks = 0;
  http::TestServer server(serve([&](const http::TestServer::Request& request) -> std::optional<http::TestServer::Response> {
    const auto range = request.headers.find("range");
    const std::size_t offset = range == request.headers.end() ? 0 : std::stoul(range->second.substr(6));
    if (++breaks > 5) return std::nullopt;
    return http::TestServer::Response{
        .status = offset == 0 ? 200 : 206, .body = model_.substr(offset), .headers = {range_from(offset)}, .send_only = 7001};
  }));
  const auto stored = pull({.source = server.url() + "/a.gguf", .sha256 = hash_});
  ASSERT_TRUE(stored.has_value()) << stored.error().message;
  EXPECT_EQ(requests_, 6);
}

TEST_F(ModelStoreTest, ResumesInALaterRunAndKeepsWhatCame) {
  std::atomic<bool> broken = true;
  http::TestServer server(serve([&](const http::TestServer::Request& request) -> std::optional<http::TestServer::Response> {
    if (!broken) {
      EXPECT_EQ(request.headers.at("range"), "bytes=5000-");
      return std::nullopt;
    }
    if (request.headers.contains("range")) return http::TestServer::Response{.status = 503};
    return http::TestServer::Response{.body = model_, .send_only = 5000};
  }));
  const auto failed = pull({.source = server.url() + "/a.gguf"});
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().code, ErrorCode::kUnavailable);
  EXPECT_TRUE(is_left("a.gguf.part"));
  broken = false;
  ASSERT_TRUE(pull({.source = server.url() + "/a.gguf", .sha256 = hash_}).has_value());
}

TEST_F(ModelStoreTest, FinishesADownloadThatWasWholeButNotYetKept) {
  http::TestServer server(serve());
  ASSERT_TRUE(create_directories(folder_).has_value());
  ASSERT_TRUE(write_file(folder_ + "/a.gguf.part", model_).has_value());
  EXPECT_TRUE(pull({.source = server.url() + "/a.gguf", .sha256 = hash_}).has_value());
}

TEST_F(ModelStoreTest, StartsAnewWhereAServerCannotResume) {
  http::TestServer server([&](const http::TestServer::Request&) { return http::TestServer::Response{.body = model_}; });
  ASSERT_TRUE(create_directories(folder_).has_value());
  ASSERT_TRUE(write_file(folder_ + "/a.gguf.part", std::string(999, 'x')).has_value());
  EXPECT_TRUE(pull({.source = server.url() + "/a.gguf", .sha256 = hash_}).has_value());
}

TEST_F(ModelStoreTest, ResumesOnlyTheFileThatItBegan) {
  const std::string other = bert_gguf(random_bert(2));
  std::string condition;
  std::atomic<bool> changed = false;
  http::TestServer server([&](const http::TestServer::Request& request) -> http::TestServer::Response {
    if (!changed) {
      if (request.headers.contains("range")) return {.status = 503};
      return {.body = other, .headers = {"ETag: \"one\""}, .send_only = 5000};
    }
    condition = request.headers.contains("if-range") ? request.headers.at("if-range") : "";
    return {.body = model_, .headers = {"ETag: \"two\""}};  // as a server does whose file is another one now
  });
  ASSERT_FALSE(pull({.source = server.url() + "/a.gguf"}).has_value());
  changed = true;
  progress_.done = 0;
  const auto stored = pull({.source = server.url() + "/a.gguf"});
  ASSERT_TRUE(stored.has_value()) << stored.error().message;
  EXPECT_EQ(condition, "\"one\"");
  EXPECT_EQ(stored->sha256, hash_);
  EXPECT_FALSE(is_left("a.gguf.part"));
  EXPECT_FALSE(is_left("a.gguf.part.from"));
}

TEST_F(ModelStoreTest, StartsAnewWhereOtherBytesWouldCome) {
  const std::string whole = "/" + std::to_string(model_.size());
  for (const std::string& range : {std::string(), "Content-Range: bytes 10-99" + whole,
                                   std::string("Content-Range: bytes 999-9999/12345678"), std::string("Content-Range: nonsense")}) {
    (void)remove_tree(folder_);
    ASSERT_TRUE(create_directories(folder_).has_value());
    ASSERT_TRUE(write_file(folder_ + "/a.gguf.part", std::string(999, 'x')).has_value());
    ASSERT_TRUE(write_file(folder_ + "/a.gguf.part.from", "\n" + std::to_string(model_.size()) + "\n").has_value());
    progress_.done = 0;
    http::TestServer server(serve([&](const http::TestServer::Request& request) -> std::optional<http::TestServer::Response> {
      if (!request.headers.contains("range")) return std::nullopt;
      return http::TestServer::Response{
          .status = 206, .body = model_.substr(999), .headers = range.empty() ? std::vector<std::string>{} : std::vector{range}};
    }));
    const auto stored = pull({.source = server.url() + "/a.gguf"});
    ASSERT_TRUE(stored.has_value()) << range << ": " << stored.error().message;
    EXPECT_EQ(stored->sha256, hash_) << range;
  }
}

TEST_F(ModelStoreTest, AFileThatShrankIsFetchedAnew) {
  http::TestServer server(serve([&](const http::TestServer::Request& request) -> std::optional<http::TestServer::Response> {
    if (!request.headers.contains("range")) return std::nullopt;
    return http::TestServer::Response{.status = 416, .headers = {"Content-Range: bytes */" + std::to_string(model_.size())}};
  }));
  ASSERT_TRUE(create_directories(folder_).has_value());
  ASSERT_TRUE(write_file(folder_ + "/a.gguf.part", std::string(model_.size() + 7, 'x')).has_value());
  EXPECT_EQ(pull({.source = server.url() + "/a.gguf"})->sha256, hash_);
}

TEST_F(ModelStoreTest, RefusesFilesThatAreNoModels) {
  model_ = "<html>Sign in to download</html>";
  http::TestServer server(serve());
  const auto stored = pull({.source = server.url() + "/a.gguf"});
  ASSERT_FALSE(stored.has_value());
  EXPECT_EQ(stored.error().code, ErrorCode::kCorrupt);
  EXPECT_FALSE(is_left("a.gguf"));
  EXPECT_FALSE(is_left("a.gguf.part"));
}

TEST_F(ModelStoreTest, ExplainsWhatCannotBePulled) {
  http::TestServer server(serve());
  EXPECT_EQ(pull({.source = server.url() + "/gone"}).error().code, ErrorCode::kNotFound);
  const auto unknown = pull({.source = "no-such-model"});
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(unknown.error().hint.contains("qwen3-embedding-0.6b"));
  EXPECT_EQ(pull({.source = std::string(300, 'x')}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(pull({.source = server.url() + "/a.gguf", .name = "../evil"}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(pull({.source = server.url() + "/.gguf"}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(pull({.source = server.url() + "/a.gguf", .sha256 = "abc"}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(pull({.source = "http://127.0.0.1:1/a.gguf"}).error().code, ErrorCode::kUnavailable);
}

TEST_F(ModelStoreTest, CopiesAFile) {
  ASSERT_TRUE(create_directories(folder_ + "/from").has_value());
  ASSERT_TRUE(write_file(folder_ + "/from/My-Model.gguf", model_).has_value());
  const auto stored = pull({.source = folder_ + "/from/My-Model.gguf", .name = "mine"});
  ASSERT_TRUE(stored.has_value()) << stored.error().message;
  EXPECT_EQ(stored->name, "mine");
  EXPECT_EQ(*read_file(stored->path), model_);
}

TEST_F(ModelStoreTest, IsHeldByOnePullAtATime) {
  ASSERT_TRUE(create_directories(folder_).has_value());
  const auto held = PartialFile::open(folder_ + "/a.gguf.part");
  ASSERT_TRUE(held.has_value());
  http::TestServer server(serve());
  EXPECT_EQ(pull({.source = server.url() + "/a.gguf"}).error().code, ErrorCode::kLocked);
}

TEST_F(ModelStoreTest, StopsWhenCancelledAndKeepsWhatCame) {
  const CancelToken cancel;
  http::TestServer server(serve([&](const http::TestServer::Request&) -> std::optional<http::TestServer::Response> {
    cancel.cancel();
    return std::nullopt;
  }));
  const auto stored = ModelStore(folder_).pull({.source = server.url() + "/a.gguf"}, progress_, cancel);
  EXPECT_EQ(stored.error().code, ErrorCode::kCancelled);
}

TEST_F(ModelStoreTest, ListsWhatIsThere) {
  EXPECT_TRUE(ModelStore(folder_).models()->empty());
  http::TestServer server(serve());
  ASSERT_TRUE(pull({.source = server.url() + "/b.gguf"}).has_value());
  ASSERT_TRUE(write_file(folder_ + "/a.gguf", "put there by hand").has_value());
  ASSERT_TRUE(write_file(folder_ + "/c.gguf.part", "half").has_value());
  const auto models = ModelStore(folder_).models();
  ASSERT_TRUE(models.has_value());
  ASSERT_EQ(models->size(), 2U);
  EXPECT_EQ((*models)[0].name, "a");
  EXPECT_EQ((*models)[0].sha256, "");
  EXPECT_EQ((*models)[1].sha256, hash_);
}

TEST(KnownModels, StandInTheirPageWithTheirNotes) {
  const auto page = read_file(GROVE_SOURCE_DIR "/docs/models.md");
  ASSERT_TRUE(page.has_value());
  for (const KnownModel& model : known_models()) {
    const std::string row = "| `" + std::string(model.name) + "` | " + std::string(use_name(model.use)) + " | " + std::string(model.note) +
                            " | " + (model.sha256.empty() ? "of the first download" : "pinned") + " |";
    EXPECT_TRUE(page->contains(row)) << row;
  }
}

TEST(KnownModels, HaveNamesThatAreFileNamesAndNoTwoAlike) {
  for (const KnownModel& model : known_models()) {
    EXPECT_EQ(find_known_model(model.name), &model) << model.name;
    EXPECT_TRUE(model.file.ends_with(".gguf"));
    EXPECT_TRUE(model.sha256.empty() || model.sha256.size() == 64U) << model.name;
  }
  EXPECT_EQ(find_known_model(""), nullptr);
  EXPECT_EQ(find_known_model("gpt-9"), nullptr);
}

}  // namespace
}  // namespace grove::inference
