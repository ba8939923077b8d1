#include "inference/remote/remote_source.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "inference/pricing.h"
#include "inference/remote/address.h"
#include "inference/remote/embedding_api.h"
#include "inference/remote/json_answer.h"
#include "inference/remote/remote_embedder.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

using nlohmann::json;
using MakeApi = std::unique_ptr<EmbeddingApi> (*)(const ApiSettings&);

struct Provider {
  ProviderPlace place;
  MakeApi make_api;
};

constexpr std::array kProviders = {
    Provider{{"ollama", "http://localhost:11434", "OLLAMA_HOST", {}}, ollama_api},
    Provider{{"openai", "https://api.openai.com/v1", "OPENAI_BASE_URL", {"OPENAI_API_KEY", ""}}, openai_api},
    Provider{{"gemini", "https://generativelanguage.googleapis.com/v1beta", "GEMINI_BASE_URL", {"GEMINI_API_KEY", "GOOGLE_API_KEY"}},
             gemini_api},
    Provider{{"voyage", "https://api.voyageai.com/v1", "VOYAGE_BASE_URL", {"VOYAGE_API_KEY", ""}}, voyage_api},
};

struct KnownDimensions {
  std::string_view model;
  std::uint32_t dimensions;
};

constexpr std::array kKnownDimensions = {
    KnownDimensions{"text-embedding-3-small", 1536},
    KnownDimensions{"text-embedding-3-large", 3072},
    KnownDimensions{"text-embedding-ada-002", 1536},
    KnownDimensions{"gemini-embedding-001", 3072},
    KnownDimensions{"voyage-code-3", 1024},
    KnownDimensions{"voyage-3-large", 1024},
    KnownDimensions{"voyage-3.5", 1024},
    KnownDimensions{"voyage-3.5-lite", 1024},
};

const Provider* find_provider(std::string_view name) {
  const auto found = std::ranges::find(kProviders, name, [](const Provider& provider) { return provider.place.name; });
  return found == kProviders.end() ? nullptr : &*found;
}

/// Dimensions and version from Ollama's description of a model; nothing is loaded.
Status describe_ollama_model(RemoteSettings& settings, const ApiSettings& api, const CancelToken& cancel) {
  const http::HttpRequest show{
      .url = api.base_url + "/api/show", .headers = {"Content-Type: application/json"}, .body = json{{"model", api.model}}.dump()};
  GROVE_ASSIGN_OR_RETURN(const std::string description, ask(settings.server, {doing_of(settings), show, settings.retry}, cancel));
  if (settings.info.dimensions == 0) settings.info.dimensions = read_ollama_dimensions(description);
  const http::HttpRequest list{.url = api.base_url + "/api/tags", .headers = {}, .body = {}};
  GROVE_ASSIGN_OR_RETURN(const std::string tags, ask(settings.server, {doing_of(settings), list, settings.retry}, cancel));
  const std::string digest = read_ollama_digest(tags, api.model);
  if (!digest.empty()) settings.info.fingerprint = digest + " ";
  return {};
}

Status find_dimensions(RemoteSettings& settings, const ApiSettings& api, const CancelToken& cancel) {
  if (settings.info.provider == "ollama") GROVE_RETURN_IF_ERROR(describe_ollama_model(settings, api, cancel));
  if (settings.info.dimensions > 0) return {};
  const auto known = std::ranges::find(kKnownDimensions, api.model, &KnownDimensions::model);
  if (known != kKnownDimensions.end()) {
    settings.info.dimensions = known->dimensions;
    return {};
  }
  const std::string text = "int main() { return 0; }";
  GROVE_ASSIGN_OR_RETURN(const auto vectors, ask_for_vectors(settings, {&text, 1}, TextRole::kPassage, cancel));
  settings.info.dimensions = static_cast<std::uint32_t>(vectors[0].size());
  return {};
}

/// A server that breaks off, takes too long or answers without end may do better later, as one that is away.
Error as_away(Error error) {
  const bool is_its_fault = error.code == ErrorCode::kIo || error.code == ErrorCode::kTimeout || error.code == ErrorCode::kResourceLimit;
  if (is_its_fault) error.code = ErrorCode::kUnavailable;
  return error;
}

/// Longer than our own grace, so that the server releases the model by itself only where we could not.
std::int64_t seconds_for_ollama(const KeepAlive& keep_alive) {
  constexpr std::int64_t kForGood = -1;
  constexpr std::int64_t kLeast = 300;
  return keep_alive.grace ? std::max(keep_alive.grace->count() + kLeast, kLeast) : kForGood;
}

}  // namespace

bool is_remote_provider(std::string_view provider) { return find_provider(provider) != nullptr; }

Result<EmbedderSource> find_remote_model(const RemoteRequest& request, const CancelToken& cancel) {
  const Provider* const provider = find_provider(request.provider);
  if (provider == nullptr || !is_plain_name(request.model)) {
    return fail(ErrorCode::kInvalidArgument,
                "cannot embed with \"" + request.provider + ":" + request.model + "\": that is no name of a model");
  }
  ApiSettings api{.model = request.model, .dimensions = request.dimensions, .keep_seconds = seconds_for_ollama(request.keep_alive)};
  const std::string doing = "cannot embed with " + request.model + " of " + request.provider;
  GROVE_ASSIGN_OR_RETURN(const Address address, find_address(provider->place, request.base_url, request.environment, doing));
  api.base_url = address.base_url;
  api.key = address.key;
  const std::shared_ptr<const EmbeddingApi> wire = provider->make_api(api);
  RemoteSettings settings{
      .info = {.provider = request.provider, .model = request.model, .dimensions = request.dimensions, .fingerprint = {}},
      .server = {.client = model_server_client(),
                 .pacer = std::make_shared<http::Pacer>(request.rates, system_clock()),
                 .names = wire->names(),
                 .secret = api.key},
      .api = wire,
      .retry = request.retry,
      .on_release = {}};
  if (auto found = find_dimensions(settings, api, cancel); !found) return std::unexpected(as_away(std::move(found).error()));
  settings.info.fingerprint += std::to_string(settings.info.dimensions) + " " + std::string(kLayoutVersion);
  if (request.provider == "ollama") {
    settings.on_release = [client = settings.server.client, unload = ollama_unload_request(api)] {
      (void)client->send(unload, CancelToken());
    };
  }
  return EmbedderSource{.info = settings.info,
                        .is_immediate = false,
                        .passages_at_once = wire->limits().texts,
                        .is_paid = is_paid_provider(request.provider) && address.base_url == provider->place.base_url,
                        .load = [settings]() -> Result<std::unique_ptr<Embedder>> { return make_remote_embedder(settings); }};
}

}  // namespace grove::inference
