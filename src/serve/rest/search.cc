#include "engine/vocabulary.h"
#include "serve/http/problem.h"
#include "serve/json/shapes.h"
#include "serve/rest/route.h"

namespace grove::serve {
namespace {

constexpr std::int64_t kMostResults = 1000;

constexpr FieldSpec kSearchFields[] = {
    {.name = "query", .meaning = "What to look for: a name, words, a question.", .need = FieldSpec::Need::kRequired},
    {.name = "repos",
     .type = FieldType::kTextList,
     .meaning = "Names or ids of the repositories that may answer; all where it is left out or empty.",
     .alias = "repo_ids"},
    {.name = "groups", .type = FieldType::kTextList, .meaning = "Names of groups of repositories that may answer."},
    {.name = "expand",
     .type = FieldType::kChoice,
     .meaning = "Which dependencies of the repositories named may answer too.",
     .choices = "none|upstream|downstream|both",
     .fallback = "none"},
    {.name = "expand_depth",
     .type = FieldType::kInteger,
     .meaning = "How many steps of dependency to follow.",
     .least = 0,
     .most = 10,
     .fallback = "1"},
    {.name = "limit", .type = FieldType::kInteger, .meaning = "Most results.", .least = 1, .most = kMostResults, .fallback = "10"},
    {.name = "mode",
     .type = FieldType::kChoice,
     .meaning = "By words and meaning, by words alone, or by meaning alone.",
     .choices = "hybrid|keyword|semantic",
     .fallback = "hybrid"},
    {.name = "kinds", .type = FieldType::kTextList, .meaning = "Only units of these kinds.", .alias = "kind"},
    {.name = "languages", .type = FieldType::kTextList, .meaning = "Only files in these languages.", .alias = "language"},
    {.name = "path", .meaning = "Only files whose path meets this pattern: `*.py`, `src/**/api`."},
    {.name = "rerank",
     .type = FieldType::kSwitch,
     .meaning = "Whether the configured reranker reads the best results again; auto: as GROVE_RERANK says.",
     .choices = "auto|on|off",
     .fallback = "auto"},
    {.name = "explain", .type = FieldType::kBoolean, .meaning = "Adds the plan: every step with its counts and times."},
};

Status read_filter(const FieldValues& fields, engine::SearchCommand& command) {
  for (const std::string& name : fields.list("kinds")) {
    GROVE_ASSIGN_OR_RETURN(const Kind kind, engine::kind_asked_for(name));
    command.request.filter.kinds.push_back(kind);
  }
  for (const std::string& name : fields.list("languages")) {
    GROVE_ASSIGN_OR_RETURN(const Language language, engine::language_asked_for(name));
    command.request.filter.languages.push_back(language);
  }
  command.request.filter.path_glob = fields.text("path");
  return {};
}

Result<engine::SearchCommand> read_command(const FieldValues& fields) {
  engine::SearchCommand command;
  command.request.query = fields.text("query");
  command.request.limit = static_cast<std::size_t>(fields.integer("limit", 10));
  command.request.explain = fields.boolean("explain");
  command.repositories = fields.list("repos");
  command.groups = fields.list("groups");
  const std::string mode = fields.text("mode", "hybrid");
  if (mode == "keyword") command.request.mode = search::Mode::kKeyword;
  if (mode == "semantic") command.request.mode = search::Mode::kSemantic;
  const std::string rerank = fields.text("rerank", "auto");
  if (rerank == "on") command.rerank = engine::SearchCommand::Rerank::kOn;
  if (rerank == "off") command.rerank = engine::SearchCommand::Rerank::kOff;
  GROVE_RETURN_IF_ERROR(read_filter(fields, command));
  return command;
}

HttpResponse post_search(Backend& backend, const Call& call) {
  const auto command = read_command(call.body);
  if (!command) return problem(command.error());
  const auto result = backend.engine.search(*command, call.cancel);
  return result ? json_response(search_json(*command, *result)) : problem(result.error());
}

constexpr Route kRoutes[] = {
    {.method = "POST",
     .pattern = "/api/v1/search",
     .summary = "Finds the units that answer a query best",
     .answer = "SearchAnswer",
     .body = kSearchFields,
     .handle = post_search},
};

}  // namespace

std::span<const Route> search_routes() { return kRoutes; }

}  // namespace grove::serve
