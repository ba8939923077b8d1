#include "inference/open_embedder.h"

#include "inference/llama/llama_embedder.h"
#include "inference/remote/remote_source.h"
#include "inference/static/static_embedder.h"
#include "inference/store/model_store.h"

namespace grove::inference {
namespace {

struct ModelName {
  std::string provider;
  std::string name;
};

ModelName parse_model(const std::string& model) {
  const std::size_t colon = model.find(':');
  if (model == "ollama" || model == "ollama:") return {.provider = "ollama", .name = std::string(kOllamaModel)};
  if (colon == std::string::npos) return {.provider = model.empty() ? "static" : model, .name = {}};
  return {.provider = model.substr(0, colon), .name = model.substr(colon + 1)};
}

EmbedderSource static_source() {
  return {.info = static_embedder_info(), .is_immediate = true, .load = [] { return open_static_embedder(); }};
}

/// A model in a file, or in the models folder by its name.
Result<EmbedderSource> find_local(const EmbedderSettings& settings, const std::string& name) {
  if (is_gguf_path(name)) return find_llama_model({.path = name, .threads = settings.threads});
  GROVE_ASSIGN_OR_RETURN(const StoredModel stored, ModelStore(settings.models_folder).find(name));
  return find_llama_model({.path = stored.path, .name = stored.name, .threads = settings.threads});
}

Result<EmbedderSource> find_source(const EmbedderSettings& settings, const CancelToken& cancel) {
  const ModelName model = parse_model(settings.model);
  if (model.provider == "static" && model.name.empty()) return static_source();
  if (model.provider == "llama") return find_local(settings, model.name);
  if (is_remote_provider(model.provider)) {
    return find_remote_model({.provider = model.provider,
                              .model = model.name,
                              .base_url = settings.base_url,
                              .dimensions = settings.dimensions,
                              .keep_alive = settings.keep_alive,
                              .environment = settings.environment,
                              .retry = settings.retry,
                              .rates = settings.rates},
                             cancel);
  }
  if (model.name.empty()) return find_local(settings, settings.model);
  return fail(ErrorCode::kInvalidArgument,
              "cannot open embedding model \"" + settings.model + "\": there is no provider \"" + model.provider + "\"",
              "write static, llama:NAME, ollama:" + settings.model + ", openai:NAME, gemini:NAME or voyage:NAME");
}

}  // namespace

Result<std::unique_ptr<ResidentEmbedder>> open_embedder(const EmbedderSettings& settings, const CancelToken& cancel) {
  GROVE_RETURN_IF_ERROR(cancel.check());
  GROVE_ASSIGN_OR_RETURN(EmbedderSource source, find_source(settings, cancel));
  const KeepAlive keep_alive = source.is_immediate ? KeepAlive{.grace = std::nullopt} : settings.keep_alive;
  return std::make_unique<ResidentEmbedder>(std::move(source), keep_alive, *settings.clock);
}

}  // namespace grove::inference
