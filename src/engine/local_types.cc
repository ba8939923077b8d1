#include <algorithm>
#include <iterator>

#include "engine/local_engine.h"

// LocalEngine's answers about types: what one is, and which are beans.
namespace grove::engine {

Result<TypeKnowledge> LocalEngine::knowledge_of(const GraphScope& scope, KeptKnowledge& kept, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(kept.roles, type_roles_.of(scope, cancel));
  GROVE_ASSIGN_OR_RETURN(kept.requests, request_documents_.of(scope, {.models = web_models_, .texts = units_}, cancel));
  GROVE_ASSIGN_OR_RETURN(kept.summaries, summaries_.of(scope, cancel));
  return TypeKnowledge{.roles = kept.roles.get(), .requests = kept.requests.get(), .summaries = kept.summaries.get()};
}

Result<TypeViews> LocalEngine::types(const SymbolRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(Asked asked, ask(request));
  std::erase_if(asked.meanings, [](const Meaning& one) { return !is_type(one.scope->declarations().symbol(one.symbol).kind); });
  if (asked.meanings.empty())
    return fail(ErrorCode::kNotFound, "`" + request.symbol + "` is the name of no type", "`grove symbol` shows what it is.");
  TypeViews found;
  found.total = asked.meanings.size();
  found.stale = asked.has_pending_changes;
  found.warnings = std::move(asked.warnings);
  const TypeShower shower(units_, facts_);
  for (std::size_t i = std::min(request.skip, found.total); i < found.total && found.types.size() < request.limit; ++i) {
    KeptKnowledge kept;
    GROVE_ASSIGN_OR_RETURN(const TypeKnowledge knowledge, knowledge_of(*asked.meanings[i].scope, kept, cancel));
    bool changed = false;
    GROVE_ASSIGN_OR_RETURN(TypeView view, shower.whole(asked.meanings[i], knowledge, cancel, changed));
    found.types.push_back(std::move(view));
    found.stale = found.stale || changed;
  }
  return found;
}

Result<TypeViews> LocalEngine::beans(const BeanRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> chosen, named(request.repositories));
  GROVE_ASSIGN_OR_RETURN(Asked asked, open_graphs(chosen, request.repositories.empty() ? Named::kAll : Named::kSome));
  TypeViews found;
  found.stale = asked.has_pending_changes;
  found.warnings = std::move(asked.warnings);
  const TypeShower shower(units_, facts_);
  for (const GraphScope& scope : asked.scopes) {
    KeptKnowledge kept;
    GROVE_ASSIGN_OR_RETURN(const TypeKnowledge knowledge, knowledge_of(scope, kept, cancel));
    for (const auto& [symbol, place] : *kept.roles) {
      const bool is_bean = place.layer == graph::web::Layer::kService && scope.declarations().symbol(symbol).kind == Kind::kClass;
      if (!is_bean) continue;  // annotations that carry `@Service` make beans and are none
      GROVE_ASSIGN_OR_RETURN(TypeView view, shower.brief({.scope = &scope, .symbol = symbol}, knowledge, cancel));
      if (!says_all(view, request.query)) continue;
      if (found.total++ >= request.skip && found.types.size() < request.limit) found.types.push_back(std::move(view));
    }
    std::ranges::move(web_models_.gaps_of(scope), std::back_inserter(found.warnings));
  }
  return found;
}

}  // namespace grove::engine
