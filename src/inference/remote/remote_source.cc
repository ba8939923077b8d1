#include "inference/remote/remote_source.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "base/text.h"
#include "inference/remote/embedding_api.h"
#include "inference/remote/json_answer.h"
#include "inference/remote/remote_embedder.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

using nlohmann::json;
using MakeApi = std::unique_ptr<EmbeddingApi> (*)(const ApiSettings&);

struct Provider {
  std::string_view name;
  MakeApi make_api;
  std::string_view base_url;
  std::string_view base_url_variable;
  std::array<std::string_view, 2> key_variables;  // the first that is set
};

constexpr std::array kProviders = {
    Provider{"ollama", ollama_api, "http://localhost:11434", "OLLAMA_HOST", {}},
    Provider{"openai", openai_api, "https://api.openai.com/v1", "OPENAI_BASE_URL", {"OPENAI_API_KEY", ""}},
    Provider{
        "gemini", gemini_api, "https://generativelanguage.googleapis.com/v1beta", "GEMINI_BASE_URL", {"GEMINI_API_KEY", "GOOGLE_API_KEY"}},
    Provider{"voyage", voyage_api, "https://api.voyageai.com/v1", "VOYAGE_BASE_URL", {"VOYAGE_API_KEY", ""}},
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
  const auto found = std::ranges::find(kProviders, name, &Provider::name);
  return found == kProviders.end() ? nullptr : &*found;
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::string_view("._-:/@").contains(c);
  });
}

/// OLLAMA_HOST may be a bare host, with or without a port, or the address the server listens on.
std::string complete_ollama_url(std::string url) {
  if (!url.contains("://")) url = "http://" + url;
  const std::size_t host = url.find("://") + 3;
  if (url.find(':', host) == std::string::npos && url.starts_with("http://"))
    url.insert(std::min(url.find('/', host), url.size()), ":11434");
  if (url.compare(host, 7, "0.0.0.0") == 0) url.replace(host, 7, "127.0.0.1");
  return url;
}

Result<std::string> base_url_of(const Provider& provider, const RemoteRequest& request) {
  std::string url = request.base_url;
  if (url.empty()) url = request.environment(std::string(provider.base_url_variable)).value_or("");
  url = std::string(trim(url));
  if (url.empty()) url = provider.base_url;
  if (provider.name == "ollama") url = complete_ollama_url(std::move(url));
  while (url.ends_with('/')) url.pop_back();
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    return fail(ErrorCode::kInvalidArgument, "cannot embed with " + std::string(provider.name) + ": \"" + url + "\" is not an address",
                "write http://… or https://… in " + std::string(provider.base_url_variable));
  }
  return url;
}

/// Servers of one's own often need no key; the providers do.
Result<std::string> key_of(const Provider& provider, const RemoteRequest& request, const std::string& base_url) {
  for (const std::string_view variable : provider.key_variables) {
    if (variable.empty()) continue;
    const std::string value = request.environment(std::string(variable)).value_or("");
    std::string key(trim(value));
    if (key.empty()) continue;
    if (std::ranges::all_of(key, [](unsigned char c) { return c > 0x20 && c < 0x7F; })) return key;
    return fail(ErrorCode::kInvalidArgument, "cannot embed with " + std::string(provider.name) + ": the key in " + std::string(variable) +
                                                 " has blanks or control characters in it");
  }
  if (provider.key_variables[0].empty() || base_url != provider.base_url) return std::string();
  return fail(ErrorCode::kUnavailable, "cannot embed with " + request.model + " of " + std::string(provider.name) + ": there is no key",
              "set " + std::string(provider.key_variables[0]) + " in the environment");
}

/// Dimensions and version from Ollama's description of a model; nothing is loaded.
Status describe_ollama_model(RemoteSettings& settings, const ApiSettings& api, const CancelToken& cancel) {
  const HttpRequest show{
      .url = api.base_url + "/api/show", .headers = {"Content-Type: application/json"}, .body = json{{"model", api.model}}.dump()};
  GROVE_ASSIGN_OR_RETURN(const std::string description, ask(settings, show, cancel));
  if (settings.info.dimensions == 0) settings.info.dimensions = read_ollama_dimensions(description);
  GROVE_ASSIGN_OR_RETURN(const std::string tags, ask(settings, {.url = api.base_url + "/api/tags", .headers = {}, .body = {}}, cancel));
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
  GROVE_ASSIGN_OR_RETURN(api.base_url, base_url_of(*provider, request));
  GROVE_ASSIGN_OR_RETURN(api.key, key_of(*provider, request, api.base_url));
  RemoteSettings settings{
      .info = {.provider = request.provider, .model = request.model, .dimensions = request.dimensions, .fingerprint = {}},
      .client = std::make_shared<HttpClient>(),
      .api = provider->make_api(api),
      .retry = request.retry,
      .secret = api.key,
      .on_release = {}};
  GROVE_RETURN_IF_ERROR(find_dimensions(settings, api, cancel));
  settings.info.fingerprint += std::to_string(settings.info.dimensions) + " " + std::string(kLayoutVersion);
  if (request.provider == "ollama") {
    settings.on_release = [client = settings.client, unload = ollama_unload_request(api)] { (void)client->send(unload, CancelToken()); };
  }
  return EmbedderSource{.info = settings.info, .is_immediate = false, .load = [settings]() -> Result<std::unique_ptr<Embedder>> {
                          return make_remote_embedder(settings);
                        }};
}

}  // namespace grove::inference
