#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/clock.h"
#include "base/text.h"
#include "engine/answering/chunk_type.h"
#include "engine/answering/context_block.h"
#include "engine/answering/quote.h"
#include "engine/answering/ranking.h"
#include "engine/answering/service_callers.h"
#include "engine/answering/synthesis.h"
#include "engine/local_engine.h"
#include "engine/searching.h"
#include "graph/locate.h"

// LocalEngine::answer: a question becomes candidates, and the best of them are shown.
namespace grove::engine {
namespace {

constexpr std::size_t kMostFlowNames = 8;
constexpr std::size_t kMostMembers = 5;

/// An endpoint or a flow as a hit, as the question asks for it.
AnswerHit request_hit(const RequestDocument& request, search::QuestionIntent intent, const Repository& repository) {
  const bool is_endpoint = intent == search::QuestionIntent::kEndpoint;
  AnswerHit hit;
  hit.chunk_type = is_endpoint ? "endpoint" : "flow";
  hit.flow = request.flow;
  UnitHit& unit = hit.unit;
  unit.repository = repository.name;
  unit.commit = repository.commit;
  unit.path = request.path;
  unit.language = Language::kJava;
  unit.kind = is_endpoint ? Kind::kEndpoint : Kind::kFlow;
  unit.name = request.flow.name;
  unit.qualified_name = request.flow.steps.empty() ? request.controller : request.flow.steps.front().symbol;
  unit.parent = request.controller;
  unit.lines = request.lines;
  unit.docstring = request.doc;
  unit.id = fmt::format("{}:{}#{} {} {}", repository.name, request.path, hit.chunk_type, request.flow.http_method, request.flow.route);
  unit.code = flow_text(request.flow);
  hit.flows = {request.flow.name};
  return hit;
}

/// A summary as a hit: the place is that of the type, or of the first of the module's types.
AnswerHit summary_hit(const SummaryDocument& summary, const search::Scope& scope) {
  const graph::Declarations& declarations = scope.graph->declarations();
  const graph::DeclaredSymbol type = declarations.symbol(summary.subject.types.front());
  const bool is_module = summary.subject.of == corpus::Summary::Of::kModule;
  AnswerHit hit;
  hit.chunk_type = "summary";
  hit.written_by = summary.model;
  UnitHit& unit = hit.unit;
  unit.repository = scope.repository.name;
  unit.commit = scope.repository.commit;
  unit.path = summary.subject.path;
  unit.language = declarations.file(type.file).language;
  unit.kind = Kind::kSummary;
  unit.name = is_module ? summary.subject.name : std::string(type.name);
  unit.qualified_name = summary.subject.name;
  unit.lines = type.lines;
  unit.id = fmt::format("{}:{}#summary {}", scope.repository.name, unit.path, summary.subject.name);
  unit.code = summary.text;
  if (!is_module) return hit;
  unit.code += "\nIts classes:";
  for (const graph::SymbolId one : summary.subject.types) unit.code += fmt::format(" {}", declarations.symbol(one).name);
  return hit;
}

bool has_graph(const std::vector<search::Scope>& scopes) {
  return std::ranges::any_of(scopes, [](const search::Scope& scope) { return scope.graph != nullptr; });
}

/// Of `Orders.place`, `Orders#place` and `shop::Orders` the last name counts. Where there is no graph, nothing is known.
bool is_name_of_anything(std::string_view written, const std::vector<search::Scope>& scopes) {
  const std::string_view name = written.substr(written.find_last_of(".:#") + 1);
  return name.empty() || std::ranges::any_of(scopes, [&](const search::Scope& scope) {
           return scope.graph == nullptr || !scope.graph->declarations().named(name).empty();
         });
}

/// What was written about the class that a hit shows.
void note_summary(const index::UnitView& unit, const search::Scope& scope, const SummaryDocuments* summaries, AnswerHit& hit) {
  if (summaries == nullptr) return;
  const auto symbol = graph::find_symbol(scope.graph->declarations(), {.path = unit.path, .name = unit.name, .range = unit.range});
  const SummaryDocument* summary = symbol ? summaries->of_type(*symbol) : nullptr;
  if (summary == nullptr) return;
  hit.summary = summary->text;
  hit.written_by = summary->model;
}

std::vector<std::string> names_of(const RequestDocuments& requests, const std::vector<std::uint32_t>& numbers) {
  std::vector<std::string> names;
  for (const std::uint32_t number : numbers) {
    const std::string& name = requests.at(number).flow.name;
    if (names.size() < kMostFlowNames && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

/// What a search says of itself besides its hits.
void note_state(SearchResult found, Answer& answer) {
  answer.stale =
      found.stale || !found.pending.empty() || std::ranges::any_of(answer.hits, [](const AnswerHit& hit) { return hit.unit.stale; });
  answer.scope = std::move(found.scope);
  answer.skipped = std::move(found.skipped);
  answer.pending = std::move(found.pending);
  answer.embedding_model = std::move(found.embedding_model);
  answer.vectors_ready = found.vectors_ready;
  answer.warnings = std::move(found.warnings);
}

}  // namespace

Result<AnswerHit> LocalEngine::show_answer(const Candidate& candidate, const ReadQuestion& question, const AnswerSources& sources,
                                           const CancelToken& cancel) {
  GROVE_RETURN_IF_ERROR(cancel.check());
  const search::Scope& scope = sources.scopes[candidate.scope];
  const RequestDocuments* requests = sources.requests[candidate.scope].get();
  if (candidate.what == Candidate::What::kRequest) {
    AnswerHit hit = request_hit(requests->at(candidate.request), question.intent, scope.repository);
    if (const auto file = scope.graph->declarations().find_file(hit.unit.path))
      hit.unit.language = scope.graph->declarations().file(*file).language;
    return hit;
  }
  if (candidate.what == Candidate::What::kSummary) return summary_hit(sources.summaries[candidate.scope]->at(candidate.request), scope);
  SearchResult shown;
  AnswerHit hit;
  GROVE_ASSIGN_OR_RETURN(
      hit.unit, show({.scope = candidate.scope, .ref = candidate.ref, .score = candidate.score, .ranks = {}, .matched_terms = {}}, scope,
                     cancel, shown));
  const index::UnitView unit = scope.index->unit(candidate.ref);
  hit.chunk_type = chunk_type_of(unit);
  if (hit.chunk_type == "document") {
    const std::vector<std::string> headings = hit.unit.place ? hit.unit.place->section : std::vector<std::string>{hit.unit.name};
    hit.quote = best_quote(hit.unit.code, question.asked.text, headings);
  }
  for (const index::UnitRef member : candidate.members) {
    const std::string name(scope.index->unit(member).name);
    if (hit.matched_members.size() < kMostMembers && std::ranges::find(hit.matched_members, name) == hit.matched_members.end())
      hit.matched_members.push_back(name);
  }
  for (const CallingType& calling : sources.calling)
    if (calling.scope == candidate.scope && calling.ref == candidate.ref) hit.service_edges.push_back(calling.edge);
  if (hit.chunk_type == "class") note_summary(unit, scope, sources.summaries[candidate.scope].get(), hit);
  if (requests == nullptr) return hit;
  if (hit.chunk_type == "document")
    hit.flows = requests->mentioned_in(hit.unit.code, kMostFlowNames);
  else if (hit.chunk_type == "class")
    hit.flows = names_of(*requests, requests->through(unit.qualified_name, unit.path));
  else if (hit.chunk_type == "method" && unit.qualified_name.rfind('.') != std::string_view::npos)
    hit.flows = names_of(*requests, requests->through(unit.qualified_name.substr(0, unit.qualified_name.rfind('.')), unit.path));
  return hit;
}

Result<std::vector<std::shared_ptr<const RequestDocuments>>> LocalEngine::requests_of(const std::vector<search::Scope>& scopes,
                                                                                      const CancelToken& cancel) {
  std::vector<std::shared_ptr<const RequestDocuments>> all;
  for (const search::Scope& scope : scopes) {
    all.emplace_back();
    if (scope.graph == nullptr) continue;
    const GraphScope of_graph{.repository = scope.repository, .graph = scope.graph, .index = scope.index};
    GROVE_ASSIGN_OR_RETURN(all.back(), request_documents_.of(of_graph, {.models = web_models_, .texts = units_}, cancel));
  }
  return all;
}

Result<std::vector<std::shared_ptr<const SummaryDocuments>>> LocalEngine::summaries_of(const std::vector<search::Scope>& scopes,
                                                                                       const CancelToken& cancel) {
  std::vector<std::shared_ptr<const SummaryDocuments>> all;
  for (const search::Scope& scope : scopes) {
    all.emplace_back();
    if (scope.graph == nullptr) continue;
    const GraphScope of_graph{.repository = scope.repository, .graph = scope.graph, .index = scope.index};
    GROVE_ASSIGN_OR_RETURN(all.back(), summaries_.of(of_graph, cancel));
  }
  return all;
}

Result<SummaryReport> LocalEngine::summarize(const SummaryRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  if (chat_ == nullptr)
    return fail(ErrorCode::kInvalidArgument, "no language model is switched on, so there is nobody to write summaries",
                "Set LLM_ENABLED=true, LLM_BASE_URL and LLM_MODEL.");
  GROVE_ASSIGN_OR_RETURN(const Repository repository, registry_->repository(request.repository));
  GROVE_ASSIGN_OR_RETURN(const Asked asked, open_graphs({repository}, Named::kSome));
  if (asked.scopes.empty())
    return fail(ErrorCode::kNotFound, fmt::format("{} has no symbol graph yet", repository.name),
                fmt::format("`grove sync {}` indexes it.", repository.name));
  const GraphScope& scope = asked.scopes.front();
  KeptKnowledge kept;
  GROVE_RETURN_IF_ERROR(knowledge_of(scope, kept, cancel));
  const SummarySources sources{.scope = scope,
                               .roles = *kept.roles,
                               .requests = *kept.requests,
                               .texts = units_,
                               .directory = directory_.repository(repository.id),
                               .model = *chat_};
  auto report = engine::summarize(sources, request.depth, progress, cancel);
  if (!report) return std::unexpected(std::move(report).error().within(fmt::format("cannot sum up {}", repository.name)));
  return report;
}

Result<Answer> LocalEngine::answer(const Question& question, const CancelToken& cancel) {
  const Stopwatch watch;
  SearchCommand command;
  command.request.query = question.text;
  command.request.mode = question.mode;
  command.scope = question.scope;
  GROVE_RETURN_IF_ERROR(check_query(question.text));
  SearchResult found;
  GROVE_ASSIGN_OR_RETURN(const Searched searched, open_scopes(command, cancel, found));
  search::Models models;
  GROVE_ASSIGN_OR_RETURN(models.embedder, embedder_for(command, searched, cancel, found));
  models.reranker = reranker_for(command, found);
  const TextsOnDisk texts(units_);
  models.texts = &texts;
  models.rerank_within = options_.rerank_within;
  GROVE_ASSIGN_OR_RETURN(const auto requests, requests_of(searched.scopes, cancel));
  GROVE_ASSIGN_OR_RETURN(const auto summaries, summaries_of(searched.scopes, cancel));
  const ReadQuestion read = read_question(question, options_.levers);
  AnswerSources sources{
      .scopes = searched.scopes, .requests = requests, .summaries = summaries, .models = models, .may_rerank = models.reranker != nullptr};
  if ((!read.topic.called.empty() || !read.topic.caller.empty()) && has_graph(searched.scopes)) {
    const auto named = question.scope.names_some() ? found.scope : std::vector<std::string>{};
    GROVE_ASSIGN_OR_RETURN(const ServiceMap map, services({.query = {}, .repositories = named}, cancel));
    const ServiceEnd end = read.topic.called.empty() ? ServiceEnd::kCalling : ServiceEnd::kCalled;
    sources.calling =
        calling_types(edges_at(map, end == ServiceEnd::kCalled ? read.topic.called : read.topic.caller, end), searched.scopes);
  }
  Answer answer;
  answer.intent = search::question_intent_name(read.intent);
  GROVE_ASSIGN_OR_RETURN(const std::vector<Candidate> ranked, rank_answers(read, sources, found.warnings, cancel));
  answer.total = ranked.size();
  for (std::size_t i = 0; i < std::min(question.limit, ranked.size()); ++i) {
    GROVE_ASSIGN_OR_RETURN(AnswerHit hit, show_answer(ranked[i], read, sources, cancel));
    hit.unit.rank = static_cast<std::uint32_t>(i + 1);
    hit.unit.score = ranked[i].score;
    answer.hits.push_back(std::move(hit));
  }
  for (const std::string& name : read.topic.identifiers)
    if (read.intent == search::QuestionIntent::kClass && !is_name_of_anything(name, searched.scopes))
      found.warnings.push_back(fmt::format("nothing is called {} here", name));
  // Of many repositories those count that something was found in.
  for (const search::Scope& scope : searched.scopes) {
    const auto is_of_it = [&](const AnswerHit& hit) { return hit.unit.repository == scope.repository.name; };
    if (scope.graph != nullptr && (searched.scopes.size() == 1 || std::ranges::any_of(answer.hits, is_of_it)))
      std::ranges::move(web_models_.gaps_of({.repository = scope.repository, .graph = scope.graph, .index = scope.index}),
                        std::back_inserter(found.warnings));
  }
  answer.text = answer.context = context_block(answer.hits);
  note_state(std::move(found), answer);
  if (chat_ != nullptr && question.synthesis == Question::Synthesis::kAsConfigured)
    GROVE_RETURN_IF_ERROR(synthesize(*chat_, question, answer, cancel));
  answer.took_ms = watch.milliseconds();
  return answer;
}

}  // namespace grove::engine
