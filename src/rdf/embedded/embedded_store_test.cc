#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "rdf/triple_store.h"

namespace grove::rdf {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr ErrorCode kOutOfMemory = ErrorCode::kInternal;  // the sanitizer ends the process before it can say why
#else
constexpr ErrorCode kOutOfMemory = ErrorCode::kResourceLimit;
#endif

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using testing::HasSubstr;

namespace fs = std::filesystem;

class EmbeddedStore : public testing::Test {
 protected:
  EmbeddedStore() : folder_(fs::path(testing::TempDir()) / fmt::format("store-{}", ::getpid())) { remove_folder(); }
  ~EmbeddedStore() override { remove_folder(); }

  /// A store's process that ends just now removes its socket itself.
  void remove_folder() const {
    std::error_code error;
    do fs::remove_all(folder_, error);
    while (error == std::errc::no_such_file_or_directory);
  }

  std::unique_ptr<TripleStore> open(const std::string& folder = "") {
    Result<std::unique_ptr<TripleStore>> store = open_embedded_store({.folder = folder, .store_program = {RDF_STORE_PROGRAM}});
    EXPECT_TRUE(store) << describe(store.error());
    return store ? std::move(*store) : nullptr;
  }
  static std::string load(TripleStore& store, std::string_view text, std::optional<std::string> graph = {}) {
    const Status status = store.load({.text = text, .graph = std::move(graph)}, {});
    return status ? "" : describe(status.error());
  }
  static std::string select(TripleStore& store, const std::string& text, const QueryLimits& limits = {}) {
    const Result<QueryAnswer> answer = store.query({.text = text, .solutions = SolutionSyntax::kTsv, .limits = limits}, {});
    return answer ? answer->body : describe(answer.error());
  }
  static std::string many(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += fmt::format("<http://a/{}> <http://a/p> {} .\n", i, i);
    return text;
  }
  /// Processes of the store program that this one started, and their forks.
  static std::vector<pid_t> processes() {
    std::vector<pid_t> found{::getpid()};
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::ifstream in(fmt::format("/proc/{0}/task/{0}/children", found[i]));
      for (pid_t child = 0; in >> child;) found.push_back(child);
    }
    found.erase(found.begin());
    return found;
  }
  static void kill_all() {
    for (const pid_t process : processes()) {
      ASSERT_GT(process, 1);
      ::kill(process, SIGKILL);
    }
  }

  fs::path folder_;
};

const std::string kCrossJoin = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }";

TEST_F(EmbeddedStore, AnswersAsAStoreInProcessDoes) {
  const auto store = open();
  EXPECT_EQ(load(*store, "<http://a/s> <http://a/p> 1, 2 .", "http://a/g"), "");
  EXPECT_EQ(select(*store, "SELECT ?o { GRAPH ?g { ?s ?p ?o } } ORDER BY ?o"), "?o\n1\n2\n");
  EXPECT_EQ(*store->size(), 2U);
  EXPECT_TRUE(store->update({.text = "INSERT { ?s <http://a/q> ?o } WHERE { GRAPH ?g { ?s ?p ?o } }"}, {}));
  EXPECT_EQ(*store->size(), 4U);
  EXPECT_THAT(*store->graph({}, Syntax::kNTriples, {}), HasSubstr("<http://a/q>"));
  EXPECT_EQ(store->graph("http://a/none", Syntax::kTurtle, {}).error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(store->drop_graph("http://a/g", {}));
  EXPECT_EQ(*store->size(), 2U);
  EXPECT_EQ(store->query({.text = "ASK {}"}, {})->form, QueryForm::kAsk);
  EXPECT_THAT(select(*store, "SELECT oops"), HasSubstr("cannot answer the query"));
}

TEST_F(EmbeddedStore, LongAnswersComeWhole) {
  const auto store = open();
  ASSERT_EQ(load(*store, many(50'000)), "");
  const std::string answer = select(*store, "SELECT ?o { ?s ?p ?o }");
  EXPECT_EQ(std::ranges::count(answer, '\n'), 50'001);
}

TEST_F(EmbeddedStore, ACrossJoinEndsAtItsLimitAndTheStoreAnswersOn) {
  const auto store = open();
  ASSERT_EQ(load(*store, many(3'000)), "");
  const auto begin = steady_clock::now();
  const Result<QueryAnswer> answer = store->query({.text = kCrossJoin, .limits = {.time = 1000ms}}, {});
  const auto took = steady_clock::now() - begin;
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kTimeout);
  EXPECT_LT(took, 1200ms);
  EXPECT_GT(took, 900ms);
  EXPECT_EQ(*store->size(), 3'000U);
  EXPECT_EQ(select(*store, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"), "?n\n3000\n");
}

TEST_F(EmbeddedStore, AQueryThatWantsTooMuchMemoryEndsAlone) {
  const auto store = open();
  ASSERT_EQ(load(*store, many(3'000)), "");
  const Result<QueryAnswer> answer = store->query({.text = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a ?d ?g",
                                                   .limits = {.time = 60s, .memory = std::uint64_t{64} << 20U}},
                                                  {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, kOutOfMemory) << describe(answer.error());
  EXPECT_EQ(*store->size(), 3'000U);
}

TEST_F(EmbeddedStore, UpdatesAndLoadsHaveLimitsToo) {
  const auto store = open();
  ASSERT_EQ(load(*store, many(3'000)), "");
  const Status late =
      store->update({.text = "INSERT { ?a ?e ?i } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }", .limits = {.time = 300ms}}, {});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, ErrorCode::kTimeout);
  const Status large = store->update(
      {.text = "INSERT { ?a ?e ?i } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }", .limits = {.time = 60s, .memory = std::uint64_t{64} << 20U}},
      {});
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, kOutOfMemory);
  EXPECT_EQ(*store->size(), 3'000U) << "nothing of them is there";
}

TEST_F(EmbeddedStore, AProcessThatIsAboutToEndIsHandedNothing) {
  const auto store = open();
  for (int i = 0; i < 300; ++i) {
    const Status refused = store->update({.text = "LOAD <http://127.0.0.1:1/a>"}, {});
    ASSERT_FALSE(refused);
    ASSERT_EQ(refused.error().code, ErrorCode::kInvalidArgument) << "after " << i << ": " << describe(refused.error());
    ASSERT_THAT(select(*store, "SELECT * { ?s ?p ?o }"), HasSubstr("?s")) << "after " << i;
  }
}

TEST_F(EmbeddedStore, WhoGivesUpDoesNotWait) {
  const auto store = open();
  ASSERT_EQ(load(*store, many(3'000)), "");
  CancelToken cancel;
  std::thread later([&] {
    std::this_thread::sleep_for(100ms);
    cancel.cancel();
  });
  const auto begin = steady_clock::now();
  const Result<QueryAnswer> answer = store->query({.text = kCrossJoin}, cancel);
  later.join();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kCancelled);
  EXPECT_LT(steady_clock::now() - begin, 5s);
}

TEST_F(EmbeddedStore, ManyClientsAtOnceSeeWholeStates) {
  const auto store = open();
  ASSERT_EQ(load(*store, many(100)), "");
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 40; ++i) {
        const std::string count = select(*store, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }");
        EXPECT_TRUE(count.starts_with("?n\n1")) << count;
        if (count.starts_with("?n\n1") && std::stoi(count.substr(3)) % 2 != 0) ++wrong;
        if (t == 0 && !store->update({.text = fmt::format("INSERT DATA {{ <http://b/{}> <http://b/p> 1, 2 }}", i)}, {})) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(*store->size(), 180U);
}

TEST_F(EmbeddedStore, WhatWasAcknowledgedIsThereAfterAKill) {
  {
    const auto store = open(folder_);
    ASSERT_EQ(load(*store, "_:x <http://a/p> 1 ."), "");
    ASSERT_TRUE(store->update({.text = "INSERT DATA { <http://a/s> <http://a/p> 2 } ; DELETE WHERE { ?s ?p 1 }"}, {}));
    kill_all();
    EXPECT_EQ(*store->size(), 1U) << "its process is started again";
  }
  EXPECT_EQ(select(*open(folder_), "SELECT ?o { ?s ?p ?o }"), "?o\n2\n");
}

TEST_F(EmbeddedStore, PrefixesOfFilesStay) {
  for (int i = 0; i < 2; ++i) {  // from the log, and from a snapshot
    const auto store = open(folder_);
    if (i == 0) {
      ASSERT_EQ(load(*store, "@prefix shop: <http://shop/> . shop:a shop:b shop:c ."), "");
    }
    EXPECT_THAT(store->graph({}, Syntax::kTurtle, {}).value(), HasSubstr("shop:a shop:b shop:c ."));
    ASSERT_EQ(load(*store, many(60'000), "http://a/g"), "");
  }
  EXPECT_THAT(open(folder_)->graph({}, Syntax::kTurtle, {}).value(), HasSubstr("shop:a shop:b shop:c ."));
}

TEST_F(EmbeddedStore, WithoutAFolderWhatItHeldIsGoneAndItSaysSo) {
  const auto store = open();
  ASSERT_EQ(load(*store, many(3)), "");
  kill_all();
  const Result<std::uint64_t> size = store->size();
  ASSERT_FALSE(size);
  EXPECT_EQ(size.error().code, ErrorCode::kUnavailable);
}

TEST_F(EmbeddedStore, BlankNodesOfLoadsStayApartOverRestarts) {
  for (int i = 0; i < 3; ++i) ASSERT_EQ(load(*open(folder_), "_:x <http://a/p> 1 ."), "");
  EXPECT_EQ(*open(folder_)->size(), 3U);
}

TEST_F(EmbeddedStore, WhoeverOpensAFolderSharesIt) {
  auto first = open(folder_);
  const auto second = open(folder_);
  ASSERT_EQ(load(*first, "<http://a/s> <http://a/p> 1 ."), "");
  EXPECT_EQ(*second->size(), 1U);
  ASSERT_EQ(load(*second, "<http://a/s> <http://a/p> 2 ."), "");
  EXPECT_EQ(select(*first, "SELECT ?o { ?s ?p ?o } ORDER BY ?o"), "?o\n1\n2\n");
  first.reset();
  EXPECT_EQ(*second->size(), 2U) << "who started it has left";
  ASSERT_EQ(load(*second, "<http://a/s> <http://a/p> 3 ."), "");
  EXPECT_EQ(*open(folder_)->size(), 3U);
}

TEST_F(EmbeddedStore, NothingIsLostWhereManyComeAndGoAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i) EXPECT_EQ(load(*open(folder_), fmt::format("<http://a/{}> <http://a/p> {} .", t, i)), "");
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(*open(folder_)->size(), 40U);
}

TEST_F(EmbeddedStore, AFolderThatIsSharedMayHaveALongName) {
  const std::string folder = folder_.string() + "/" + std::string(100, 'x') + "/" + std::string(100, 'y');
  const auto first = open(folder);
  const auto second = open(folder);
  ASSERT_EQ(load(*first, many(3)), "");
  EXPECT_EQ(*second->size(), 3U);
}

TEST_F(EmbeddedStore, WhileALargeChangeIsMadeQueriesSeeWhatWasBefore) {
  const auto store = open(folder_);
  ASSERT_EQ(load(*store, many(10)), "");
  const std::string text = many(100'000);
  std::atomic<bool> is_loaded = false;
  std::thread loading([&] {
    EXPECT_EQ(load(*store, text, "http://a/g"), "");
    is_loaded = true;
  });
  while (!is_loaded) {
    EXPECT_EQ(select(*store, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"), "?n\n10\n");
    const std::uint64_t size = *store->size();
    EXPECT_TRUE(size == 10 || size == 100'010) << size;
    EXPECT_FALSE(store->update({.text = "DROP GRAPH <http://a/none>"}, {}));
  }
  loading.join();
  EXPECT_EQ(select(*store, "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }"), "?n\n100000\n");
  kill_all();
  EXPECT_EQ(*store->size(), 100'010U);
}

TEST_F(EmbeddedStore, ItsProcessesEndWithTheirClient) {
  auto store = open(folder_);
  ASSERT_EQ(load(*store, many(3'000)), "");
  const std::vector<pid_t> running = processes();
  EXPECT_GE(running.size(), 2U);
  store.reset();
  const auto is_there = [](pid_t process) {
    std::ifstream in(fmt::format("/proc/{}/stat", process));
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return !text.empty() && text.find(") Z ") == std::string::npos;  // one that nobody has buried yet has ended
  };
  for (int i = 0; i < 200 && std::ranges::any_of(running, is_there); ++i) std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(std::ranges::none_of(running, is_there));
}

TEST_F(EmbeddedStore, AProgramThatIsNoneIsToldOf) {
  const auto store = open_embedded_store({.store_program = {"/nonexistent/program"}});
  ASSERT_FALSE(store);
  EXPECT_THAT(store.error().message, HasSubstr("/nonexistent/program"));
}

}  // namespace
}  // namespace grove::rdf
