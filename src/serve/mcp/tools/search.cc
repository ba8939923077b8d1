#include <fmt/format.h>

#include <algorithm>

#include "serve/json/search_fields.h"
#include "serve/mcp/tools/paging.h"
#include "serve/mcp/tools/places.h"
#include "serve/mcp/tools/symbols.h"

namespace grove::serve::mcp {
namespace {

constexpr std::int64_t kMostResults = 100;
constexpr std::size_t kRelated = 5;

constexpr FieldSpec kQuery = {
    .name = "query", .meaning = "A question in plain words, or an identifier.", .need = FieldSpec::Need::kRequired};

constexpr FieldSpec kCodebaseArguments[] = {
    kQuery,
    {.name = "repos", .type = FieldType::kTextList, .meaning = "Names of the repositories to search. Default: all."},
    kGroupsField,
    kExpandField,
    kExpandDepthField,
    {.name = "limit", .type = FieldType::kInteger, .meaning = "Most results.", .least = 1, .most = kMostResults, .fallback = "8"},
    kModeField,
    {.name = "languages", .type = FieldType::kTextList, .meaning = "Only files in these languages: `python`, `java`, …"},
    {.name = "kinds", .type = FieldType::kTextList, .meaning = "Only units of these kinds: `function`, `method`, `class`, …"},
    kPathField,
    kTokensArgument,
    kCursorArgument,
};

constexpr FieldSpec kSemanticArguments[] = {
    kQuery,
    kDirectoryArgument,
    {.name = "limit", .type = FieldType::kInteger, .meaning = "Most results.", .least = 1, .most = kMostResults, .fallback = "5"},
    kModeField,
    {.name = "rerank", .type = FieldType::kBoolean, .meaning = "Whether a reranker, where one is set up, reads the best results again."},
    kTokensArgument,
    kCursorArgument,
};

/// What tells a model where a chunk stands, without repeating its code.
std::string context_of(const engine::UnitHit& hit) {
  std::string text = fmt::format("// [Context] Repository: {} | File: {}", hit.repository, hit.path);
  if (!hit.parent.empty()) text += fmt::format(" | Scope: {}", hit.parent);
  if (!hit.docstring.empty()) text += fmt::format(" | Doc: {}", hit.docstring.substr(0, hit.docstring.find('\n')));
  return hit.signature.empty() ? text : fmt::format("{}\n{}", text, hit.signature);
}

/// Names of the nearest callers or callees; none where the graph can't say.
Json related(const Result<engine::Calls>& calls, std::string engine::CallEdge::* end) {
  std::vector<std::string> names;
  if (!calls) return names;
  for (const engine::CallEdge& edge : calls->edges) {
    const bool again = std::ranges::find(names, edge.*end) != names.end();
    if (!again && names.size() < kRelated) names.push_back(edge.*end);
  }
  return names;
}

Json chunk_item(const ToolCall& call, const engine::UnitHit& hit) {
  Json chunk = {{"chunk_id", hit.id},
                {"repo_id", hit.repository},
                {"file_path", hit.path},
                {"language", language_name(hit.language)},
                {"start_line", hit.lines.first},
                {"end_line", hit.lines.last},
                {"raw_content", hit.code},
                {"enriched_content", context_of(hit)},
                {"chunk_type", kind_name(hit.kind)}};
  put_unless_empty(chunk, "symbol_name", hit.qualified_name.empty() ? hit.name : hit.qualified_name);
  put_unless_empty(chunk, "parent_symbol", hit.parent);
  put_unless_empty(chunk, "docstring", hit.docstring);
  put_place(chunk, hit);
  if (!hit.imports.empty()) chunk["imports"] = hit.imports;
  if (hit.stale) chunk["stale"] = true;
  Json item = {{"chunk", std::move(chunk)}, {"score", hit.score}};
  if (hit.ranks.vector > 0) item["dense_rank"] = hit.ranks.vector;
  if (hit.ranks.lexical > 0) item["sparse_rank"] = hit.ranks.lexical;
  item["matched_terms"] = hit.matched_terms;
  if (is_callable(hit.kind)) {
    const engine::CallRequest request{.symbol = {.symbol = hit.id, .repositories = {hit.repository}, .limit = kRelated * 2}};
    item["related_callers"] = related(call.backend.engine.callers(request, call.exchange.cancel()), &engine::CallEdge::from);
    item["related_callees"] = related(call.backend.engine.callees(request, call.exchange.cancel()), &engine::CallEdge::to);
  }
  item["repo_relation"] = hit.relation ? "expanded" : "primary";
  if (hit.relation) item["relation_direction"] = engine::direction_name(hit.relation->direction);
  item["relation_hops"] = hit.relation ? hit.relation->hops : 0;
  return item;
}

Json unit_item(const engine::UnitHit& hit, const engine::SearchResult& result) {
  Json item = {{"file", hit.path}, {"type", kind_name(hit.kind)}};
  if (result.scope.size() > 1) item["repo"] = hit.repository;
  put_unless_empty(item, "class", hit.parent);
  put_unless_empty(item, "name", hit.name);
  item["start_line"] = hit.lines.first;
  item["end_line"] = hit.lines.last;
  put_place(item, hit);
  item["score"] = hit.score;
  item["code"] = hit.code;
  if (hit.stale) item["stale"] = true;
  return item;
}

/// What a reader of the results should know about all of them.
Json remarks_on(const engine::SearchResult& result) { return remarks(result.stale, result.warnings); }

Result<Json> search_codebases(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(const engine::SearchCommand command, read_search(call.arguments, 8));
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call, "/chunk/raw_content"));
  GROVE_ASSIGN_OR_RETURN(const engine::SearchResult result, call.backend.engine.search(command, call.exchange.cancel()));
  for (std::size_t i = page.skip(); i < result.hits.size(); ++i) {
    if (!page.add(chunk_item(call, result.hits[i]))) break;
  }
  Json rest = remarks_on(result);
  rest["scope"] = result.scope;
  return page.finish("results", std::move(rest), result.hits.size());
}

Result<Json> semantic_search(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(engine::SearchCommand command, read_search(call.arguments, 5));
  GROVE_ASSIGN_OR_RETURN(command.scope.repositories, repositories_at(call.backend, call.arguments.text("directory_path", ".")));
  if (call.arguments.has("rerank")) {
    using Rerank = engine::SearchCommand::Rerank;
    command.rerank = call.arguments.boolean("rerank") ? Rerank::kOn : Rerank::kOff;
  }
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call));
  GROVE_ASSIGN_OR_RETURN(const engine::SearchResult result, call.backend.engine.search(command, call.exchange.cancel()));
  for (std::size_t i = page.skip(); i < result.hits.size(); ++i) {
    if (!page.add(unit_item(result.hits[i], result))) break;
  }
  return page.finish("results", remarks_on(result), result.hits.size());
}

constexpr Tool kTools[] = {
    {.name = "search_codebases",
     .title = "Search code",
     .description =
         "Searches the indexed repositories for the code that answers a question or bears a name, by words and by meaning at once. Use it "
         "first when you don't know where something is: \"where are refresh tokens checked\", \"parse config\", `OrderService`. Returns "
         "whole functions, methods, classes and sections, the best first, each with repository, path, lines, code, and its nearest "
         "callers and callees. Narrow it with `repos`, `groups`, `languages`, `kinds` or `path`; `expand` adds what the repositories named "
         "depend on, or what depends on them.",
     .arguments = kCodebaseArguments,
     .run = search_codebases},
    {.name = "semantic_search",
     .title = "Search the workspace",
     .description = "Searches one workspace for the code that answers a question or bears a name. Returns whole functions, methods, "
                    "classes and sections, the best first, with file, lines and code as it stands on disk now. The workspace has to be "
                    "indexed: index_workspace.",
     .arguments = kSemanticArguments,
     .run = semantic_search},
};

}  // namespace

std::span<const Tool> search_tools() { return kTools; }

}  // namespace grove::serve::mcp
