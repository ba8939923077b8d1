#include "engine/navigation/web_models.h"

#include "corpus/corpus.h"
#include "engine/navigation/corpus_facts.h"

namespace grove::engine {

std::shared_ptr<const graph::web::WebModel> WebModels::known(const GraphScope& scope) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(scope.repository.id);
  return found != known_.end() && found->second.generation == scope.graph->generation() ? found->second.model : nullptr;
}

Result<std::shared_ptr<const graph::web::WebModel>> WebModels::of(const GraphScope& scope, const CancelToken& cancel) {
  if (auto model = known(scope)) return model;
  const std::lock_guard making(making_);
  if (auto model = known(scope)) return model;
  GROVE_ASSIGN_OR_RETURN(const auto corpus,
                         corpus::Corpus::open(directory_.repository(scope.repository.id), corpus::Corpus::Access::kRead));
  CorpusFacts facts(*corpus, scope.declarations());
  const auto uses = [&](graph::FileId file) { return scope.graph->uses_in_file(file); };
  GROVE_ASSIGN_OR_RETURN(auto model, graph::web::make_web_model(scope.declarations(), uses, facts, cancel));
  const std::lock_guard lock(mutex_);
  known_[scope.repository.id] = {.generation = scope.graph->generation(), .model = model};
  return model;
}

void WebModels::forget(const std::string& repository_id) {
  const std::lock_guard lock(mutex_);
  known_.erase(repository_id);
}

}  // namespace grove::engine
