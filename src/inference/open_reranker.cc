#include "inference/open_reranker.h"

#include <algorithm>

#include "inference/llama/llama_embedder.h"
#include "inference/remote/remote_reranker.h"
#include "inference/store/model_store.h"

namespace grove::inference {
namespace {

Result<RerankerSource> find_local(const RerankerSettings& settings) {
  constexpr std::string_view kProvider = "llama:";
  const std::string model = settings.model.starts_with(kProvider) ? settings.model.substr(kProvider.size()) : settings.model;
  LlamaRequest request{.path = model, .threads = settings.threads};
  if (!is_gguf_path(model)) {
    GROVE_ASSIGN_OR_RETURN(const StoredModel stored, ModelStore(settings.models_folder).find(model));
    request.path = stored.path;
    request.name = stored.name;
  }
  return find_llama_reranker(request);
}

Result<RerankerSource> find_source(const RerankerSettings& settings) {
  const std::size_t colon = std::min(settings.model.find(':'), settings.model.size());
  const std::string provider = settings.model.substr(0, colon);
  if (!is_rerank_provider(provider)) return find_local(settings);
  return find_remote_reranker({.provider = provider,
                               .model = settings.model.substr(std::min(colon + 1, settings.model.size())),
                               .base_url = settings.base_url,
                               .environment = settings.environment,
                               .retry = settings.retry,
                               .rates = settings.rates});
}

}  // namespace

Result<std::unique_ptr<ResidentReranker>> open_reranker(const RerankerSettings& settings) {
  GROVE_ASSIGN_OR_RETURN(RerankerSource source, find_source(settings));
  return std::make_unique<ResidentReranker>(std::move(source), settings.keep_alive, *settings.clock);
}

}  // namespace grove::inference
