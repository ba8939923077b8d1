#pragma once

#include <memory>
#include <string>
#include <vector>

#include "corpus/registry.h"
#include "engine/answering/ranking.h"
#include "engine/answering/request_documents.h"
#include "engine/answering/summary_documents.h"
#include "engine/answering/type_views.h"
#include "engine/data_directory.h"
#include "engine/engine.h"
#include "engine/entity_mentions.h"
#include "engine/graph_snapshots.h"
#include "engine/index_meta.h"
#include "engine/model_slot.h"
#include "engine/navigation/calls.h"
#include "engine/navigation/known_uses.h"
#include "engine/navigation/unresolved.h"
#include "engine/navigation/web_models.h"
#include "engine/repositories.h"
#include "engine/snapshots.h"
#include "engine/topology/package_sets.h"
#include "engine/unit_code.h"

namespace grove::engine {

/// The engine over a data directory on this machine.
class LocalEngine final : public Engine {
 public:
  LocalEngine(const EngineOptions& options, std::unique_ptr<corpus::Registry> registry);

  Result<std::vector<RepositoryState>> repositories() override;
  Result<RepositoryState> repository(const std::string& name_or_id) override;
  Result<Repository> add(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel) override;
  Result<Repository> update(const UpdateRequest& request) override;
  Result<Repository> remove(const std::string& name_or_id) override;
  Result<Topology> topology() override;
  Result<Topology> change_topology(const TopologyChange& change) override;
  Result<Suggestions> suggestions(const SuggestionRequest& request, const CancelToken& cancel) override;
  Result<ingest::IngestReport> index(const IndexRequest& request, ProgressSink& progress, const CancelToken& cancel) override;
  Result<Watched> watch(const std::string& name_or_id, const WatchOptions& options) override;
  Result<SearchResult> search(const SearchCommand& command, const CancelToken& cancel) override;
  Result<Outline> outline(const OutlineRequest& request, const CancelToken& cancel) override;
  Result<Definitions> definition(const SymbolRequest& request, const CancelToken& cancel) override;
  Result<References> references(const SymbolRequest& request, const CancelToken& cancel) override;
  Result<Calls> callers(const CallRequest& request, const CancelToken& cancel) override;
  Result<Calls> callees(const CallRequest& request, const CancelToken& cancel) override;
  Result<EndpointList> endpoints(const EndpointRequest& request, const CancelToken& cancel) override;
  Result<Flows> flows(const FlowRequest& request, const CancelToken& cancel) override;
  Result<ApiLinkList> links(const LinkRequest& request, const CancelToken& cancel) override;
  Result<ServiceMap> services(const ServiceRequest& request, const CancelToken& cancel) override;
  Result<Answer> answer(const Question& question, const CancelToken& cancel) override;
  Result<SummaryReport> summarize(const SummaryRequest& request, ProgressSink& progress, const CancelToken& cancel) override;
  Result<TypeViews> types(const SymbolRequest& request, const CancelToken& cancel) override;
  Result<TypeViews> beans(const BeanRequest& request, const CancelToken& cancel) override;
  Result<FileText> file(const OutlineRequest& request, const CancelToken& cancel) override;
  Result<Stats> stats() override;
  Result<std::vector<Coverage>> coverage(const std::vector<std::string>& names) override;
  Result<std::vector<Check>> doctor() override;
  Result<ModelReport> model_status() override;
  Result<ModelReport::Stored> pull_model(const PullRequest& request, ProgressSink& progress, const CancelToken& cancel) override;
  Status unload_model() override;
  Result<Readiness> warm_up() override;
  Result<std::vector<std::string>> repositories_to_embed() override;

 private:
  /// What is searched, with the bookkeeping around it.
  struct Searched {
    std::vector<search::Scope> scopes;
    std::vector<std::optional<Relation>> relations;  // one a scope
    std::uint64_t units = 0, vectors = 0, other_vectors = 0;
  };
  Result<std::vector<Repository>> named(const std::vector<std::string>& names);
  /// kNotFound where nothing suggests that the one depends on the other, and nobody said so.
  Status check_suggested(const TopologyChange& change);
  Result<std::vector<ScopedRepository>> scoped(const RepositoryScope& scope);
  Result<Searched> open_scopes(const SearchCommand& command, const CancelToken& cancel, SearchResult& result);
  /// Null where words answer alone; says in the result how far the vectors are.
  Result<inference::ResidentEmbedder*> embedder_for(const SearchCommand& command, const Searched& searched, const CancelToken& cancel,
                                                    SearchResult& result);
  /// Null where nothing is to be reranked; where it was asked for, the result says why.
  inference::Reranker* reranker_for(const SearchCommand& command, SearchResult& result);
  Result<UnitHit> show(const search::Hit& hit, const search::Scope& scope, const CancelToken& cancel, SearchResult& result);
  Result<AnswerHit> show_answer(const Candidate& candidate, const ReadQuestion& question, const AnswerSources& sources,
                                const CancelToken& cancel);
  /// One a scope; null where there is no graph.
  Result<std::vector<std::shared_ptr<const RequestDocuments>>> requests_of(const std::vector<search::Scope>& scopes,
                                                                           const CancelToken& cancel);
  Result<std::vector<std::shared_ptr<const SummaryDocuments>>> summaries_of(const std::vector<search::Scope>& scopes,
                                                                            const CancelToken& cancel);
  /// Keeps what a TypeKnowledge borrows.
  struct KeptKnowledge {
    std::shared_ptr<const TypeRoles> roles;
    std::shared_ptr<const RequestDocuments> requests;
    std::shared_ptr<const SummaryDocuments> summaries;
  };
  Result<TypeKnowledge> knowledge_of(const GraphScope& scope, KeptKnowledge& kept, const CancelToken& cancel);
  std::optional<ModelReport::Reranker> reranker_status();
  /// What a symbol that was asked for means.
  struct Asked {
    std::vector<GraphScope> scopes;
    std::vector<Meaning> meanings;  // of those; likeliest first, some hundred at most
    std::size_t total = 0;
    bool has_pending_changes = false;
    std::vector<std::string> warnings;
  };
  enum class Named { kAll, kSome };
  /// The graphs of some repositories; one that is damaged is an error where it was named. Fills all but the meanings.
  Result<Asked> open_graphs(const std::vector<Repository>& chosen, Named how);
  Status add_other_scopes(const std::vector<Repository>& chosen, std::vector<GraphScope>& scopes, const CancelToken& cancel);
  Result<Asked> ask(const SymbolRequest& request);
  Result<std::shared_ptr<const WebPrograms>> all_programs(const std::vector<std::string>& asked_for, std::vector<GraphScope>& scopes,
                                                          const CancelToken& cancel);
  static std::vector<SymbolHit> briefly(const std::vector<Meaning>& meanings, std::size_t limit);
  Result<Calls> calls(const CallRequest& request, CallDirection direction, const CancelToken& cancel);
  /// After an index run: the repository as it stands then, renamed perhaps.
  Result<ingest::IngestReport> index_registered(Repository repository, const IndexRequest& request, ProgressSink& progress,
                                                const CancelToken& cancel);
  Result<Repository> note_indexed(const std::string& id, std::optional<std::string> commit);
  void warn_of_dimensions(const inference::EmbedderInfo& model, ingest::IngestReport& report) const;
  /// For `index_meta.json`, after whatever changes what it says.
  void note_provenance();
  RepositoryState state_of(const Repository& repository);
  /// Somebody watches it and knows of changes that are not indexed yet.
  bool has_pending_changes(const Repository& repository) const;
  Result<std::shared_ptr<const index::UnitIndex>> snapshot(const Repository& repository);
  /// Of the present model; empty without vectors.
  index::VectorSpace space(std::chrono::milliseconds longest = patience::kOfLists, const CancelToken& cancel = {});

  EngineOptions options_;
  DataDirectory directory_;
  std::unique_ptr<corpus::Registry> registry_;
  Repositories repositories_;
  ModelSlot model_;
  RerankerSlot reranker_;
  IndexMeta index_meta_;
  Snapshots snapshots_;
  GraphSnapshots graphs_;
  IndexedFacts facts_;
  RequestDocumentSets request_documents_;
  TypeRoleSets type_roles_;
  SummarySets summaries_;
  std::unique_ptr<inference::ChatModel> chat_;  // null for none
  UnitReader units_;
  EntityMentions mentions_;
  WebModels web_models_;
  KnownUses known_uses_;
  PackageSets packages_;
};

}  // namespace grove::engine
