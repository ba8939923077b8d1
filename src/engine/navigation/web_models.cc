#include "engine/navigation/web_models.h"

#include <fmt/format.h>

#include <algorithm>

#include "corpus/corpus.h"
#include "engine/navigation/corpus_facts.h"

namespace grove::engine {
namespace {

/// What people said of a repository.
graph::web::RepositoryPrograms programs_of(const Repository& repository, const Topology& topology) {
  graph::web::RepositoryPrograms programs{.name = repository.name};
  for (const RepositoryDependency& one : topology.dependencies) {
    if (one.from != repository.id) continue;
    const auto needed = std::ranges::find(topology.repositories, one.to, &Repository::id);
    if (needed != topology.repositories.end()) programs.depends_on.push_back(needed->name);
  }
  for (const RepositoryGroup& group : topology.groups)
    if (std::ranges::find(group.members, repository.id) != group.members.end()) programs.groups.push_back(group.name);
  return programs;
}

}  // namespace

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
  constexpr std::size_t kMostUses = 5'000;
  const graph::web::Uses uses{.in_file = [&](graph::FileId file) { return scope.graph->uses_in_file(file); },
                              .of = [&](graph::SymbolId symbol) { return scope.graph->first_uses_of(symbol, kMostUses); }};
  GROVE_ASSIGN_OR_RETURN(auto model, graph::web::make_web_model(scope.declarations(), uses, facts, cancel));
  auto gaps = find_gaps(scope, *model, cancel);
  GROVE_RETURN_IF_ERROR(cancel.check());
  const std::lock_guard lock(mutex_);
  known_[scope.repository.id] = {.generation = scope.graph->generation(), .model = model, .gaps = std::move(gaps)};
  return model;
}

std::vector<std::string> WebModels::find_gaps(const GraphScope& scope, const graph::web::WebModel& model, const CancelToken& cancel) {
  constexpr std::size_t kMostNamed = 3;
  const std::string& name = scope.repository.name;
  std::vector<std::string> gaps;
  if (model.endpoints.unread > 0)
    gaps.push_back(fmt::format("{} files of {} could not be read: `grove sync {}` reads them again", model.endpoints.unread, name, name));
  const std::size_t total = model.broken_files.size();
  if (total == 0) return gaps;
  std::string places;
  for (const graph::FileId file : std::span(model.broken_files).first(std::min(total, kMostNamed))) {
    const std::string_view path = scope.declarations().file(file).path;
    const auto line = units_.broken_line(scope.repository.root, path, cancel);
    places += fmt::format("{}{}{}", places.empty() ? "" : ", ", path, line ? fmt::format(":{}", *line) : "");
  }
  if (total > kMostNamed) places += fmt::format(" and {} more", total - kMostNamed);
  gaps.push_back(fmt::format("{} of {} could not be parsed whole, something may be missing from there: {}",
                             total == 1 ? "1 file" : fmt::format("{} files", total), name, places));
  return gaps;
}

std::vector<std::string> WebModels::gaps_of(const GraphScope& scope) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(scope.repository.id);
  return found != known_.end() ? found->second.gaps : std::vector<std::string>();
}

Result<std::shared_ptr<const WebPrograms>> WebModels::join(std::span<const GraphScope> scopes, const Topology& topology,
                                                           const CancelToken& cancel) {
  std::vector<std::shared_ptr<const graph::web::WebModel>> models;
  std::vector<graph::web::RepositoryPrograms> programs;
  for (const GraphScope& scope : scopes) {
    GROVE_ASSIGN_OR_RETURN(auto model, of(scope, cancel));
    programs.push_back(programs_of(scope.repository, topology));
    programs.back().model = model.get();
    models.push_back(std::move(model));
  }
  return std::make_shared<const WebPrograms>(std::move(models), graph::web::FlowTargets(programs));
}

Result<std::shared_ptr<const WebPrograms>> WebModels::together(std::span<const GraphScope> scopes, const Topology& topology,
                                                               const CancelToken& cancel) {
  JoinedPrograms::Of wanted{.repositories = {}, .topology = topology.version};
  for (const GraphScope& scope : scopes) wanted.repositories.emplace_back(scope.repository.id, scope.graph->generation());
  {
    const std::lock_guard lock(mutex_);
    if (auto programs = joined_.find(wanted)) return programs;
  }
  GROVE_ASSIGN_OR_RETURN(auto programs, join(scopes, topology, cancel));
  const std::lock_guard lock(mutex_);
  joined_.keep(std::move(wanted), programs);
  return programs;
}

Result<std::shared_ptr<const WebPrograms>> WebModels::alone(const GraphScope& scope, const CancelToken& cancel) {
  return join({&scope, 1}, Topology(), cancel);
}

void WebModels::forget(const std::string& repository_id) {
  const std::lock_guard lock(mutex_);
  known_.erase(repository_id);
  joined_.forget(repository_id);
}

}  // namespace grove::engine
