#include "serve/mcp/tools/paging.h"
#include "serve/mcp/tools/places.h"
#include "serve/mcp/tools/symbols.h"

namespace grove::serve::mcp {
namespace {

constexpr FieldSpec kDefinitionArguments[] = {
    kSymbolArgument,
    kRepositoryArgument,
    kTokensArgument,
    kCursorArgument,
};

constexpr FieldSpec kGoToArguments[] = {
    kSymbolArgument,
    kDirectoryArgument,
    {.name = "limit", .type = FieldType::kInteger, .meaning = "Most definitions.", .least = 1, .most = 200, .fallback = "20"},
    kTokensArgument,
    kCursorArgument,
};

Json symbol_item(const engine::SymbolHit& hit) {
  Json item = {{"symbol_name", hit.qualified_name.empty() ? hit.name : hit.qualified_name},
               {"symbol_type", kind_name(hit.kind)},
               {"repo_id", hit.repository},
               {"file_path", hit.path},
               {"language", language_name(hit.language)},
               {"start_line", hit.lines.first},
               {"end_line", hit.lines.last}};
  put_unless_empty(item, "parent_symbol", hit.parent);
  put_unless_empty(item, "signature", hit.signature);
  put_unless_empty(item, "docstring", hit.docstring);
  item["callers"] = hit.callers;
  item["callees"] = hit.callees;
  item["code"] = hit.code;
  if (hit.stale) item["stale"] = true;
  return item;
}

Json definition_item(const engine::SymbolHit& hit, const engine::SymbolRequest& request) {
  Json item = {{"file", hit.path}, {"language", language_name(hit.language)}, {"type", kind_name(hit.kind)}, {"name", hit.name}};
  if (request.repositories.size() > 1) item["repo"] = hit.repository;
  put_unless_empty(item, "class", hit.parent);
  item["start_line"] = hit.lines.first;
  item["end_line"] = hit.lines.last;
  item["code"] = hit.code;
  put_unless_empty(item, "docstring", hit.docstring);
  if (hit.stale) item["stale"] = true;
  return item;
}

Result<Json> get_symbol_definition(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call));
  engine::SymbolRequest request{.symbol = call.arguments.text("symbol_name"), .repositories = one_repository(call.arguments)};
  request.skip = page.skip();
  GROVE_ASSIGN_OR_RETURN(const engine::Definitions found, call.backend.engine.definition(request, call.exchange.cancel()));
  for (const engine::SymbolHit& hit : found.definitions) {
    if (!page.add(symbol_item(hit))) break;
  }
  return page.finish("result", remarks(found.stale, found.warnings), found.total);
}

Result<Json> go_to_definition(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call));
  engine::SymbolRequest request{.symbol = call.arguments.text("symbol_name")};
  GROVE_ASSIGN_OR_RETURN(request.repositories, repositories_at(call.backend, call.arguments.text("directory_path", ".")));
  const Window window = window_of(call.arguments, 20, page.skip());
  request.limit = window.limit;
  request.skip = page.skip();
  GROVE_ASSIGN_OR_RETURN(const engine::Definitions found, call.backend.engine.definition(request, call.exchange.cancel()));
  for (const engine::SymbolHit& hit : found.definitions) {
    if (!page.add(definition_item(hit, request))) break;
  }
  return page.finish("definitions", remarks(found.stale, found.warnings), window.end(found.total));
}

constexpr Tool kTools[] = {
    {.name = "get_symbol_definition",
     .title = "Find a definition",
     .description = "Shows where a function, method, class or other symbol is defined, with signature, documentation, code, and how many "
                    "call it. Use it when you know the name: `verify_token`, `AuthService.verify_token`, `AuthService#verify_token`, "
                    "`auth::verify_token` or a fully-qualified name. Where a name means several things, all are shown, the likeliest "
                    "first.",
     .arguments = kDefinitionArguments,
     .run = get_symbol_definition},
    {.name = "go_to_definition",
     .title = "Go to a definition",
     .description = "Shows where a symbol of the workspace is defined, with its code and documentation: `getUser`, `UserRepo.getUser` or "
                    "a fully-qualified name. Where a name means several things, all are shown, the likeliest first.",
     .arguments = kGoToArguments,
     .run = go_to_definition},
};

}  // namespace

std::span<const Tool> definition_tools() { return kTools; }

}  // namespace grove::serve::mcp
