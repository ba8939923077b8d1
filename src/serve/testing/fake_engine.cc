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

Result<std::vector<engine::RepositoryState>> FakeEngine::repositories() { return answer(std::vector{shop}); }

Result<engine::RepositoryState> FakeEngine::repository(const std::string& name) {
  if (name != "shop" && name != "r1") return fail(ErrorCode::kNotFound, "there is no repository `" + name + "`", "did you mean `shop`?");
  return answer(shop);
}

Result<Repository> FakeEngine::add(const engine::AddRequest& request, ProgressSink&, const CancelToken&) {
  added = request;
  return answer(shop.repository);
}

Result<Repository> FakeEngine::update(const engine::UpdateRequest& request) {
  if (request.name) shop.repository.name = *request.name;
  return answer(shop.repository);
}

Result<Repository> FakeEngine::remove(const std::string& name) {
  removed = name;
  return answer(shop.repository);
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
  return answer(std::move(report));
}

Result<engine::Watched> FakeEngine::watch(const std::string& name, const engine::WatchOptions&) {
  return fail(ErrorCode::kInvalidArgument, "cannot watch " + name + ": it is a fake");
}

Result<engine::SearchResult> FakeEngine::search(const engine::SearchCommand& command, const CancelToken&) {
  asked = command;
  return answer(found);
}

Result<engine::Outline> FakeEngine::outline(const engine::OutlineRequest&, const CancelToken&) { return answer(engine::Outline{}); }
Result<engine::Definitions> FakeEngine::definition(const engine::SymbolRequest&, const CancelToken&) {
  return answer(engine::Definitions{});
}
Result<engine::References> FakeEngine::references(const engine::SymbolRequest&, const CancelToken&) { return answer(engine::References{}); }
Result<engine::Calls> FakeEngine::callers(const engine::CallRequest& request, const CancelToken&) {
  asked_calls = request;
  return answer(engine::Calls{});
}
Result<engine::Calls> FakeEngine::callees(const engine::CallRequest&, const CancelToken&) { return answer(engine::Calls{}); }
Result<engine::EndpointList> FakeEngine::endpoints(const engine::EndpointRequest& request, const CancelToken&) {
  asked_endpoints = request;
  return answer(endpoint_list);
}
Result<engine::Flows> FakeEngine::flows(const engine::FlowRequest& request, const CancelToken&) {
  asked_flows = request;
  return answer(found_flows);
}
Result<engine::ServiceMap> FakeEngine::services(const engine::ServiceRequest& request, const CancelToken&) {
  asked_services = request;
  return answer(service_map);
}
Result<engine::FileText> FakeEngine::file(const engine::OutlineRequest&, const CancelToken&) { return answer(text); }
Result<engine::Stats> FakeEngine::stats() { return answer(engine::Stats{}); }
Result<std::vector<engine::Coverage>> FakeEngine::coverage(const std::vector<std::string>&) {
  return answer(std::vector<engine::Coverage>{});
}
Result<std::vector<engine::Check>> FakeEngine::doctor() { return answer(std::vector<engine::Check>{}); }
Result<engine::ModelReport> FakeEngine::model_status() { return answer(engine::ModelReport{}); }

Result<engine::ModelReport::Stored> FakeEngine::pull_model(const engine::PullRequest&, ProgressSink&, const CancelToken&) {
  return answer(engine::ModelReport::Stored{});
}

Status FakeEngine::unload_model() {
  if (failure) return std::unexpected(*failure);
  return {};
}

Result<engine::Readiness> FakeEngine::warm_up() { return answer(readiness); }
Result<std::vector<std::string>> FakeEngine::repositories_to_embed() { return answer(std::vector<std::string>{}); }

}  // namespace grove::serve
