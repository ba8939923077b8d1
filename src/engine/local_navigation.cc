#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/nearest.h"
#include "base/text.h"
#include "corpus/writer_lock.h"
#include "engine/local_engine.h"
#include "engine/navigation/calls.h"
#include "engine/navigation/endpoint_list.h"
#include "engine/navigation/flow_list.h"
#include "engine/navigation/link_list.h"
#include "engine/navigation/references.h"
#include "engine/navigation/request_edges.h"
#include "engine/navigation/service_list.h"
#include "engine/navigation/symbol_hits.h"
#include "engine/navigation/symbol_lookup.h"
#include "engine/outlines.h"
#include "engine/unfinished.h"

// LocalEngine's answers from symbol graphs.
namespace grove::engine {
namespace {

constexpr std::size_t kLongestSymbol = 2000;
constexpr std::uint32_t kDeepest = 10;
/// A name that means more than that is answered for the likeliest.
constexpr std::size_t kMostMeanings = 200;

std::vector<std::string> names_like(std::span<const GraphScope> scopes, const std::string& name) {
  std::vector<std::string> names;
  for (const GraphScope& scope : scopes) {
    if (scope.index == nullptr) continue;
    for (const auto match : {index::NameQuery::Match::kFuzzy, index::NameQuery::Match::kPrefix})
      for (const index::NameHit& hit : scope.index->search_names({.name = name, .match = match, .filter = {}, .limit = 10}))
        names.emplace_back(scope.index->unit(hit.ref).name);
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::unexpected<Error> no_such_symbol(std::span<const GraphScope> scopes, const SymbolText& text, const std::string& asked) {
  const std::string where = scopes.size() == 1 ? scopes.front().repository.name : "any repository";
  std::string hint;
  if (!text.parts.empty()) hint = did_you_mean(text.parts.back(), names_like(scopes, text.parts.back()));
  if (hint.empty()) hint = fmt::format("`grove search {}` finds what is like it.", text.name.empty() ? asked : text.name);
  return fail(ErrorCode::kNotFound, fmt::format("there is no symbol `{}` in {}", asked, where), hint);
}

/// Whether functions of the language that something is written in may answer requests.
bool may_answer_requests(const std::vector<Meaning>& meanings) {
  return std::ranges::any_of(meanings, [](const Meaning& one) {
    const graph::Declarations& declarations = one.scope->declarations();
    const Language language = declarations.file(declarations.file_of(one.symbol)).language;
    return graph::web::is_source_language(language) || graph::family_of(language) == graph::Family::kJvm;
  });
}

/// Has the meanings stand in scopes that begin with those they stand in now.
void move_to(const std::vector<GraphScope>& scopes, std::vector<Meaning>& meanings, const std::vector<GraphScope>& before) {
  for (Meaning& one : meanings) one.scope = scopes.data() + (one.scope - before.data());
}

std::string said_meanings(std::size_t total) {
  return fmt::format("the name means {} symbols; this is about the likeliest {}", total, kMostMeanings);
}

std::string no_graph_yet(const DataDirectory& directory, const Repository& repository) {
  const auto writer = corpus::WriterLock::holder(directory.repository(repository.id));
  return fmt::format("{} has no symbol graph yet: {}", repository.name,
                     writer ? *writer : fmt::format("`grove sync {}` makes it", repository.name));
}

/// Why none of the repositories can be looked into; sound where there are none. `doing` begins the message.
Status no_graphs(const DataDirectory& directory, const std::vector<Repository>& chosen, const std::vector<std::string>& warnings,
                 std::string_view doing) {
  if (chosen.empty()) return {};
  if (const auto why = any_unfinished(directory, chosen))
    return fail(ErrorCode::kUnavailable, fmt::format("{}: {}", doing, why->meaning), why->remedy + ".");
  return fail(ErrorCode::kNotFound, fmt::format("{}: nothing is indexed yet", doing), warnings.empty() ? "" : warnings.front());
}

}  // namespace

Result<LocalEngine::Asked> LocalEngine::open_graphs(const std::vector<Repository>& chosen, Named how) {
  Asked asked;
  std::optional<Error> problem;
  for (const Repository& repository : chosen) {
    auto graph = graphs_.current(repository.id);
    if (!graph) {
      const bool is_missing = graph.error().code == ErrorCode::kNotFound;
      Error error = std::move(graph).error().within(fmt::format("cannot look into {}", repository.name));
      if (!is_missing && how == Named::kSome) return std::unexpected(std::move(error));
      const auto unfinished = is_missing ? unfinished_run(directory_, repository) : std::nullopt;
      asked.has_pending_changes = asked.has_pending_changes || unfinished;
      asked.warnings.push_back(unfinished ? unfinished->text() : is_missing ? no_graph_yet(directory_, repository) : describe(error));
      if (!is_missing && !problem) problem = std::move(error);
      continue;
    }
    if (has_pending_changes(repository)) {
      asked.has_pending_changes = true;
      asked.warnings.push_back(fmt::format("{} has changes that are not indexed yet", repository.name));
    }
    if (const auto unfinished = unfinished_run(directory_, repository)) {
      asked.has_pending_changes = true;
      asked.warnings.push_back(unfinished->text());
    }
    auto index = snapshots_.current(repository.id, std::nullopt);
    asked.scopes.push_back({repository, *std::move(graph), index ? *std::move(index) : nullptr});
  }
  if (asked.scopes.empty() && problem) return std::unexpected(*std::move(problem));
  return asked;
}

Result<LocalEngine::Asked> LocalEngine::ask(const SymbolRequest& request) {
  if (trim(request.symbol).empty()) return fail(ErrorCode::kInvalidArgument, "no symbol was named", "Give a name, like `Cart.add`.");
  if (request.symbol.size() > kLongestSymbol)
    return fail(ErrorCode::kInvalidArgument, fmt::format("the symbol is longer than {} bytes", kLongestSymbol));
  GROVE_ASSIGN_OR_RETURN(std::vector<Repository> chosen, named(request.repositories));
  const SymbolText text = parse_symbol(request.symbol, chosen);
  std::erase_if(chosen, [&](const Repository& repository) {
    return !text.repository.empty() && repository.name != text.repository && repository.id != text.repository;
  });
  GROVE_ASSIGN_OR_RETURN(Asked asked, open_graphs(chosen, request.repositories.empty() ? Named::kAll : Named::kSome));
  if (asked.scopes.empty())
    GROVE_RETURN_IF_ERROR(no_graphs(directory_, chosen, asked.warnings, fmt::format("cannot look up `{}`", request.symbol)));
  asked.meanings = find_meanings(asked.scopes, text);
  if (asked.meanings.empty()) {
    auto nothing = no_such_symbol(asked.scopes, text, request.symbol);
    if (asked.has_pending_changes) nothing.error().hint = "The answer may change: " + asked.warnings.back() + ".";
    return nothing;
  }
  asked.total = asked.meanings.size();
  if (asked.total > kMostMeanings) {
    asked.warnings.push_back(said_meanings(asked.total));
    asked.meanings.resize(kMostMeanings);
  }
  return asked;
}

Result<Definitions> LocalEngine::definition(const SymbolRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(Asked asked, ask(request));
  Definitions found;
  found.symbol = request.symbol;
  found.total = asked.total;
  found.warnings = std::move(asked.warnings);
  found.stale = asked.has_pending_changes;
  const SymbolShower shower(units_, facts_);
  for (std::size_t i = std::min(request.skip, asked.meanings.size()); i < asked.meanings.size() && found.definitions.size() < request.limit;
       ++i) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    bool changed = false;
    found.definitions.push_back(shower.whole(asked.meanings[i], cancel, changed));
    found.stale = found.stale || changed;
  }
  return found;
}

std::vector<SymbolHit> LocalEngine::briefly(const std::vector<Meaning>& meanings, std::size_t limit) {
  std::vector<SymbolHit> hits;
  for (std::size_t i = 0; i < meanings.size() && i < limit; ++i) hits.push_back(SymbolShower::brief(meanings[i]));
  return hits;
}

Result<References> LocalEngine::references(const SymbolRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(Asked asked, ask(request));
  References found;
  found.symbol = request.symbol;
  found.of = briefly(asked.meanings, request.limit);
  found.warnings = std::move(asked.warnings);
  found.stale = asked.has_pending_changes;
  GROVE_RETURN_IF_ERROR(
      list_references({asked.meanings, request.limit, request.skip}, {.texts = units_, .uses = known_uses_}, cancel, found));
  return found;
}

Result<Calls> LocalEngine::calls(const CallRequest& request, CallDirection direction, const CancelToken& cancel) {
  if (request.depth == 0 || request.depth > kDeepest)
    return fail(ErrorCode::kInvalidArgument, fmt::format("a depth of {} is not between 1 and {}", request.depth, kDeepest));
  GROVE_ASSIGN_OR_RETURN(Asked asked, ask(request.symbol));
  Calls found;
  found.symbol = request.symbol.symbol;
  found.of = briefly(asked.meanings, request.symbol.limit);
  found.warnings = std::move(asked.warnings);
  found.stale = asked.has_pending_changes;
  CallWalk walk{.from = asked.meanings, .direction = direction, .depth = request.depth, .types = request.types};
  walk.limit = request.symbol.skip + std::min(request.symbol.limit, std::numeric_limits<std::size_t>::max() - request.symbol.skip);
  std::vector<GraphScope> scopes;
  std::shared_ptr<const WebPrograms> together;
  if (direction == CallDirection::kCallers && may_answer_requests(asked.meanings)) {
    scopes = asked.scopes;
    GROVE_ASSIGN_OR_RETURN(together, all_programs(request.symbol.repositories, scopes, cancel));
    move_to(scopes, asked.meanings, asked.scopes);
    walk.requests = answered_requests(scopes, *together);
  }
  GROVE_RETURN_IF_ERROR(walk_calls(walk, cancel, found));
  if (direction == CallDirection::kCallees) {
    for (const Meaning& meaning : asked.meanings) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      if (found.unresolved.size() >= request.symbol.limit) break;
      auto more = unresolved_calls(*meaning.scope, call_starts(meaning, direction, request.types), facts_);
      if (more) std::ranges::move(*more, std::back_inserter(found.unresolved));
    }
  }
  if (request.types == CallRequest::Types::kWhole && direction == CallDirection::kCallees)
    for (const Meaning& meaning : asked.meanings) {
      GROVE_ASSIGN_OR_RETURN(const auto model, web_models_.of(*meaning.scope, cancel));
      add_sent_requests(meaning, *model, found);
    }
  const auto begin = found.edges.begin() + static_cast<std::ptrdiff_t>(std::min(request.symbol.skip, found.edges.size()));
  found.edges.erase(found.edges.begin(), begin);
  if (found.edges.size() > request.symbol.limit) found.edges.resize(request.symbol.limit);
  if (found.unresolved.size() > request.symbol.limit) found.unresolved.resize(request.symbol.limit);
  return found;
}

/// The programs of some repositories and of all others, which are added to `scopes`: requests may come from there or go on in them.
Result<std::shared_ptr<const WebPrograms>> LocalEngine::all_programs(const std::vector<std::string>& asked_for,
                                                                     std::vector<GraphScope>& scopes, const CancelToken& cancel) {
  if (!asked_for.empty()) {
    GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> chosen, named(asked_for));
    GROVE_RETURN_IF_ERROR(add_other_scopes(chosen, scopes, cancel));
  }
  GROVE_ASSIGN_OR_RETURN(const Topology topology, registry_->topology());
  return web_models_.together(scopes, topology, cancel);
}

Result<Calls> LocalEngine::callers(const CallRequest& request, const CancelToken& cancel) {
  return calls(request, CallDirection::kCallers, cancel);
}

Result<Calls> LocalEngine::callees(const CallRequest& request, const CancelToken& cancel) {
  return calls(request, CallDirection::kCallees, cancel);
}

Result<EndpointList> LocalEngine::endpoints(const EndpointRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> chosen, named(request.repositories));
  GROVE_ASSIGN_OR_RETURN(Asked asked, open_graphs(chosen, request.repositories.empty() ? Named::kAll : Named::kSome));
  if (asked.scopes.empty()) GROVE_RETURN_IF_ERROR(no_graphs(directory_, chosen, asked.warnings, "cannot list endpoints"));
  EndpointList list;
  list.warnings = std::move(asked.warnings);
  list.stale = asked.has_pending_changes;
  std::vector<std::shared_ptr<const graph::web::WebModel>> models;
  for (const GraphScope& scope : asked.scopes) {
    GROVE_ASSIGN_OR_RETURN(models.emplace_back(), web_models_.of(scope, cancel));
    std::ranges::move(web_models_.gaps_of(scope), std::back_inserter(list.warnings));
    select_endpoints(scope, models.back()->endpoints, request, list);
  }
  if (list.endpoints.empty()) GROVE_RETURN_IF_ERROR(check_method(request.method, models));
  list.total = list.endpoints.size();
  const auto begin = list.endpoints.begin();
  list.endpoints.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(request.skip, list.total)));
  if (list.endpoints.size() > request.limit) list.endpoints.resize(request.limit);
  return list;
}

/// The repositories that were not asked for, as far as they can be looked into: requests may go on in them.
Status LocalEngine::add_other_scopes(const std::vector<Repository>& chosen, std::vector<GraphScope>& scopes, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(std::vector<Repository> others, registry_->repositories());
  std::erase_if(others, [&](const Repository& one) { return std::ranges::find(chosen, one.id, &Repository::id) != chosen.end(); });
  auto opened = open_graphs(others, Named::kAll);
  if (!opened) return {};
  for (GraphScope& scope : opened->scopes)
    if (web_models_.of(scope, cancel)) scopes.push_back(std::move(scope));
  return cancel.check();
}

Result<Flows> LocalEngine::flows(const FlowRequest& request, const CancelToken& cancel) {
  if (trim(request.endpoint).empty()) return fail(ErrorCode::kInvalidArgument, "no endpoint was named", "Give one, like `POST /orders`.");
  if (request.endpoint.size() > kLongestSymbol)
    return fail(ErrorCode::kInvalidArgument, fmt::format("the endpoint is longer than {} bytes", kLongestSymbol));
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> chosen, named(request.repositories));
  GROVE_ASSIGN_OR_RETURN(Asked asked, open_graphs(chosen, request.repositories.empty() ? Named::kAll : Named::kSome));
  if (asked.scopes.empty())
    GROVE_RETURN_IF_ERROR(no_graphs(directory_, chosen, asked.warnings, fmt::format("cannot look for `{}`", request.endpoint)));
  const std::size_t asked_for = asked.scopes.size();
  GROVE_ASSIGN_OR_RETURN(const std::shared_ptr<const WebPrograms> together, all_programs(request.repositories, asked.scopes, cancel));
  const EndpointText text(request.endpoint);
  std::vector<MeantEndpoint> all;
  std::vector<graph::web::FlowProgram> programs;
  for (std::size_t i = 0; i < asked.scopes.size(); ++i) {
    programs.push_back({.index = &together->models[i]->flows, .declarations = &asked.scopes[i].declarations()});
    if (i < asked_for)
      for (const graph::web::Endpoint& endpoint : together->models[i]->endpoints.endpoints)
        all.push_back({.scope = &asked.scopes[i], .repository = i, .endpoint = &endpoint});
  }
  Flows found;
  found.warnings = std::move(asked.warnings);
  found.stale = asked.has_pending_changes;
  const auto add = [&](const MeantEndpoint& meant, bool only_through) -> Status {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const graph::web::Flow flow = graph::web::trace_flow(programs, together->targets, meant.repository, *meant.endpoint);
    if (only_through && !text.is_in(flow)) return {};
    if (found.total++ < request.limit) found.flows.push_back(flow_hit(meant, flow, asked.scopes));
    return {};
  };
  for (const MeantEndpoint& meant : best_fitting(all, text)) GROVE_RETURN_IF_ERROR(add(meant, false));
  if (found.total == 0 && !text.is_route())  // no handler's name: what goes through it
    for (const MeantEndpoint& meant : all) GROVE_RETURN_IF_ERROR(add(meant, true));
  for (std::size_t i = 0; i < asked_for; ++i) std::ranges::move(web_models_.gaps_of(asked.scopes[i]), std::back_inserter(found.warnings));
  if (found.total == 0)
    return fail(ErrorCode::kNotFound, fmt::format("there is no endpoint `{}`, and none that goes through it", request.endpoint),
                found.warnings.empty() ? "`grove endpoints` lists what there is." : found.warnings.front());
  return found;
}

Result<ApiLinkList> LocalEngine::links(const LinkRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> chosen, named(request.repositories));
  GROVE_ASSIGN_OR_RETURN(Asked asked, open_graphs(chosen, request.repositories.empty() ? Named::kAll : Named::kSome));
  if (asked.scopes.empty()) GROVE_RETURN_IF_ERROR(no_graphs(directory_, chosen, asked.warnings, "cannot list links"));
  const std::size_t asked_for = asked.scopes.size();
  GROVE_ASSIGN_OR_RETURN(const auto together, all_programs(request.repositories, asked.scopes, cancel));
  ApiLinkList list = select_links(asked.scopes, asked_for, *together, request);
  list.warnings = std::move(asked.warnings);
  for (std::size_t i = 0; i < asked_for; ++i) std::ranges::move(web_models_.gaps_of(asked.scopes[i]), std::back_inserter(list.warnings));
  list.stale = asked.has_pending_changes;
  return list;
}

Result<ServiceMap> LocalEngine::services(const ServiceRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> chosen, named(request.repositories));
  GROVE_ASSIGN_OR_RETURN(Asked asked, open_graphs(chosen, request.repositories.empty() ? Named::kAll : Named::kSome));
  if (asked.scopes.empty()) GROVE_RETURN_IF_ERROR(no_graphs(directory_, chosen, asked.warnings, "cannot draw the map"));
  std::vector<std::shared_ptr<const graph::web::WebModel>> models;
  std::vector<graph::web::RepositoryServices> repositories;
  for (const GraphScope& scope : asked.scopes) {
    GROVE_ASSIGN_OR_RETURN(auto model, web_models_.of(scope, cancel));
    repositories.push_back({.name = scope.repository.name,
                            .deployment = &model->deployment,
                            .calls = model->client_calls,
                            .passed_calls = model->passed_calls,
                            .messages = &model->messages});
    models.push_back(std::move(model));
  }
  ServiceMap map = select_services(graph::web::join_services(repositories), repositories, request.query);
  map.warnings = std::move(asked.warnings);
  for (const GraphScope& scope : asked.scopes) std::ranges::move(web_models_.gaps_of(scope), std::back_inserter(map.warnings));
  map.stale = asked.has_pending_changes;
  return map;
}

Result<FileText> LocalEngine::file(const OutlineRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> all, registry_->repositories());
  GROVE_ASSIGN_OR_RETURN(const FileInRepository file, find_file(request, all));
  GROVE_RETURN_IF_ERROR(check_listed(file, directory_, units_, cancel));
  GROVE_ASSIGN_OR_RETURN(const auto source, units_.text(file.repository, file.path));
  FileText found;
  GROVE_ASSIGN_OR_RETURN(found.outline, outline_of(file, units_, cancel));
  found.text = source->text;
  if (const auto graph = graphs_.current(file.repository.id)) {
    const auto id = (*graph)->declarations().find_file(file.path);
    found.stale = !id || (*graph)->declarations().file(*id).hash != source->hash;
  }
  return found;
}

}  // namespace grove::engine
