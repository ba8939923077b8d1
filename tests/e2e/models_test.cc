#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "base/file.h"
#include "inference/store/rerank_verdicts.h"
#include "inference/testing/bert_weights.h"
#include "inference/testing/fake_providers.h"
#include "inference/testing/temporary_model.h"
#include "serve/testing/raw_client.h"
#include "tests/e2e/program.h"

// Models that come, go and change, as people meet them: the built-in one, a GGUF file, a server that may be away.
namespace grove::e2e {
namespace {

using http::TestServer;
using nlohmann::json;
using ::testing::HasSubstr;

/// Ollama with a model of three dimensions, which can be held up and go away.
class FakeOllama {
 public:
  std::atomic<bool> held = false;  ///< Nothing is embedded until it is let go.
  std::atomic<int> allowed = 1000;
  std::atomic<int> embeddings = 0;  ///< Requests for vectors.
  std::atomic<int> asked = 0;       ///< Those that are held, too.

  std::string url() const { return server_.url(); }

 private:
  http::TestServer::Response answer(const http::TestServer::Request& request) {
    if (request.target == "/api/embed") {
      ++asked;
      while (held) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (++embeddings > allowed) return {.status = 404, .body = R"({"error": "the model is gone"})"};
    }
    return provider_(request);
  }
  std::vector<std::string> seen_;
  http::TestServer::Handler provider_ = inference::fake_provider("ollama", seen_);
  http::TestServer server_{[this](const http::TestServer::Request& request) { return answer(request); }};
};

class ChangingModels : public ::testing::Test {
 protected:
  void SetUp() override {
    world_.write("shop/auth/service.py", kService);
    world_.write("shop/README.md", "# Shop\n\nSells things.\n\n## Refunds\n\nMoney goes back within a week.\n");
  }
  ~ChangingModels() override { ollama_.held = false; }

  void use_ollama() {
    world_.set("OLLAMA_HOST", ollama_.url());
    world_.set("GROVE_EMBEDDING_MODEL", "ollama:tiny");
  }
  json run_json(std::vector<std::string> words) {
    words.insert(words.begin(), "--json");
    const Outcome outcome = world_.run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.error_output;
    return outcome.json();
  }
  json models_of(const std::string& repository) { return run_json({"show", repository})["vector_models"]; }

  void start() {
    server_.emplace(world_.start({"--json", "serve", "--port", "0"}));
    json where = json::parse(server_->read_line(), nullptr, false);
    ASSERT_TRUE(where.is_object()) << server_->wait().error_output;
    const std::string url = where["url"];
    port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  serve::RawAnswer call(std::string_view method, std::string_view target, std::string_view body = "") {
    serve::RawClient client(port_);
    client.send(serve::http_request(method, target, body, ""));
    return client.receive().value_or(serve::RawAnswer{});
  }
  serve::RawAnswer search(const std::string& mode) {
    return call("POST", "/api/v1/search", json({{"query", "where are session tokens verified"}, {"mode", mode}}).dump());
  }

  World world_;
  FakeOllama ollama_;
  std::optional<World::Running> server_;
  std::uint16_t port_ = 0;
};

TEST_F(ChangingModels, IndexAndSyncEmbedAnewByThemselves) {
  json first = run_json({"index", "shop"})["repositories"][0];
  ASSERT_EQ(models_of("shop").size(), 1U);
  EXPECT_EQ(models_of("shop")[0]["provider"], "static");
  EXPECT_EQ(models_of("shop")[0]["vectors"], first["units"]);
  EXPECT_EQ(models_of("shop")[0]["in_use"], true);

  const inference::TemporaryModel gguf(inference::bert_gguf(inference::random_bert(1)));
  world_.set("GROVE_EMBEDDING_MODEL", "llama:" + gguf.path());
  EXPECT_EQ(models_of("shop")[0]["provider"], "static");
  EXPECT_EQ(models_of("shop")[0]["in_use"], false);
  json report = run_json({"index", "shop"})["repositories"][0];
  EXPECT_EQ(report["added"], 0);
  EXPECT_EQ(report["unchanged"], first["files"]);
  EXPECT_EQ(report["embedded"], first["units"]);
  EXPECT_EQ(models_of("shop")[0]["provider"], "llama.cpp");

  use_ollama();
  EXPECT_EQ(run_json({"sync"})["repositories"][0]["embedded"], first["units"]);
  const json models = models_of("shop");
  ASSERT_EQ(models.size(), 1U);
  EXPECT_EQ(models[0]["model"], "tiny");
  EXPECT_EQ(models[0]["dimensions"], 3);
  EXPECT_EQ(models[0]["vectors"], first["units"]);
  const json stats = run_json({"stats"})["by_repository"][0];
  EXPECT_EQ(stats["name"], "shop");
  EXPECT_EQ(stats["vector_models"], models);
  EXPECT_THAT(world_.run({"list"}).output, HasSubstr("tiny (3 dimensions)"));
  EXPECT_FALSE(run_json({"search", "session token", "--mode", "semantic"})["results"].empty());
}

TEST_F(ChangingModels, UntilThenWordsAnswerAndMeaningIsRefused) {
  run_json({"index", "shop"});
  use_ollama();
  const Outcome refused = world_.run({"--json", "search", "session token", "--mode", "semantic"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.json()["error"]["code"], "reindexing");
  EXPECT_THAT(refused.json()["error"]["hint"].get<std::string>(), HasSubstr("grove sync"));
  const Outcome hybrid = world_.run({"--json", "search", "session token"});
  ASSERT_EQ(hybrid.exit_code, 0);
  EXPECT_FALSE(hybrid.json()["results"].empty());
  EXPECT_EQ(hybrid.json()["vectors"], json({{"model", "tiny"}, {"ready", 0.0}}));
  EXPECT_THAT(hybrid.json()["warnings"][0].get<std::string>(), HasSubstr("another model than tiny"));
  EXPECT_THAT(world_.run({"search", "session token"}).error_output, HasSubstr("another model than tiny"));
}

TEST_F(ChangingModels, AServerEmbedsAnewBehindAndAnswersMeanwhile) {
  run_json({"index", "shop"});
  use_ollama();
  ollama_.held = true;
  start();
  const serve::RawAnswer refused = search("semantic");
  EXPECT_EQ(refused.status, 503U) << refused.body;
  EXPECT_EQ(json::parse(refused.body)["code"], "reindexing");
  const json hybrid = json::parse(search("hybrid").body);
  EXPECT_EQ(hybrid["results"][0]["path"], "auth/service.py");
  EXPECT_EQ(hybrid["vectors"]["ready"], 0.0);
  EXPECT_FALSE(hybrid["warnings"].empty());
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos/shop").body)["vector_models"][0]["in_use"], false);

  ollama_.held = false;
  for (int i = 0; i < 1000 && search("semantic").status != 200; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const json semantic = json::parse(search("semantic").body);
  ASSERT_TRUE(semantic.contains("results")) << semantic;
  EXPECT_EQ(semantic["vectors"], json({{"model", "tiny"}, {"ready", 1.0}}));
  EXPECT_FALSE(semantic.contains("warnings"));
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos/shop").body)["vector_models"][0]["model"], "tiny");
}

TEST_F(ChangingModels, AModelThatIsAwayCostsMeaningButNoWords) {
  use_ollama();
  world_.set("OLLAMA_HOST", "http://127.0.0.1:1");
  const Outcome indexed = world_.run({"--json", "index", "shop"});
  ASSERT_EQ(indexed.exit_code, 0) << indexed.output;
  EXPECT_EQ(indexed.json()["repositories"][0]["embedded"], 0);
  EXPECT_THAT(indexed.json()["repositories"][0]["warnings"][0].get<std::string>(), HasSubstr("no vectors were made"));
  const Outcome found = world_.run({"--json", "search", "session token"});
  ASSERT_EQ(found.exit_code, 0);
  EXPECT_FALSE(found.json()["results"].empty());
  EXPECT_THAT(found.json()["warnings"][0].get<std::string>(), HasSubstr("only words were searched"));
  EXPECT_EQ(world_.run({"search", "session token", "--mode", "semantic"}).exit_code, 1);
  use_ollama();
  json report = run_json({"sync"})["repositories"][0];
  EXPECT_EQ(report["embedded"], report["units"]);
  EXPECT_FALSE(report.contains("warnings"));
}

TEST_F(ChangingModels, OneThatFailsMidwayKeepsWhatItMadeAndTheNextRunGoesOn) {
  // Each is about what a request holds: functions that are units of their own.
  for (const char* name : {"shop/a.py", "shop/b.py", "shop/c.py", "shop/d.py", "shop/e.py", "shop/f.py", "shop/g.py", "shop/h.py"}) {
    std::string functions;
    for (int i = 0; i < 60; ++i) {
      functions += "def function_" + std::to_string(i) + "(x):\n";
      for (int line = 0; line < 40; ++line) functions += "    x = x + " + std::to_string(i * 100 + line) + "  # further\n";
      functions += "    return x\n\n\n";
    }
    world_.write(name, functions);
  }
  run_json({"index", "shop"});
  use_ollama();
  ollama_.allowed = 10;  // enough for one file of each thread, not for all
  json broken = run_json({"index", "shop"})["repositories"][0];
  EXPECT_THAT(broken["warnings"][0].get<std::string>(), HasSubstr("of 10 files have no vectors yet"));
  EXPECT_GT(broken["embedded"], 0);
  EXPECT_LT(broken["embedded"], broken["units"]);
  EXPECT_EQ(ollama_.embeddings, 11) << "a server that failed is not asked again for every file";
  const json hybrid = run_json({"search", "session token"});
  EXPECT_GT(hybrid["vectors"]["ready"], 0.0);
  EXPECT_LT(hybrid["vectors"]["ready"], 1.0);
  ollama_.allowed = 1000;
  json report = run_json({"index", "shop"})["repositories"][0];
  EXPECT_EQ(report["embedded"], report["units"]);
  EXPECT_FALSE(report.contains("warnings"));
}

TEST_F(ChangingModels, OllamaAloneIsItsUsualModelAndItsVariableNamesAnother) {
  use_ollama();
  world_.set("GROVE_EMBEDDING_MODEL", "ollama");
  run_json({"index", "shop"});
  EXPECT_EQ(models_of("shop")[0]["model"], "qwen3-embedding:0.6b");
  world_.set("GROVE_EMBEDDING_MODEL", "");
  world_.set("OLLAMA_EMBEDDING_MODEL", "tiny");
  run_json({"index", "shop"});
  EXPECT_EQ(models_of("shop")[0]["model"], "tiny");
}

TEST_F(ChangingModels, SmallFilesGoToAServerTogether) {
  for (int i = 0; i < 60; ++i)
    world_.write("shop/small/f" + std::to_string(i) + ".py", "def f" + std::to_string(i) + "():\n    return 1\n");
  use_ollama();
  json report = run_json({"index", "shop"})["repositories"][0];
  EXPECT_EQ(report["embedded"], report["units"]);
  EXPECT_LT(ollama_.embeddings, 10) << "of 62 files";
}

TEST_F(ChangingModels, TheDataDirectorySaysForOthersWhichModelMadeWhat) {
  const auto meta = [&] { return json::parse(read_file(world_.data() + "/index_meta.json", 100'000).value_or("")); };
  run_json({"index", "shop"});
  EXPECT_EQ(meta()["repositories"]["shop"]["provider"], "static");
  use_ollama();
  run_json({"sync"});
  EXPECT_EQ(meta()["model"], "tiny");
  EXPECT_EQ(meta()["dimension"], 3);
  EXPECT_EQ(meta()["repositories"]["shop"]["model"], "tiny");
  EXPECT_EQ(meta()["repositories"]["shop"]["complete"], true);
  // It is no input: what stands there changes nothing, and is replaced.
  ASSERT_TRUE(write_file(world_.data() + "/index_meta.json", R"({"repositories":{"shop":{"model":"lies"}}})").has_value());
  EXPECT_EQ(models_of("shop")[0]["model"], "tiny");
  run_json({"sync"});
  EXPECT_EQ(meta()["repositories"]["shop"]["model"], "tiny");
  run_json({"remove", "shop"});
  EXPECT_TRUE(meta()["repositories"].empty());
}

TEST_F(ChangingModels, TheServersModelIsShownUnloadedAndNotWhileItIsBusy) {
  use_ollama();
  run_json({"index", "shop"});
  world_.set("EMBEDDING_KEEP_ALIVE", "5m");
  world_.set("GROVE_SERVER_THREADS", "8");  // three searches wait, and somebody asks besides
  start();
  EXPECT_EQ(run_json({"models", "status"})["resident"], false);
  EXPECT_EQ(search("semantic").status, 200U);
  json status = run_json({"models", "status"});
  EXPECT_EQ(status["resident"], true);
  EXPECT_EQ(status["keep_alive"], "300s");
  EXPECT_GT(status["releases_in_s"], 200);
  EXPECT_EQ(status["repositories"][0]["vector_models"][0]["model"], "tiny");

  ollama_.held = true;
  const int before = ollama_.asked;
  std::vector<std::jthread> searches;
  for (int i = 0; i < 3; ++i) searches.emplace_back([this] { EXPECT_EQ(search("semantic").status, 200U); });
  for (int i = 0; i < 2000 && ollama_.asked < before + 3; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(call("POST", "/api/v1/models/unload").status, 409U);
  EXPECT_EQ(world_.run({"--json", "models", "unload"}).json()["error"]["code"], "conflict");
  EXPECT_EQ(run_json({"models", "status"})["active_operations"], 3);
  ollama_.held = false;
  searches.clear();
  EXPECT_EQ(run_json({"models", "unload"})["status"], "unloaded");
  EXPECT_EQ(run_json({"models", "status"})["resident"], false);
  EXPECT_THAT(world_.run({"models", "status"}).output, HasSubstr("not loaded"));
}

TEST_F(ChangingModels, OneServerServesADataDirectoryUnlessToldOtherwise) {
  run_json({"index", "shop"});
  start();
  const Outcome second = world_.run({"--json", "serve", "--port", "0"});
  EXPECT_EQ(second.exit_code, 4);
  EXPECT_THAT(second.json()["error"]["message"].get<std::string>(), HasSubstr("process " + std::to_string(server_->pid())));
  EXPECT_THAT(second.json()["error"]["hint"].get<std::string>(), HasSubstr("--allow-multi-instance"));
  World::Running other = world_.start({"--json", "serve", "--port", "0", "--allow-multi-instance"});
  EXPECT_TRUE(json::parse(other.read_line(), nullptr, false).is_object());
  EXPECT_THAT(other.error_output(), HasSubstr("process " + std::to_string(server_->pid())));
}

TEST_F(ChangingModels, WithoutVectorsTheOldOnesStay) {
  run_json({"index", "shop"});
  world_.write("shop/more.py", "def more():\n    return 2\n");
  json report = run_json({"index", "shop", "--no-vectors"})["repositories"][0];
  EXPECT_EQ(models_of("shop")[0]["vectors"].get<int>(), report["units"].get<int>() - 1);
  EXPECT_EQ(run_json({"sync"})["repositories"][0]["embedded"], report["units"]);
}

TEST_F(ChangingModels, ARerankerIsUsedWhenAskedAndItsAbsenceIsTold) {
  run_json({"index", "shop"});
  const std::string question = "where are session tokens verified";
  const auto step = [&](std::vector<std::string> options) {
    std::vector<std::string> words = {"search", question, "--explain"};
    words.insert(words.end(), options.begin(), options.end());
    json answer = run_json(words);
    for (const json& step : answer["plan"])
      if (step["step"] == "rerank") return step["detail"].get<std::string>();
    return answer.contains("warnings") ? answer["warnings"][0].get<std::string>() : std::string();
  };
  EXPECT_EQ(step({}), "");
  EXPECT_THAT(step({"--rerank", "on"}), HasSubstr("GROVE_RERANK_MODEL"));
  world_.set("GROVE_RERANK_MODEL", "bge-reranker-v2-m3");
  EXPECT_THAT(step({"--rerank", "on"}), HasSubstr("grove models pull"));
  EXPECT_EQ(step({}), "");

  const inference::TemporaryModel gguf(inference::reranker_gguf(inference::random_bert(1)));
  world_.set("GROVE_RERANK_MODEL", gguf.path());
  EXPECT_EQ(step({}), "");
  EXPECT_THAT(step({"--rerank", "on"}), HasSubstr("llama.cpp"));
  // What an evaluation found of it decides about searches that don't say.
  const std::string models = world_.data() + "/models";
  ASSERT_TRUE(inference::record_verdict(models, gguf.path(), {.difference = 0.01, .low = -0.001, .high = 0.02, .queries = 500}));
  EXPECT_EQ(step({}), "");
  ASSERT_TRUE(inference::record_verdict(models, gguf.path(), {.difference = 0.01, .low = 0.001, .high = 0.02, .queries = 500}));
  EXPECT_THAT(step({}), HasSubstr("llama.cpp"));
  EXPECT_EQ(run_json({"models", "status"})["reranker"]["auto"], true);
  EXPECT_EQ(step({"--rerank", "off"}), "");
  world_.remove("data/models/rerank-verdicts.json");
  EXPECT_EQ(step({}), "");
  world_.set("GROVE_RERANK", "true");
  EXPECT_THAT(step({}), HasSubstr("llama.cpp"));
  EXPECT_EQ(step({"--rerank", "off"}), "");
  EXPECT_EQ(run_json({"search", question})["results"][0]["ranks"].contains("rerank"), true);
  EXPECT_EQ(run_json({"models", "status"})["reranker"]["available"], true);

  start();
  const json answer = json::parse(call("POST", "/api/v1/search", json({{"query", question}, {"rerank", true}}).dump()).body);
  EXPECT_TRUE(answer["results"][0]["ranks"].contains("rerank")) << answer;
  EXPECT_EQ(json::parse(call("GET", "/api/v1/models/status").body)["reranker"]["resident"], true);
  EXPECT_EQ(call("POST", "/api/v1/models/unload").status, 200U);
  EXPECT_EQ(json::parse(call("GET", "/api/v1/models/status").body)["reranker"]["resident"], false);
}

}  // namespace
}  // namespace grove::e2e
