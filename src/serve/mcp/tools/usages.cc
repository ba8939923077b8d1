#include <algorithm>

#include "serve/mcp/tools/paging.h"
#include "serve/mcp/tools/places.h"
#include "serve/mcp/tools/symbols.h"

namespace grove::serve::mcp {
namespace {

constexpr FieldSpec kUsageArguments[] = {
    kSymbolArgument,
    kDirectoryArgument,
    {.name = "limit", .type = FieldType::kInteger, .meaning = "Most usages.", .least = 1, .most = 1000, .fallback = "50"},
    kTokensArgument,
    kCursorArgument,
};

constexpr FieldSpec kCallArguments[] = {
    kSymbolArgument,
    kRepositoryArgument,
    {.name = "direction",
     .type = FieldType::kChoice,
     .meaning = "Who calls it, what it calls, or both.",
     .choices = "callers|callees|both",
     .fallback = "both"},
    {.name = "depth", .type = FieldType::kInteger, .meaning = "How many calls away.", .least = 1, .most = 10, .fallback = "1"},
    kTokensArgument,
    kCursorArgument,
};

constexpr std::size_t kMostEdges = 500;      // of one page
constexpr std::size_t kMostUnresolved = 50;  // those that come first in the code say enough

Json usage_item(const engine::ReferenceHit& hit, const engine::SymbolRequest& request) {
  Json item = {{"file", hit.path}, {"line", hit.line}, {"preview", hit.preview}};
  if (request.repositories.size() != 1) item["repo"] = hit.repository;
  put_unless_empty(item, "in", hit.in);
  item["role"] = role_name(hit.role);
  item["confidence"] = confidence_name(hit.confidence);
  if (hit.stale) item["stale"] = true;
  return item;
}

Result<Json> find_ast_usages(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call));
  engine::SymbolRequest request{.symbol = call.arguments.text("symbol_name")};
  GROVE_ASSIGN_OR_RETURN(request.repositories, repositories_at(call.backend, call.arguments.text("directory_path", ".")));
  const Window window = window_of(call.arguments, 50, page.skip());
  request.limit = window.limit;
  request.skip = page.skip();
  GROVE_ASSIGN_OR_RETURN(const engine::References found, call.backend.engine.references(request, call.exchange.cancel()));
  for (const engine::ReferenceHit& hit : found.references) {
    if (!page.add(usage_item(hit, request))) break;
  }
  return page.finish("usages", remarks(found.stale, found.warnings), window.end(found.total));
}

Json edge_item(const engine::CallEdge& edge, std::string_view side) {
  Json item = {{"side", side},
               {"from", edge.from},
               {"to", edge.to},
               {"repo_id", edge.repository},
               {"file_path", edge.path},
               {"line", edge.line},
               {"confidence", confidence_name(edge.confidence)},
               {"depth", edge.depth}};
  put_unless_empty(item, "request", edge.request);
  put_unless_empty(item, "to_repo_id", edge.to_repository);
  return item;
}

/// Callers and callees told one after the other, as one list with a cursor.
class Hierarchy {
 public:
  Hierarchy(const ToolCall& call, Page& page) : call_(call), page_(page) {
    request_.symbol.symbol = call.arguments.text("symbol_name");
    request_.symbol.repositories = one_repository(call.arguments);
    request_.symbol.limit = kMostEdges;
    request_.depth = static_cast<std::uint32_t>(call.arguments.integer("depth", 1));
  }

  Status tell(std::string_view side) {
    // Of this side, what earlier pages held.
    const std::size_t told = page_.skip() + page_.count();
    request_.symbol.skip = told - std::min(told, total_);
    auto& engine = call_.backend.engine;
    GROVE_ASSIGN_OR_RETURN(engine::Calls calls, side == "callers" ? engine.callers(request_, call_.exchange.cancel())
                                                                  : engine.callees(request_, call_.exchange.cancel()));
    total_ += calls.total;
    stale_ = stale_ || calls.stale;
    warnings_.insert(warnings_.end(), calls.warnings.begin(), calls.warnings.end());
    if (!full_) add(calls, side);
    if (side == "callees" && page_.skip() == 0) unresolved_ = std::move(calls.unresolved);
    return {};
  }

  Json finish() {
    Json rest = {{"symbol_name", request_.symbol.symbol}};
    rest.update(remarks(stale_, warnings_));
    Json flat = page_.finish("edges", std::move(rest), total_);
    Json edges = std::move(flat["edges"]);
    flat.erase("edges");
    flat["callers"] = Json::array();
    flat["callees"] = Json::array();
    for (Json& edge : edges) {
      const std::string side = edge["side"].get<std::string>();
      edge.erase("side");
      flat[side].push_back(std::move(edge));
    }
    for (const engine::UnresolvedCall& open : unresolved_) {
      if (flat["unresolved"].size() == kMostUnresolved) break;
      flat["unresolved"].push_back({{"name", open.name}, {"repo_id", open.repository}, {"file_path", open.path}, {"line", open.line}});
    }
    if (unresolved_.size() > kMostUnresolved) flat["unresolved_total"] = unresolved_.size();
    return flat;
  }

 private:
  void add(const engine::Calls& calls, std::string_view side) {
    for (const engine::CallEdge& edge : calls.edges) {
      full_ = !page_.add(edge_item(edge, side));
      if (full_) return;
    }
    full_ = request_.symbol.skip + calls.edges.size() < calls.total;
  }

  const ToolCall& call_;
  Page& page_;
  engine::CallRequest request_;
  std::size_t total_ = 0;
  bool full_ = false;
  bool stale_ = false;
  std::vector<std::string> warnings_;
  std::vector<engine::UnresolvedCall> unresolved_;
};

Result<Json> get_call_hierarchy(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call));
  const std::string direction = call.arguments.text("direction", "both");
  Hierarchy hierarchy(call, page);
  for (const std::string_view side : {"callers", "callees"}) {
    if (direction == side || direction == "both") GROVE_RETURN_IF_ERROR(hierarchy.tell(side));
  }
  return hierarchy.finish();
}

constexpr Tool kTools[] = {
    {.name = "find_ast_usages",
     .title = "Find usages",
     .description = "Lists every place that uses a function, method, class or other symbol: calls, types, imports, reads, writes, "
                    "subclasses. Read from the syntax, so never a comment, a string or another thing of that name. Use it before "
                    "changing or removing something. `confidence` is exact, scoped (one of few) or name (the only thing so named).",
     .arguments = kUsageArguments,
     .run = find_ast_usages},
    {.name = "get_call_hierarchy",
     .title = "Show callers and callees",
     .description = "Shows who calls a function or method and what it calls, several calls deep where asked. Use it to see what a change "
                    "reaches, or how a request flows. Calls into libraries, and those that could not be told, are listed as "
                    "`unresolved`.",
     .arguments = kCallArguments,
     .run = get_call_hierarchy},
};

}  // namespace

std::span<const Tool> usage_tools() { return kTools; }

}  // namespace grove::serve::mcp
