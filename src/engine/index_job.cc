#include "engine/index_job.h"

#include <fmt/format.h>

#include <filesystem>

namespace grove::engine {
namespace {

/// Nothing came of registering it: neither a clone nor an index.
bool is_empty_shell(const RepositoryState& state) {
  std::error_code error;
  return !state.repository.url.empty() && state.repository.indexed_at_ms == 0 && !std::filesystem::exists(state.repository.root, error);
}

}  // namespace

JobSpec index_job(Engine& engine, const Repository& repository, IndexRequest request, std::string kind) {
  request.repository = repository.id;
  JobSpec spec{.kind = std::move(kind), .repository_id = repository.id, .repository = repository.name, .key = {}, .work = {}};
  spec.key =
      fmt::format("index {} {} {}", static_cast<int>(request.depth), static_cast<int>(request.remote), static_cast<int>(request.vectors));
  spec.work = [&engine, request](ProgressSink& progress, const CancelToken& cancel) {
    auto report = engine.index(request, progress, cancel);
    if (report) return report;
    const auto state = engine.repository(request.repository);
    // What can't be undone stays listed as not indexed.
    if (state && is_empty_shell(*state)) static_cast<void>(engine.remove(request.repository));
    return report;
  };
  return spec;
}

}  // namespace grove::engine
