#include "serve/http/problem.h"
#include "serve/json/answer_shapes.h"
#include "serve/json/search_facets.h"
#include "serve/json/search_fields.h"
#include "serve/json/shapes.h"
#include "serve/rest/route.h"

namespace grove::serve {
namespace {

constexpr std::int64_t kMostResults = 1000;
constexpr std::int64_t kUsualResults = 10;

constexpr FieldSpec kSearchFields[] = {
    {.name = "query", .meaning = "What to look for: a name, words, a question.", .need = FieldSpec::Need::kRequired},
    {.name = "repos",
     .type = FieldType::kTextList,
     .meaning = "Names or ids of the repositories that may answer; all where it is left out or empty.",
     .alias = "repo_ids"},
    kGroupsField,
    kExpandField,
    kExpandDepthField,
    {.name = "limit", .type = FieldType::kInteger, .meaning = "Most results.", .least = 1, .most = kMostResults, .fallback = "10"},
    kModeField,
    {.name = "kinds", .type = FieldType::kTextList, .meaning = "Only units of these kinds.", .alias = "kind"},
    {.name = "languages", .type = FieldType::kTextList, .meaning = "Only files in these languages.", .alias = "language"},
    kPathField,
    {.name = "rerank",
     .type = FieldType::kSwitch,
     .meaning = "Whether the configured reranker reads the best results again; auto: as GROVE_RERANK says.",
     .choices = "auto|on|off",
     .fallback = "auto"},
    {.name = "explain", .type = FieldType::kBoolean, .meaning = "Adds the plan: every step with its counts and times."},
    {.name = "facets",
     .type = FieldType::kBoolean,
     .meaning = "Adds how many of the best 200 results lie in each repository, in each language, and are of each kind."},
};

Result<engine::SearchCommand> read_command(const FieldValues& fields) {
  GROVE_ASSIGN_OR_RETURN(engine::SearchCommand command, read_search(fields, kUsualResults));
  command.request.explain = fields.boolean("explain");
  const std::string rerank = fields.text("rerank", "auto");
  if (rerank == "on") command.rerank = engine::SearchCommand::Rerank::kOn;
  if (rerank == "off") command.rerank = engine::SearchCommand::Rerank::kOff;
  return command;
}

/// Of a search of its own: how many are counted changes nothing of what the results are.
Result<SearchFacets> count_facets(Backend& backend, engine::SearchCommand command, const CancelToken& cancel) {
  command.request.limit = kMostCounted;
  command.request.explain = false;
  command.rerank = engine::SearchCommand::Rerank::kOff;
  GROVE_ASSIGN_OR_RETURN(const engine::SearchResult result, backend.engine.search(command, cancel));
  return facets_of(result.hits);
}

HttpResponse post_search(Backend& backend, const Call& call) {
  const auto command = read_command(call.body);
  if (!command) return problem(command.error());
  const auto result = backend.engine.search(*command, call.cancel);
  if (!result) return problem(result.error());
  if (!call.body.boolean("facets")) return json_response(search_json(*command, *result));
  const auto facets = count_facets(backend, *command, call.cancel);
  return facets ? json_response(search_json(*command, *result, &*facets)) : problem(facets.error());
}

constexpr std::int64_t kMostAnswers = 100;

constexpr FieldSpec kAskFields[] = {
    {.name = "question", .meaning = "A question in plain words.", .alias = "query", .need = FieldSpec::Need::kRequired},
    {.name = "repos",
     .type = FieldType::kTextList,
     .meaning = "Names or ids of the repositories that may answer; all where it is left out or empty.",
     .alias = "repo_ids"},
    kGroupsField,
    {.name = "limit",
     .type = FieldType::kInteger,
     .meaning = "Most hits.",
     .alias = "k",
     .least = 1,
     .most = kMostAnswers,
     .fallback = "10"},
    kModeField,
};

HttpResponse post_ask(Backend& backend, const Call& call) {
  const engine::Question question{.text = call.body.text("question"),
                                  .scope = read_scope(call.body),
                                  .limit = static_cast<std::size_t>(call.body.integer("limit", kUsualResults)),
                                  .mode = mode_of_name(call.body.text("mode"))};
  const auto answer = backend.engine.answer(question, call.cancel);
  return answer ? json_response(answer_json(question, *answer)) : problem(answer.error());
}

constexpr Route kRoutes[] = {
    {.method = "POST",
     .pattern = "/api/v1/search",
     .summary = "Finds the units that answer a query best",
     .answer = "SearchAnswer",
     .body = kSearchFields,
     .handle = post_search},
    {.method = "POST",
     .pattern = "/api/v1/ask",
     .summary = "Answers a question from code, endpoints, flows, configuration and documents, with citations",
     .answer = "Answer",
     .lane = Lane::kLong,  // a language model may take its time
     .body = kAskFields,
     .handle = post_ask},
};

}  // namespace

std::span<const Route> search_routes() { return kRoutes; }

}  // namespace grove::serve
