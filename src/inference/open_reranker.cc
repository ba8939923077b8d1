#include "inference/open_reranker.h"

#include "inference/llama/llama_embedder.h"
#include "inference/store/model_store.h"

namespace grove::inference {

Result<std::unique_ptr<ResidentReranker>> open_reranker(const RerankerSettings& settings) {
  constexpr std::string_view kProvider = "llama:";
  const std::string model = settings.model.starts_with(kProvider) ? settings.model.substr(kProvider.size()) : settings.model;
  LlamaRequest request{.path = model, .threads = settings.threads};
  if (!is_gguf_path(model)) {
    GROVE_ASSIGN_OR_RETURN(const StoredModel stored, ModelStore(settings.models_folder).find(model));
    request.path = stored.path;
    request.name = stored.name;
  }
  GROVE_ASSIGN_OR_RETURN(RerankerSource source, find_llama_reranker(request));
  return std::make_unique<ResidentReranker>(std::move(source), settings.keep_alive, *settings.clock);
}

}  // namespace grove::inference
