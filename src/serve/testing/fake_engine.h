#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace grove::serve {

/// An engine that remembers what it was asked and answers with what a test put in.
class FakeEngine final : public engine::Engine {
 public:
  engine::RepositoryState shop;
  engine::SearchResult found;
  engine::FileText text;
  engine::SearchCommand asked;
  engine::CallRequest asked_calls = {};
  engine::Calls found_calls;
  engine::EndpointRequest asked_endpoints = {};
  engine::EndpointList endpoint_list;
  engine::FlowRequest asked_flows = {};
  engine::Flows found_flows = {};
  engine::ServiceRequest asked_services = {};
  engine::ApiLinkList found_links = {};
  engine::LinkRequest asked_links = {};
  engine::ServiceMap service_map = {};
  engine::Question asked_question = {};
  engine::Answer found_answer = {};
  engine::TypeViews found_types = {};
  std::string asked_type;
  engine::BeanRequest asked_beans = {};
  engine::Coverage coverage_of = {};  ///< Of any repository.
  engine::IndexRequest indexed;
  engine::AddRequest added;
  std::string removed;
  Topology known_topology = {};
  TopologyChange changed = {};
  engine::SuggestionRequest asked_suggestions = {};
  engine::Suggestions found_suggestions = {};
  std::optional<Error> failure;  ///< Of every call.
  std::optional<Error> index_failure;
  bool throws = false;
  engine::Readiness readiness;
  std::atomic<bool> indexing_waits = false;  ///< Indexing goes on until it is cancelled or this is taken back.

  FakeEngine();
  Result<std::vector<engine::RepositoryState>> repositories() override;
  Result<engine::RepositoryState> repository(const std::string& name) override;
  Result<Repository> add(const engine::AddRequest& request, ProgressSink&, const CancelToken&) override;
  Result<Repository> update(const engine::UpdateRequest& request) override;
  Result<Repository> remove(const std::string& name) override;
  Result<Topology> topology() override;
  Result<Topology> change_topology(const TopologyChange& change) override;
  Result<engine::Suggestions> suggestions(const engine::SuggestionRequest& request, const CancelToken&) override;
  Result<ingest::IngestReport> index(const engine::IndexRequest& request, ProgressSink&, const CancelToken&) override;
  Result<engine::Watched> watch(const std::string& name, const engine::WatchOptions&) override;
  Result<engine::SearchResult> search(const engine::SearchCommand& command, const CancelToken&) override;
  Result<engine::Outline> outline(const engine::OutlineRequest&, const CancelToken&) override;
  Result<engine::Definitions> definition(const engine::SymbolRequest& request, const CancelToken&) override;
  Result<engine::References> references(const engine::SymbolRequest& request, const CancelToken&) override;
  Result<engine::Calls> callers(const engine::CallRequest& request, const CancelToken&) override;
  Result<engine::Calls> callees(const engine::CallRequest& request, const CancelToken&) override;
  Result<engine::EndpointList> endpoints(const engine::EndpointRequest& request, const CancelToken&) override;
  Result<engine::Flows> flows(const engine::FlowRequest& request, const CancelToken&) override;
  Result<engine::ApiLinkList> links(const engine::LinkRequest& request, const CancelToken& cancel) override;
  Result<engine::ServiceMap> services(const engine::ServiceRequest& request, const CancelToken&) override;
  Result<engine::Answer> answer(const engine::Question& question, const CancelToken&) override;
  Result<engine::TypeViews> types(const engine::SymbolRequest& request, const CancelToken&) override;
  Result<engine::SummaryReport> summarize(const engine::SummaryRequest& request, ProgressSink&, const CancelToken&) override;
  Result<engine::TypeViews> beans(const engine::BeanRequest& request, const CancelToken&) override;
  Result<engine::FileText> file(const engine::OutlineRequest& request, const CancelToken&) override;
  Result<engine::Stats> stats() override;
  Result<std::vector<engine::Coverage>> coverage(const std::vector<std::string>&) override;
  Result<std::vector<engine::Check>> doctor() override;
  Result<engine::ModelReport> model_status() override;
  Result<engine::ModelReport::Stored> pull_model(const engine::PullRequest&, ProgressSink&, const CancelToken&) override;
  Status unload_model() override;
  Result<engine::Readiness> warm_up() override;
  Result<std::vector<std::string>> repositories_to_embed() override;

 private:
  template <class T>
  Result<T> answered(T value) {
    if (throws) throw std::runtime_error("broken");
    if (failure) return std::unexpected(*failure);
    return value;
  }
};

}  // namespace grove::serve
