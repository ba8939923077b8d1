#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/clock.h"
#include "base/text.h"
#include "corpus/writer_lock.h"
#include "engine/local_engine.h"
#include "engine/navigation/symbol_hits.h"
#include "engine/searching.h"
#include "engine/unfinished.h"
#include "engine/unit_id.h"
#include "graph/locate.h"
#include "index/lexical/matched_words.h"

// LocalEngine::search and what it needs.
namespace grove::engine {
namespace {

double share(std::uint64_t part, std::uint64_t whole) { return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole); }

/// Words are found without a model; what was asked by meaning alone is not.
std::chrono::milliseconds patience_of(const search::SearchRequest& request) {
  return request.mode == search::Mode::kSemantic ? patience::kEndless : patience::kOfSearches;
}

/// How many call a unit, and whom it calls.
void count_calls(const graph::Graph& graph, const index::UnitView& unit, UnitHit& hit) {
  const auto symbol = graph::find_symbol(graph.declarations(), {.path = unit.path, .name = unit.name, .range = unit.range});
  if (!symbol) return;
  hit.callers = graph.call_in_degree(*symbol);
  hit.callees = distinct_callees(graph, *symbol);
}

/// The modules that a file imports, each once.
std::vector<std::string> imports_of(const graph::Declarations& declarations, std::string_view path) {
  constexpr std::size_t kMostImports = 50;
  std::vector<std::string> modules;
  const auto file = declarations.find_file(path);
  if (!file) return modules;
  for (const graph::DeclaredImport& one : declarations.imports(*file)) {
    const std::string_view module = one.module.empty() ? one.name : one.module;
    if (modules.size() < kMostImports && std::ranges::find(modules, module) == modules.end()) modules.emplace_back(module);
  }
  return modules;
}

constexpr std::size_t kMostMentions = 5;

/// As the hit writes them; where its file has changed since, as the query does.
std::vector<std::string> words_of(const std::vector<std::string>& terms, const UnitHit& hit, std::string_view query) {
  const std::string_view texts[] = {hit.code, hit.qualified_name, hit.signature, hit.docstring, hit.path, query};
  return index::matched_words(terms, texts);
}

/// Why nothing answers: the groups named have no members.
std::string empty_scope(const RepositoryScope& scope) {
  const bool one = scope.groups.size() == 1;
  return fmt::format("nothing was searched: the {} {} {} no repositories", one ? "group" : "groups", join(scope.groups, ", "),
                     one ? "has" : "have");
}

}  // namespace

Result<SearchResult> LocalEngine::search(const SearchCommand& command, const CancelToken& cancel) {
  const Stopwatch watch;
  GROVE_RETURN_IF_ERROR(check_query(command.request.query));
  SearchResult result;
  GROVE_ASSIGN_OR_RETURN(const Searched searched, open_scopes(command, cancel, result));
  result.stale = result.stale || !result.pending.empty();
  search::Models models;
  GROVE_ASSIGN_OR_RETURN(models.embedder, embedder_for(command, searched, cancel, result));
  models.reranker = reranker_for(command, result);
  const TextsOnDisk texts(units_);
  models.texts = &texts;
  models.rerank_within = options_.rerank_within;
  search::SearchRequest request = command.request;
  request.rerank = models.reranker == nullptr ? search::Rerank::kOff : search::Rerank::kOn;
  GROVE_ASSIGN_OR_RETURN(result.answer, search::search(request, searched.scopes, models, cancel));
  std::ranges::move(result.answer.warnings, std::back_inserter(result.warnings));
  for (const search::Hit& hit : result.answer.hits) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    GROVE_ASSIGN_OR_RETURN(UnitHit shown, show(hit, searched.scopes[hit.scope], cancel, result));
    shown.relation = searched.relations[hit.scope];
    shown.matched_terms = words_of(hit.matched_terms, shown, command.request.query);
    result.hits.push_back(std::move(shown));
  }
  result.took_ms = watch.milliseconds();
  return result;
}

Result<LocalEngine::Searched> LocalEngine::open_scopes(const SearchCommand& command, const CancelToken& cancel, SearchResult& result) {
  GROVE_ASSIGN_OR_RETURN(std::vector<ScopedRepository> chosen, scoped(command.scope));
  if (chosen.empty() && command.scope.names_some()) result.warnings.emplace_back(empty_scope(command.scope));
  std::optional<index::VectorSpace> wanted;
  if (command.request.mode != search::Mode::kKeyword) wanted = space(patience_of(command.request), cancel);
  Searched searched;
  std::optional<Error> problem;  // the first one
  for (ScopedRepository& one : chosen) {
    Repository& repository = one.repository;
    auto index = snapshots_.current(repository.id, wanted);
    const bool may_be_vectors = !index && index.error().code != ErrorCode::kNotFound && index.error().code != ErrorCode::kUnavailable;
    if (may_be_vectors && command.request.mode == search::Mode::kHybrid) {
      // The words may be whole where the vectors are not.
      auto words = snapshots_.current(repository.id, index::VectorSpace{});
      if (words) result.warnings.push_back(fmt::format("only words of {} were searched: {}", repository.name, describe(index.error())));
      if (words) index = std::move(words);
    }
    const bool is_broken = !index && index.error().code != ErrorCode::kNotFound;
    // A lack of descriptors or memory says nothing about one repository: the answer of the others would pass for that of all.
    if (is_broken && (command.scope.names_some() || index.error().code == ErrorCode::kUnavailable)) {
      return std::unexpected(std::move(index).error().within(fmt::format("cannot search {}", repository.name)));
    }
    const auto unfinished = unfinished_run(directory_, repository);
    if (!index) {
      const auto writer = is_broken ? std::nullopt : corpus::WriterLock::holder(directory_.repository(repository.id));
      std::string why = fmt::format("it is not indexed yet; `grove sync {}` does it", repository.name);
      if (unfinished) why = unfinished->text();
      if (writer) why = *writer;
      if (is_broken) why = describe(index.error());
      result.warnings.push_back(fmt::format("{} was not searched: {}", repository.name, why));
    }
    if (is_broken && !problem) problem = index.error();
    if (!index && !problem && unfinished) problem = Error{ErrorCode::kUnavailable, unfinished->meaning, unfinished->remedy + "."};
    if (index && unfinished) {
      result.warnings.push_back(unfinished->text());
      result.stale = true;
    }
    if (!index) {
      result.skipped.push_back(repository.name);
      continue;
    }
    const index::IndexStats stats = (*index)->stats();
    searched.units += stats.units;
    searched.vectors += stats.vectors;
    searched.other_vectors += stats.other_vectors;
    result.scope.push_back(repository.name);
    if (has_pending_changes(repository)) result.pending.push_back(repository.name);
    auto graph = graphs_.current(repository.id);
    if (one.relation) result.expanded.push_back({.repository = repository.name, .relation = *one.relation});
    searched.relations.push_back(one.relation);
    searched.scopes.push_back({std::move(repository), *std::move(index), one.weight(), graph ? *std::move(graph) : nullptr});
  }
  if (searched.scopes.empty() && problem) return std::unexpected(std::move(*problem).within("nothing was searched"));
  return searched;
}

Result<inference::ResidentEmbedder*> LocalEngine::embedder_for(const SearchCommand& command, const Searched& searched,
                                                               const CancelToken& cancel, SearchResult& result) {
  const bool semantic = command.request.mode == search::Mode::kSemantic;
  if (command.request.mode == search::Mode::kKeyword) return nullptr;
  if (!options_.vectors) {
    if (!semantic) return nullptr;
    return fail(ErrorCode::kConflict, "cannot search by meaning: vectors are switched off", "Set GROVE_VECTORS=true, or search by words.");
  }
  const auto embedder = model_.embedder(patience_of(command.request), cancel);
  if (!embedder && semantic) return embedder;
  if (!embedder) {
    result.warnings.push_back("only words were searched: " + embedder.error().message);
    return nullptr;
  }
  result.embedding_model = (*embedder)->info().model;
  result.vectors_ready = share(searched.vectors, searched.units);
  if (semantic && searched.other_vectors > 0) {
    return fail(ErrorCode::kReindexing, "cannot search by meaning: vectors are being made anew for another model",
                "Search in hybrid mode meanwhile; `grove sync` makes them.");
  }
  if (semantic && searched.units > 0 && searched.vectors == 0) {
    return fail(ErrorCode::kUnavailable, "cannot search by meaning: there are no vectors yet", "Run `grove sync`, or search by words.");
  }
  if (searched.other_vectors > 0) {
    result.warnings.push_back(fmt::format("the vectors of {:.0f} % of the units are of another model than {}: words alone answer for them",
                                          100 * share(searched.other_vectors, searched.units), result.embedding_model));
  }
  return searched.vectors == 0 ? nullptr : *embedder;
}

inference::Reranker* LocalEngine::reranker_for(const SearchCommand& command, SearchResult& result) {
  using Rerank = SearchCommand::Rerank;
  const bool wanted = command.rerank == Rerank::kOn || (command.rerank == Rerank::kAuto && (options_.rerank || reranker_.is_proven()));
  if (!wanted) return nullptr;
  const auto reranker = reranker_.reranker();
  if (!reranker) result.warnings.push_back("the results are not reranked: " + describe(reranker.error()));
  if (reranker && *reranker == nullptr)
    result.warnings.emplace_back("the results are not reranked: no reranker is configured (GROVE_RERANK_MODEL names one)");
  return reranker ? *reranker : nullptr;
}

Result<UnitHit> LocalEngine::show(const search::Hit& hit, const search::Scope& scope, const CancelToken& cancel, SearchResult& result) {
  const index::UnitView unit = scope.index->unit(hit.ref);
  UnitCode code = units_.read({scope.repository, *scope.index, hit.ref}, cancel);
  if (code.state == UnitCode::State::kUnread) {
    return fail(ErrorCode::kUnavailable, fmt::format("{} can't be read: the program lacks descriptors or memory", unit.path),
                "Raise the limit of open files (`ulimit -n`).");
  }
  UnitHit shown;
  shown.rank = static_cast<std::uint32_t>(result.hits.size() + 1);
  shown.repository = scope.repository.name;
  shown.commit = scope.repository.commit;
  shown.path = unit.path;
  shown.name = unit.name;
  shown.qualified_name = unit.qualified_name;
  shown.parent = unit.parent;
  shown.language = unit.language;
  shown.kind = unit.kind;
  shown.lines = code.lines;
  shown.id = unit_id({.repository = shown.repository,
                      .path = unit.path,
                      .qualified_name = unit.qualified_name.empty() ? unit.name : unit.qualified_name,
                      .twin = unit.twin,
                      .part = unit.part,
                      .lines = unit.lines});
  shown.signature = std::move(code.signature);
  shown.docstring = std::move(code.docstring);
  shown.code = std::move(code.code);
  shown.code_lines = std::move(code.code_lines);
  shown.place = std::move(code.place);
  shown.entity = std::move(code.entity);
  if (shown.entity) {
    const EntityMentions::Origin origin{.repository = scope.repository, .generation = scope.index->stats().generation, .path = unit.path};
    mentions_.add_to(*shown.entity, origin, kMostMentions);
  }
  shown.score = hit.score;
  shown.ranks = hit.ranks;
  shown.stale = code.state == UnitCode::State::kLost;
  if (scope.graph != nullptr && is_callable(unit.kind)) count_calls(*scope.graph, unit, shown);
  if (scope.graph != nullptr) shown.imports = imports_of(scope.graph->declarations(), unit.path);
  result.stale = result.stale || code.state != UnitCode::State::kAsIndexed;
  return shown;
}

}  // namespace grove::engine
