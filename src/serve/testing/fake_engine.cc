#include "serve/testing/fake_engine.h"

#include <chrono>
#include <stdexcept>
#include <thread>

namespace grove::serve {

FakeEngine::FakeEngine() {
  shop.repository = {.id = "r1", .name = "shop", .root = "/src/shop", .url = {}, .branch = {}, .subpath = {}, .commit = "c0ffee"};
  shop.repository.added_at_ms = 1000;
  shop.state = engine::RepositoryState::State::kReady;
  shop.index.units = 12;
}

Result<std::vector<engine::RepositoryState>> FakeEngine::repositories() { return answered(std::vector{shop}); }

Result<engine::RepositoryState> FakeEngine::repository(const std::string& name) {
  if (name != "shop" && name != "r1") return fail(ErrorCode::kNotFound, "there is no repository `" + name + "`", "did you mean `shop`?");
  return answered(shop);
}

Result<Repository> FakeEngine::add(const engine::AddRequest& request, ProgressSink&, const CancelToken&) {
  added = request;
  return answered(shop.repository);
}

Result<Repository> FakeEngine::update(const engine::UpdateRequest& request) {
  if (request.name) shop.repository.name = *request.name;
  return answered(shop.repository);
}

Result<Repository> FakeEngine::remove(const std::string& name) {
  removed = name;
  return answered(shop.repository);
}

Result<Topology> FakeEngine::topology() { return answered(known_topology); }

Result<Topology> FakeEngine::change_topology(const TopologyChange& change) {
  changed = change;
  return answered(known_topology);
}

Result<engine::Suggestions> FakeEngine::suggestions(const engine::SuggestionRequest& request, const CancelToken&) {
  asked_suggestions = request;
  return answered(found_suggestions);
}

Result<ingest::IngestReport> FakeEngine::index(const engine::IndexRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  indexed = request;
  progress.report({.stage = "reading", .done = 1, .total = 3, .unit = "files", .subject = "shop"});
  while (indexing_waits) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (index_failure) return std::unexpected(*index_failure);
  ingest::IngestReport report;
  report.name = "shop";
  report.added = 3;
  report.skipped.push_back({"logo.png", "binary"});
  return answered(std::move(report));
}

Result<engine::Watched> FakeEngine::watch(const std::string& name, const engine::WatchOptions&) {
  return fail(ErrorCode::kInvalidArgument, "cannot watch " + name + ": it is a fake");
}

Result<engine::SearchResult> FakeEngine::search(const engine::SearchCommand& command, const CancelToken&) {
  asked = command;
  return answered(found);
}

Result<engine::Outline> FakeEngine::outline(const engine::OutlineRequest&, const CancelToken&) { return answered(engine::Outline{}); }
Result<engine::Definitions> FakeEngine::definition(const engine::SymbolRequest&, const CancelToken&) {
  return answered(engine::Definitions{});
}
Result<engine::References> FakeEngine::references(const engine::SymbolRequest&, const CancelToken&) {
  return answered(engine::References{});
}
Result<engine::Calls> FakeEngine::callers(const engine::CallRequest& request, const CancelToken&) {
  asked_calls = request;
  return answered(found_calls);
}
Result<engine::Calls> FakeEngine::callees(const engine::CallRequest& request, const CancelToken&) {
  asked_calls = request;
  return answered(found_calls);
}
Result<engine::EndpointList> FakeEngine::endpoints(const engine::EndpointRequest& request, const CancelToken&) {
  asked_endpoints = request;
  return answered(endpoint_list);
}
Result<engine::Flows> FakeEngine::flows(const engine::FlowRequest& request, const CancelToken&) {
  asked_flows = request;
  return answered(found_flows);
}
Result<engine::ApiLinkList> FakeEngine::links(const engine::LinkRequest& request, const CancelToken&) {
  asked_links = request;
  return answered(found_links);
}
Result<engine::ServiceMap> FakeEngine::services(const engine::ServiceRequest& request, const CancelToken&) {
  asked_services = request;
  return answered(service_map);
}
Result<engine::Answer> FakeEngine::answer(const engine::Question& question, const CancelToken&) {
  asked_question = question;
  return answered(found_answer);
}
Result<engine::SummaryReport> FakeEngine::summarize(const engine::SummaryRequest& request, ProgressSink&, const CancelToken&) {
  return answered(engine::SummaryReport{.repository = request.repository, .model = {}, .warnings = {}});
}
Result<engine::TypeViews> FakeEngine::types(const engine::SymbolRequest& request, const CancelToken&) {
  asked_type = request.symbol;
  return answered(found_types);
}
Result<engine::TypeViews> FakeEngine::beans(const engine::BeanRequest& request, const CancelToken&) {
  asked_beans = request;
  return answered(found_types);
}
Result<engine::FileText> FakeEngine::file(const engine::OutlineRequest&, const CancelToken&) { return answered(text); }
Result<engine::Stats> FakeEngine::stats() { return answered(engine::Stats{}); }
Result<std::vector<engine::Coverage>> FakeEngine::coverage(const std::vector<std::string>&) {
  return answered(std::vector<engine::Coverage>{coverage_of});
}
Result<std::vector<engine::Check>> FakeEngine::doctor() { return answered(std::vector<engine::Check>{}); }
Result<engine::ModelReport> FakeEngine::model_status() { return answered(engine::ModelReport{}); }

Result<engine::ModelReport::Stored> FakeEngine::pull_model(const engine::PullRequest&, ProgressSink&, const CancelToken&) {
  return answered(engine::ModelReport::Stored{});
}

Status FakeEngine::unload_model() {
  if (failure) return std::unexpected(*failure);
  return {};
}

Result<engine::Readiness> FakeEngine::warm_up() { return answered(readiness); }
Result<std::vector<std::string>> FakeEngine::repositories_to_embed() { return answered(std::vector<std::string>{}); }

}  // namespace grove::serve
