#include "engine/local_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "base/clock.h"
#include "base/file.h"
#include "engine/embedding_terms.h"
#include "engine/insight.h"
#include "engine/outlines.h"
#include "engine/unfinished.h"
#include "inference/store/model_store.h"
#include "source/git.h"

namespace grove::engine {
namespace {

constexpr std::size_t kTextCacheBytes = std::size_t{12} << 20U;

inference::EmbedderSettings model_settings(const EngineOptions& options) {
  inference::EmbedderSettings settings;
  settings.model = options.embedding_model;
  settings.models_folder = DataDirectory(options.data_directory).models();
  settings.keep_alive = options.keep_alive;
  settings.rates = options.rates;
  return settings;
}

inference::RerankerSettings reranker_settings(const EngineOptions& options) {
  inference::RerankerSettings settings;
  settings.model = options.reranker_model;
  settings.models_folder = DataDirectory(options.data_directory).models();
  settings.keep_alive = options.keep_alive;
  settings.base_url = options.reranker_url;
  settings.retry.whole = options.rerank_within;
  settings.rates = options.rates;
  return settings;
}

double share(std::uint64_t part, std::uint64_t whole) { return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole); }

/// Adds the files that could not be parsed whole, of those that say what programs do; with the line where that begins.
void add_broken(const GraphScope& scope, const graph::web::WebModel& model, UnitReader& units, Coverage& coverage) {
  constexpr std::size_t kMostPlaced = 500;  // each is parsed once more for its line
  std::set<std::string> listed;
  for (const Coverage::Omission& omission : coverage.omissions) listed.insert(omission.path);
  for (std::size_t i = 0; i < model.broken_files.size(); ++i) {
    std::string path(scope.declarations().file(model.broken_files[i]).path);
    if (listed.contains(path)) continue;
    const auto line = i < kMostPlaced ? units.broken_line(scope.repository.root, path, CancelToken()) : std::nullopt;
    const std::string place = line ? fmt::format(": line {}", *line) : "";
    coverage.omissions.push_back({std::move(path), FileState::kIndexed, "could not be parsed whole" + place});
  }
  std::ranges::stable_sort(coverage.omissions, {}, &Coverage::Omission::path);
}

/// What is found in a repository whose vectors can't be read: searches go on with its words.
Result<std::shared_ptr<const index::UnitIndex>> words_of(Snapshots& snapshots, const Repository& repository) {
  return snapshots.current(repository.id, index::VectorSpace{});
}

}  // namespace

LocalEngine::LocalEngine(const EngineOptions& options, std::unique_ptr<corpus::Registry> registry)
    : options_(options),
      directory_(options.data_directory),
      registry_(std::move(registry)),
      repositories_(directory_, *registry_, {.text = options.github_token, .hosts = options.github_hosts}),
      model_(model_settings(options)),
      reranker_(reranker_settings(options)),
      index_meta_(options.data_directory),
      snapshots_(directory_),
      graphs_(directory_),
      facts_(directory_),
      type_roles_(directory_),
      summaries_(directory_, type_roles_),
      chat_(options.chat ? inference::open_chat_model(*options.chat) : nullptr),
      units_({.cache_bytes = kTextCacheBytes, .file_bytes = options.max_file_bytes}, directory_),
      mentions_(directory_, units_.documents()),
      web_models_(directory_, units_),
      packages_(units_) {}

index::VectorSpace LocalEngine::space(std::chrono::milliseconds longest, const CancelToken& cancel) {
  if (!options_.vectors) return {};
  const auto embedder = model_.embedder(longest, cancel);
  return embedder ? space_of((*embedder)->info()) : index::VectorSpace{};
}

Result<std::shared_ptr<const index::UnitIndex>> LocalEngine::snapshot(const Repository& repository) {
  return snapshots_.current(repository.id, space());
}

RepositoryState LocalEngine::state_of(const Repository& repository) {
  using State = RepositoryState::State;
  RepositoryState state;
  state.repository = repository;
  const auto index = snapshot(repository);
  std::error_code error;
  if (index) {
    state.state = State::kReady;
  } else if (index.error().code != ErrorCode::kNotFound) {
    state.state = State::kBroken;
    state.problem = describe(index.error());
  }
  if (const auto found = index ? index : words_of(snapshots_, repository)) {
    state.index = (*found)->stats();
    state.vectors_ready = share(state.index.vectors, state.index.units);
    state.vectors = vectors_of(**found, space());
  }
  if (const auto unfinished = unfinished_run(directory_, repository); unfinished && state.state != State::kBroken) {
    if (unfinished->is_interrupted && (index || repository.indexed_at_ms > 0)) state.state = State::kBroken;
    if (!unfinished->is_interrupted && repository.indexed_at_ms == 0) state.state = State::kNotIndexed;
    state.problem = unfinished->text();
  }
  state.has_pending_changes = has_pending_changes(repository);
  const bool never_cloned = !repository.url.empty() && repository.indexed_at_ms == 0;
  if (!never_cloned && !std::filesystem::is_directory(repository.root, error)) {
    state.state = State::kMissingFolder;
    state.problem = fmt::format("the folder {} is gone", repository.root);
  }
  return state;
}

Result<std::vector<Repository>> LocalEngine::named(const std::vector<std::string>& names) {
  if (names.empty()) return registry_->repositories();
  std::vector<Repository> found;
  for (const std::string& name : names) {
    GROVE_ASSIGN_OR_RETURN(Repository repository, registry_->repository(name));
    const bool again = std::ranges::any_of(found, [&](const Repository& other) { return other.id == repository.id; });
    if (!again) found.push_back(std::move(repository));
  }
  return found;
}

Result<std::vector<RepositoryState>> LocalEngine::repositories() {
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> all, registry_->repositories());
  std::vector<RepositoryState> states;
  for (const Repository& repository : all) states.push_back(state_of(repository));
  return states;
}

Result<RepositoryState> LocalEngine::repository(const std::string& name_or_id) {
  GROVE_ASSIGN_OR_RETURN(const Repository repository, registry_->repository(name_or_id));
  return state_of(repository);
}

Result<Repository> LocalEngine::add(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  return repositories_.add(request, progress, cancel);
}

Result<Repository> LocalEngine::update(const UpdateRequest& request) {
  GROVE_ASSIGN_OR_RETURN(Repository updated, repositories_.update(request));
  note_provenance();
  return updated;
}

void LocalEngine::note_provenance() {
  if (const auto states = repositories()) index_meta_.write(*states, space());
}

Result<Repository> LocalEngine::remove(const std::string& name_or_id) {
  GROVE_ASSIGN_OR_RETURN(Repository removed, repositories_.remove(name_or_id));
  snapshots_.forget(removed.id);
  graphs_.forget(removed.id);
  web_models_.forget(removed.id);
  request_documents_.forget(removed.id);
  type_roles_.forget(removed.id);
  summaries_.forget(removed.id);
  packages_.forget(removed.id);
  units_.forget(removed.root);
  note_provenance();
  return removed;
}

Result<ingest::IngestReport> LocalEngine::index(const IndexRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const Repository repository, registry_->repository(request.repository));
  auto report = index_registered(repository, request, progress, cancel);
  // Where somebody removed it meanwhile, nobody would delete what was made since.
  if (!report) repositories_.sweep_orphan(repository.id);
  return report;
}

Result<ingest::IngestReport> LocalEngine::index_registered(Repository repository, const IndexRequest& request, ProgressSink& progress,
                                                           const CancelToken& cancel) {
  if (request.remote == IndexRequest::Remote::kFetch) {
    GROVE_RETURN_IF_ERROR(repositories_.fetch(repository, progress, cancel));
    GROVE_ASSIGN_OR_RETURN(repository, registry_->repository(repository.id));
  }
  ingest::IngestRequest work;
  work.repository = repository;
  work.directory = directory_.repository(repository.id);
  work.force = request.depth == IndexRequest::Depth::kForce;
  work.rebuild = request.depth == IndexRequest::Depth::kRebuild;
  work.threads = options_.index_threads;
  work.max_file_bytes = options_.max_file_bytes;
  work.skip_patterns = options_.skip_patterns;
  std::optional<inference::Residency::Lease> lease;
  std::optional<Error> no_model;
  std::optional<ingest::EmbeddingEstimate> estimate;
  if (options_.vectors && request.vectors != IndexRequest::Vectors::kNone) {
    const auto embedder = model_.embedder(patience::kEndless, cancel);
    // A server that is away comes back; a model that does not exist is a mistake to tell at once.
    if (!embedder && embedder.error().code != ErrorCode::kUnavailable) return std::unexpected(embedder.error());
    const bool for_nothing = request.vectors == IndexRequest::Vectors::kEstimateOnly && embedder && (*embedder)->is_immediate();
    if (embedder && !for_nothing) {
      lease.emplace((*embedder)->hold());
      work.embedder = *embedder;
      const EmbeddingTerms terms{.price = price_of(**embedder, options_.embedding_price), .most = options_.embedding_max_cost};
      if (terms.price || (*embedder)->is_paid() || request.vectors == IndexRequest::Vectors::kEstimateOnly) {
        work.approve = [&request, &estimate, terms](const ingest::EmbeddingEstimate& work) {
          estimate = priced(work, terms);
          return approve(*estimate, terms, request);
        };
      }
    } else if (!embedder) {
      no_model = embedder.error();
    }
  }
  const auto commit = source::Git::head_commit(repository.root);
  auto report = request.paths ? ingest::ingest_paths(work, *request.paths, progress, cancel) : ingest::ingest(work, progress, cancel);
  if (!report) return std::unexpected(std::move(report).error().within(fmt::format("cannot index {}", repository.name)));
  auto noted = note_indexed(repository.id, commit ? std::optional(*commit) : std::nullopt);
  if (!noted) return std::unexpected(std::move(noted).error().within(fmt::format("cannot index {}", repository.name)));
  repository = *std::move(noted);
  if (work.embedder != nullptr) warn_of_dimensions(work.embedder->info(), *report);
  report->name = repository.name;
  report->root = repository.root;
  report->estimate = estimate;
  if (no_model) report->warnings.push_back("no vectors were made, only words are found: " + describe(*no_model));
  if (const auto index = snapshot(repository)) report->embedded = (*index)->stats().vectors;
  note_provenance();
  return report;
}

void LocalEngine::warn_of_dimensions(const inference::EmbedderInfo& model, ingest::IngestReport& report) const {
  if (options_.embedding_dimensions == 0 || options_.embedding_dimensions == model.dimensions) return;
  report.warnings.push_back(fmt::format("the model {} makes vectors of {} dimensions, not of the {} that are set", model.model,
                                        model.dimensions, options_.embedding_dimensions));
}

Result<Repository> LocalEngine::note_indexed(const std::string& id, std::optional<std::string> commit) {
  return registry_->change(id, {.commit = std::move(commit), .indexed_at_ms = unix_ms()});
}

Result<Outline> LocalEngine::outline(const OutlineRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> all, registry_->repositories());
  GROVE_ASSIGN_OR_RETURN(const FileInRepository file, find_file(request, all));
  GROVE_RETURN_IF_ERROR(check_listed(file, directory_, units_, cancel));
  return outline_of(file, units_, cancel);
}

Result<Stats> LocalEngine::stats() {
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> all, registry_->repositories());
  Stats stats;
  stats.product = options_.product;
  stats.raw_collection = options_.product + "-raw";
  stats.serving_collection = options_.serving_collection.empty() ? options_.product + "-rag" : options_.serving_collection;
  for (const Repository& repository : all) {
    auto index = snapshot(repository);
    if (!index) index = words_of(snapshots_, repository);
    GROVE_RETURN_IF_ERROR(add_to_stats(directory_, repository, {index ? index->get() : nullptr, space()}, stats));
    if (const auto graph = graphs_.current(repository.id)) {
      const graph::GraphStats of_graph = (*graph)->stats();
      stats.edges += of_graph.edges;
      stats.bytes_on_disk += of_graph.bytes_on_disk;
    }
  }
  return stats;
}

Result<std::vector<Coverage>> LocalEngine::coverage(const std::vector<std::string>& names) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> chosen, named(names));
  std::vector<Coverage> reports;
  for (const Repository& repository : chosen) {
    GROVE_ASSIGN_OR_RETURN(Coverage report, coverage_of(directory_, repository));
    if (auto graph = graphs_.current(repository.id)) {
      const GraphScope scope{.repository = repository, .graph = *std::move(graph), .index = nullptr};
      if (const auto model = web_models_.of(scope, CancelToken())) add_broken(scope, **model, units_, report);
    }
    reports.push_back(std::move(report));
  }
  return reports;
}

Result<std::vector<Check>> LocalEngine::doctor() { return examine(directory_, *registry_, options_.vectors ? &model_ : nullptr); }

std::optional<ModelReport::Reranker> LocalEngine::reranker_status() {
  if (reranker_.name().empty()) return std::nullopt;
  ModelReport::Reranker report;
  report.model = reranker_.name();
  report.is_default = options_.rerank || reranker_.is_proven();
  const auto reranker = reranker_.reranker();
  report.available = reranker.has_value();
  if (!reranker) {
    report.problem = describe(reranker.error());
    return report;
  }
  report.provider = (*reranker)->info().provider;
  report.model = (*reranker)->info().model;
  const inference::ResidencyStatus status = (*reranker)->status();
  report.resident = status.resident;
  report.active = status.active_operations;
  report.keep_alive = inference::describe(status.keep_alive);
  report.releases_in = status.releases_in;
  return report;
}

Result<ModelReport> LocalEngine::model_status() {
  ModelReport report;
  report.model.model = model_.name().empty() ? "static" : model_.name();
  const auto embedder = model_.embedder(patience::kOfLists);
  report.available = embedder.has_value();
  if (!embedder) report.problem = describe(embedder.error());
  if (embedder) {
    report.model = (*embedder)->info();
    const inference::ResidencyStatus status = (*embedder)->status();
    report.resident = status.resident;
    report.active = status.active_operations;
    report.keep_alive = inference::describe(status.keep_alive);
    report.releases_in = status.releases_in;
  }
  GROVE_ASSIGN_OR_RETURN(const std::vector<inference::StoredModel> stored, inference::ModelStore(directory_.models()).models());
  report.reranker = reranker_status();
  for (const inference::StoredModel& model : stored) report.stored.push_back({model.name, model.path, model.bytes});
  GROVE_ASSIGN_OR_RETURN(const std::vector<RepositoryState> states, repositories());
  for (const RepositoryState& state : states) {
    report.repositories.push_back({state.repository.name, state.index.units, state.index.vectors, state.vectors});
  }
  return report;
}

Result<ModelReport::Stored> LocalEngine::pull_model(const PullRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  inference::ModelStore store(directory_.models());
  GROVE_ASSIGN_OR_RETURN(const inference::StoredModel model,
                         store.pull({.source = request.source, .name = request.name, .sha256 = request.sha256}, progress, cancel));
  return ModelReport::Stored{model.name, model.path, model.bytes};
}

Status LocalEngine::unload_model() {
  GROVE_ASSIGN_OR_RETURN(inference::ResidentEmbedder * embedder, model_.embedder(patience::kOfLists));
  GROVE_RETURN_IF_ERROR(embedder->unload());
  const auto reranker = reranker_.reranker();
  if (!reranker || *reranker == nullptr) return {};
  return (*reranker)->unload();
}

Result<Readiness> LocalEngine::warm_up() {
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> all, registry_->repositories());
  Readiness readiness;
  for (const Repository& repository : all) {
    if (snapshot(repository)) {
      ++readiness.open;
    } else if (repository.indexed_at_ms > 0) {
      readiness.waiting.push_back(repository.name);
    }
  }
  return readiness;
}

Result<std::vector<std::string>> LocalEngine::repositories_to_embed() {
  std::vector<std::string> names;
  if (!options_.vectors || !model_.embedder(patience::kOfUpkeep)) return names;
  GROVE_ASSIGN_OR_RETURN(const std::vector<RepositoryState> states, repositories());
  for (const RepositoryState& state : states) {
    const bool begun = state.index.vectors > 0 && state.index.vectors < state.index.units;
    if (state.index.other_vectors > 0 || begun) names.push_back(state.repository.name);
  }
  return names;
}

}  // namespace grove::engine
