#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "inference/normalise.h"
#include "inference/remote/json_answer.h"
#include "inference/remote/remote_source.h"
#include "inference/testing/fake_providers.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

using nlohmann::json;

constexpr http::RetryPolicy kFastRetries = {
    .attempts = 3, .first_pause = std::chrono::milliseconds(2), .longest_pause = std::chrono::seconds(1)};

std::optional<std::string> keys(const std::string& name) {
  if (name == "OPENAI_API_KEY") return "sk-test-1234\n";
  if (name == "VOYAGE_API_KEY") return "vo-1";
  if (name == "GOOGLE_API_KEY") return "ge-1";
  return std::nullopt;
}

/// One provider as a fake server, and an embedder that asks it.
struct World {
  std::string provider;
  std::string model;
  std::string path = {};
  Environment environment = keys;
  std::vector<std::string> seen = {};

  Result<std::unique_ptr<Embedder>> open(const std::string& url, std::uint32_t dimensions) const {
    const RemoteRequest request{.provider = provider,
                                .model = model,
                                .base_url = url + path,
                                .dimensions = dimensions,
                                .environment = environment,
                                .retry = kFastRetries};
    GROVE_ASSIGN_OR_RETURN(const EmbedderSource source, find_remote_model(request, {}));
    return source.load();
  }
};

World world_of(const std::string& provider) {
  if (provider == "openai") return {.provider = provider, .model = "own-model", .path = "/v1"};
  if (provider == "voyage") return {.provider = provider, .model = "voyage-code-3", .path = "/v1"};
  if (provider == "gemini") return {.provider = provider, .model = "gemini-embedding-001", .path = "/v1beta"};
  return {.provider = provider, .model = "qwen3-embedding:0.6b"};
}

std::vector<float> normalised(std::vector<float> vector) {
  normalise(vector);
  return vector;
}

class EveryProvider : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Providers, EveryProvider, testing::Values("ollama", "openai", "gemini", "voyage"),
                         [](const auto& provider) { return std::string(provider.param); });

TEST_P(EveryProvider, EmbedsPassagesInOrderAndBatchesAndLeavesEmptyOnesZero) {
  World world = world_of(GetParam());
  http::TestServer server(fake_provider(world.provider, world.seen));
  const auto embedder = world.open(server.url(), 3);
  ASSERT_TRUE(embedder.has_value()) << embedder.error().message;
  EXPECT_EQ((*embedder)->info().dimensions, 3U);
  world.seen.clear();
  std::vector<std::string> codes;
  for (int i = 0; i < 300; ++i)
    codes.push_back(i == 7 ? "" : "int f" + std::string(static_cast<std::size_t>(i % 40), 'x') + std::to_string(i));
  std::vector<Passage> passages;
  for (const std::string& code : codes) passages.push_back({.repository = "shop", .path = "a.c", .code = code});
  std::vector<float> out(passages.size() * 3, 9.0F);
  const auto status = (*embedder)->embed_passages(passages, out, {});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  EXPECT_GT(world.seen.size(), 2U);
  const Prompts prompts = prompts_for(world.model);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto expected = i == 7 ? std::vector<float>(3, 0) : normalised(fake_vector(std::string(prompts.passage) + lay_out(passages[i])));
    EXPECT_EQ(std::vector<float>(out.begin() + static_cast<std::ptrdiff_t>(3 * i), out.begin() + static_cast<std::ptrdiff_t>(3 * i + 3)),
              expected)
        << i;
  }
}

TEST_P(EveryProvider, EmbedsAQueryWithItsPromptAndNothingForNoText) {
  World world = world_of(GetParam());
  http::TestServer server(fake_provider(world.provider, world.seen));
  const auto embedder = world.open(server.url(), 3);
  ASSERT_TRUE(embedder.has_value());
  std::vector<float> out(3);
  ASSERT_TRUE((*embedder)->embed_query("where is é parsed?", out, {}).has_value());
  EXPECT_EQ(out, normalised(fake_vector(std::string(prompts_for(world.model).query) + "where is é parsed?")));
  ASSERT_TRUE((*embedder)->embed_query("", out, {}).has_value());
  EXPECT_EQ(out, std::vector<float>(3, 0));
}

TEST_P(EveryProvider, CutsLongTextsAndSurvivesBytesThatAreNoUtf8) {
  World world = world_of(GetParam());
  http::TestServer server(fake_provider(world.provider, world.seen));
  const auto embedder = world.open(server.url(), 3);
  const std::string huge = std::string(1'000'000, 'x');
  const std::string broken = "int \xff\xfe caf\xe9;";
  const std::vector<Passage> passages = {{.path = "a.c", .code = huge}, {.path = "a.c", .code = broken}};
  std::vector<float> out(6);
  const auto status = (*embedder)->embed_passages(passages, out, {});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  EXPECT_LT(world.seen.back().size(), 20'000U);
}

TEST_P(EveryProvider, ExplainsStatusesAndWhatToDo) {
  for (const int status : {400, 401, 404, 429, 500}) {
    http::TestServer server([&](const http::TestServer::Request&) {
      return http::TestServer::Response{.status = status, .body = R"({"error": {"message": "key sk-test-1234 is\nbad"}})"};
    });
    World world = world_of(GetParam());
    const auto embedder = world.open(server.url(), 0);
    std::vector<float> out(1024);
    Error error;
    if (!embedder) {
      error = embedder.error();
    } else {
      out.resize((*embedder)->info().dimensions);
      error = (*embedder)->embed_query("x", out, {}).error();
    }
    EXPECT_EQ(error.code, status == 400 ? ErrorCode::kInvalidArgument : status == 404 ? ErrorCode::kNotFound : ErrorCode::kUnavailable);
    EXPECT_TRUE(error.message.contains(std::to_string(status))) << error.message;
    EXPECT_EQ(error.hint.empty(), status == 400) << error.message;
    EXPECT_FALSE(world.provider == "openai" && error.message.contains("sk-test")) << error.message;
  }
}

TEST_P(EveryProvider, RefusesAnswersThatAreNotWhatWasAsked) {
  const std::vector<std::string> answers = {
      "",
      "[]",
      "{",
      "{}",
      R"({"embeddings": 1, "data": 1})",
      R"({"embeddings": [], "data": []})",
      R"({"embeddings": [[]], "data": [{"embedding": []}]})",
      R"({"embeddings": [["x"]], "data": [{"embedding": ["x"]}]})",
      R"({"embeddings": [null], "data": [null]})",
      R"({"embeddings": [[1e300, 0, 0]], "data": [{"embedding": [1e300, 0, 0]}]})",
      R"({"embeddings": [[1,2,3],[1,2,3]], "data": [{"embedding": [1,2,3]},{"embedding": [1,2,3]}]})",
      R"({"embeddings": [[1,2,3]], "data": [{"index": 5, "embedding": [1,2,3]}], "x": {"values": 1}})"};
  for (const std::string& answer : answers) {
    World world = world_of(GetParam());
    std::vector<std::string> seen;
    const auto fake = fake_provider(world.provider, seen);
    http::TestServer server([&](const http::TestServer::Request& request) {
      return request.target.contains("mbed") ? http::TestServer::Response{.body = answer} : fake(request);
    });
    const auto embedder = world.open(server.url(), 3);
    ASSERT_TRUE(embedder.has_value());
    std::vector<float> out(3);
    const auto status = (*embedder)->embed_query("x", out, {});
    if (world.provider == "ollama" && answer.contains("\"index\"")) continue;  // Ollama numbers nothing
    ASSERT_FALSE(status.has_value()) << answer;
    EXPECT_EQ(status.error().code, ErrorCode::kUnavailable) << answer;
    EXPECT_TRUE(status.error().message.contains(world.model)) << status.error().message;
  }
}

TEST_P(EveryProvider, RefusesVectorsOfAnotherSize) {
  World world = world_of(GetParam());
  http::TestServer server(fake_provider(world.provider, world.seen));
  const auto embedder = world.open(server.url(), 4);
  ASSERT_TRUE(embedder.has_value());
  std::vector<float> out(4);
  EXPECT_EQ((*embedder)->embed_query("x", out, {}).error().code, ErrorCode::kConflict);
}

TEST_P(EveryProvider, SaysWhatToDoWhenNobodyAnswers) {
  std::string url;
  {
    url = http::TestServer([](const http::TestServer::Request&) { return http::TestServer::Response{}; }).url();
  }
  World world = world_of(GetParam());
  const auto embedder = world.open(url, 0);
  std::vector<float> out(embedder ? (*embedder)->info().dimensions : 0);
  const Error error = embedder ? (*embedder)->embed_query("x", out, {}).error() : embedder.error();
  EXPECT_EQ(error.code, ErrorCode::kUnavailable);
  EXPECT_FALSE(error.hint.empty());
}

TEST(Ollama, TellsDimensionsAndVersionWithoutLoadingAndIsAskedToRelease) {
  World world = world_of("ollama");
  http::TestServer server(fake_provider("ollama", world.seen));
  {
    const auto embedder = world.open(server.url(), 0);
    ASSERT_TRUE(embedder.has_value()) << embedder.error().message;
    EXPECT_EQ((*embedder)->info().dimensions, 3U);
    EXPECT_TRUE((*embedder)->info().fingerprint.starts_with("ac6da0dfba84"));
    EXPECT_EQ(world.seen.size(), 1U);
    std::vector<float> out(3);
    ASSERT_TRUE((*embedder)->embed_query("x", out, {}).has_value());
    EXPECT_EQ(json::parse(world.seen.back())["keep_alive"], 330);
  }
  EXPECT_EQ(json::parse(world.seen.back())["keep_alive"], 0);
}

TEST(Ollama, DescriptionsOfAnotherShapeAreNoCrash) {
  for (const std::string body : {"", "[]", "3", R"({"model_info":[]})", R"({"model_info":{"a.embedding_length":"x"}})",
                                 R"({"model_info":{"a.embedding_length":-4}})", R"({"model_info":{"a.embedding_length":4294967299}})",
                                 R"({"models":{}})", R"({"models":[3,{"name":7},{"name":"m","digest":[]}]})"}) {
    EXPECT_EQ(read_ollama_dimensions(body), 0U) << body;
    EXPECT_EQ(read_ollama_digest(body, "m"), "") << body;
  }
  EXPECT_EQ(read_ollama_dimensions(R"({"model_info":{"bert.embedding_length":384}})"), 384U);
  EXPECT_EQ(read_ollama_digest(R"({"models":[{"name":7},{"name":"m:latest","digest":"abc"}]})", "m"), "abc");
}

TEST(Ollama, KeepsTheModelForGoodWhereThatIsThePolicy) {
  World world = world_of("ollama");
  http::TestServer server(fake_provider("ollama", world.seen));
  const auto source = find_remote_model({.provider = "ollama",
                                         .model = world.model,
                                         .base_url = server.url(),
                                         .keep_alive = {.grace = std::nullopt},
                                         .environment = keys,
                                         .retry = kFastRetries},
                                        {});
  ASSERT_TRUE(source.has_value());
  std::vector<float> out(3);
  ASSERT_TRUE((*source->load())->embed_query("x", out, {}).has_value());
  EXPECT_EQ(json::parse(world.seen.front())["model"], world.model);
  EXPECT_TRUE(std::ranges::any_of(world.seen, [](const std::string& body) { return body.contains("\"keep_alive\":-1"); }));
}

TEST(Ollama, NamesTheCommandThatGetsAMissingModel) {
  World world{.provider = "ollama", .model = "absent:1b"};
  http::TestServer server(fake_provider("ollama", world.seen));
  const auto embedder = world.open(server.url(), 0);
  ASSERT_FALSE(embedder.has_value());
  EXPECT_EQ(embedder.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(embedder.error().hint.contains("ollama pull absent:1b")) << embedder.error().hint;
}

TEST(Ollama, ReadsTheFormsOfItsHostVariable) {
  World world = world_of("ollama");
  http::TestServer server(fake_provider("ollama", world.seen));
  const std::string port = server.url().substr(server.url().rfind(':') + 1);
  const std::vector<std::string> hosts = {"127.0.0.1:" + port, "0.0.0.0:" + port, "http://127.0.0.1:" + port + "/"};
  for (const std::string& host : hosts) {
    const RemoteRequest request{.provider = "ollama",
                                .model = "tiny",
                                .base_url = {},
                                .dimensions = 0,
                                .environment = [&](const std::string& name) -> std::optional<std::string> {
                                  return name == "OLLAMA_HOST" ? std::optional(host) : std::nullopt;
                                },
                                .retry = kFastRetries};
    const auto source = find_remote_model(request, {});
    ASSERT_TRUE(source.has_value()) << host << ": " << source.error().message;
    EXPECT_TRUE(source->info.fingerprint.starts_with("77 "));
  }
}

TEST(OpenAi, AsksAnUnknownModelForItsDimensions) {
  World world = world_of("openai");
  http::TestServer server(fake_provider("openai", world.seen));
  const auto embedder = world.open(server.url(), 0);
  ASSERT_TRUE(embedder.has_value()) << embedder.error().message;
  EXPECT_EQ((*embedder)->info().dimensions, 3U);
}

TEST(OpenAi, KnowsTheDimensionsOfWellKnownModelsWithoutAsking) {
  const RemoteRequest request{
      .provider = "openai", .model = "text-embedding-3-small", .base_url = {}, .dimensions = 0, .environment = keys, .retry = {}};
  const auto source = find_remote_model(request, {});
  ASSERT_TRUE(source.has_value());
  EXPECT_EQ(source->info.dimensions, 1536U);
}

TEST(RemoteModel, WantsAKeyOnlyWhereTheProviderDoes) {
  const Environment none = [](const std::string&) { return std::nullopt; };
  for (const char* provider : {"openai", "gemini", "voyage"}) {
    const auto source =
        find_remote_model({.provider = provider, .model = "m", .base_url = {}, .dimensions = 3, .environment = none, .retry = {}}, {});
    ASSERT_FALSE(source.has_value());
    EXPECT_EQ(source.error().code, ErrorCode::kUnavailable);
    EXPECT_TRUE(source.error().hint.contains("_API_KEY")) << source.error().hint;
  }
  EXPECT_TRUE(
      find_remote_model(
          {.provider = "openai", .model = "m", .base_url = "http://10.0.0.1/v1", .dimensions = 3, .environment = none, .retry = {}}, {})
          .has_value());
}

TEST(RemoteModel, RefusesNamesKeysAndAddressesThatWouldChangeTheRequest) {
  const auto find = [](std::string model, std::string url, std::string key) {
    return find_remote_model({.provider = "gemini",
                              .model = std::move(model),
                              .base_url = std::move(url),
                              .dimensions = 3,
                              .environment = [key](const std::string& name) -> std::optional<std::string> {
                                return name == "GEMINI_API_KEY" ? std::optional(key) : std::nullopt;
                              },
                              .retry = {}},
                             {});
  };
  EXPECT_TRUE(find("m", "", "k").has_value());
  EXPECT_EQ(find("m?x=1", "", "k").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(find("", "", "k").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(find("m", "file:///etc", "k").error().code, ErrorCode::kInvalidArgument);
  const auto injected = find("m", "", "a\r\nX: y");
  EXPECT_EQ(injected.error().code, ErrorCode::kInvalidArgument);
  EXPECT_FALSE(injected.error().message.contains("X: y"));
}

}  // namespace
}  // namespace grove::inference
