#include <algorithm>

#include "serve/json/answer_shapes.h"
#include "serve/mcp/tools/paging.h"
#include "serve/mcp/tools/symbols.h"

// Classes, `@Service` beans, and who calls whom.
namespace grove::serve::mcp {
namespace {

constexpr std::size_t kMostEdges = 5000;
constexpr std::size_t kMostBeans = 5000;

constexpr FieldSpec kCallArguments[] = {
    {.name = "class_or_method",
     .meaning = "A class, `ClassName#methodName`, or a fully-qualified name.",
     .need = FieldSpec::Need::kRequired},
    kTokensArgument,
    kCursorArgument,
};

constexpr FieldSpec kServiceArguments[] = {
    {.name = "query", .meaning = "Words that stand in a bean's name, annotations, docs or methods.", .fallback = "all"},
    kTokensArgument,
    kCursorArgument,
};

constexpr FieldSpec kClassArguments[] = {
    {.name = "name", .meaning = "Name of a class, or its fully-qualified name.", .need = FieldSpec::Need::kRequired}};

/// Whether a qualified name is that of a member of one of the types that were asked about.
bool is_own(const std::string& name, const std::vector<engine::SymbolHit>& asked) {
  return std::ranges::any_of(asked, [&](const engine::SymbolHit& one) {
    return is_type(one.kind) && (name == one.qualified_name || name.starts_with(one.qualified_name + "."));
  });
}

Result<Json> far_ends(const ToolCall& call, std::string engine::CallEdge::* far) {
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call));
  const engine::CallRequest request{.symbol = {.symbol = call.arguments.text("class_or_method"), .repositories = {}, .limit = kMostEdges},
                                    .depth = 1,
                                    .types = engine::CallRequest::Types::kWhole};
  auto& engine = call.backend.engine;
  const auto calls =
      far == &engine::CallEdge::from ? engine.callers(request, call.exchange.cancel()) : engine.callees(request, call.exchange.cancel());
  if (!calls) return std::unexpected(calls.error());
  std::vector<std::string> names;
  for (const engine::CallEdge& edge : calls->edges) {
    const std::string& name = edge.*far;
    if (!is_own(name, calls->of) && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  for (std::size_t i = page.skip(); i < names.size(); ++i)
    if (!page.add(names[i])) break;
  return page.finish("result", remarks(calls->stale, calls->warnings), names.size());
}

Result<Json> callers_of(const ToolCall& call) { return far_ends(call, &engine::CallEdge::from); }
Result<Json> uses_of(const ToolCall& call) { return far_ends(call, &engine::CallEdge::to); }

Json dependencies_of(const engine::TypeView& type) {
  Json all = Json::array();
  for (const engine::InjectedDependency& one : type.dependencies) all.push_back({{"name", one.name}, {"type", one.type}});
  return all;
}

Json type_item(const engine::TypeView& type) {
  const engine::SymbolHit& symbol = type.symbol;
  Json item = {{"name", symbol.name}, {"fqn", symbol.qualified_name}, {"kind", kind_name(symbol.kind)}, {"repo", symbol.repository}};
  put_unless_empty(item, "module", type.module);
  put_unless_empty(item, "layer", type.layer);
  item["annotations"] = type.annotations;
  item["dependencies"] = dependencies_of(type);
  put_unless_empty(item, "summary", type.summary);
  put_unless_empty(item, "summary_by", type.summary_by);
  if (!type.supertypes.empty()) item["supertypes"] = type.supertypes;
  if (!type.flows.empty()) item["flows"] = type.flows;
  item["citation"] = citation_of({.path = symbol.path, .lines = symbol.lines, .qualified_name = symbol.qualified_name});
  if (symbol.stale) item["stale"] = true;
  return item;
}

Json bean_item(const engine::TypeView& type) {
  Json item = type_item(type);
  item["methods"] = Json::array();
  for (const engine::MethodView& method : type.methods) item["methods"].push_back(method.name);
  return item;
}

Json class_item(const engine::TypeView& type) {
  Json item = type_item(type);
  item["methods"] = Json::array();
  for (const engine::MethodView& method : type.methods) {
    Json one = {
        {"name", method.name}, {"annotations", method.annotations}, {"start_line", method.lines.first}, {"end_line", method.lines.last}};
    put_unless_empty(one, "signature", method.signature);
    item["methods"].push_back(std::move(one));
  }
  item["callsOut"] = type.calls_out;
  item["calledBy"] = type.called_by;
  put_unless_empty(item, "docstring", type.symbol.docstring);
  item["code"] = type.symbol.code;
  return item;
}

Result<Json> list_beans(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call));
  const engine::BeanRequest request{.query = call.arguments.text("query"), .repositories = {}, .limit = kMostBeans, .skip = page.skip()};
  GROVE_ASSIGN_OR_RETURN(const engine::TypeViews beans, call.backend.engine.beans(request, call.exchange.cancel()));
  for (const engine::TypeView& bean : beans.types)
    if (!page.add(bean_item(bean))) break;
  Json answer = page.finish("result", remarks(beans.stale, beans.warnings), beans.total);
  // list_services takes no cursor: it says where the rest is.
  if (call.tool == "list_services" && answer.erase("next_cursor") > 0)
    answer["note"] = "There are more: find_services takes a query, and a cursor for what is left.";
  return answer;
}

Result<Json> get_class(const ToolCall& call) {
  constexpr std::size_t kMostClasses = 5;  // of one name
  const engine::SymbolRequest request{.symbol = call.arguments.text("name"), .repositories = {}, .limit = kMostClasses};
  GROVE_ASSIGN_OR_RETURN(const engine::TypeViews found, call.backend.engine.types(request, call.exchange.cancel()));
  Json item = class_item(found.types.front());
  for (std::size_t i = 1; i < found.types.size(); ++i) item["others"].push_back(type_item(found.types[i]));
  item.update(remarks(found.stale, found.warnings));
  return item;
}

constexpr Tool kTools[] = {
    {.name = "callers_of",
     .title = "Who calls it",
     .description = "Lists what calls a class or method, as fully-qualified names; what answers requests is called by those that send "
                    "them, in other services too. For a class: the callers of all its methods and constructors. get_call_hierarchy tells "
                    "files and lines, and follows calls further.",
     .arguments = kCallArguments,
     .run = callers_of},
    {.name = "uses_of",
     .title = "What it calls",
     .description =
         "Lists what a class or method calls, as fully-qualified names; methods of declared HTTP clients such as Feign's are "
         "among them, and requests that are sent by a library (`GET orders/api/orders/{id}`). For a class: what all its methods call.",
     .arguments = kCallArguments,
     .run = uses_of},
    {.name = "find_services",
     .title = "Find service beans",
     .description =
         "Lists the `@Service` beans of the code with annotations, injected dependencies, methods and the first sentence of their "
         "docs. Use it to find where some business logic lives.",
     .arguments = kServiceArguments,
     .run = list_beans},
    {.name = "get_class",
     .title = "Show a class",
     .description =
         "Shows one class: annotations, injected dependencies, methods with signatures, whom it calls (`callsOut`), who calls it "
         "(`calledBy`), request flows that go through it, and its code. Use it to explain a class.",
     .arguments = kClassArguments,
     .run = get_class},
    {.name = "list_services",
     .title = "List all service beans",
     .description = "Lists all `@Service` beans, as find_services does without a query.",
     .run = list_beans},
};

}  // namespace

std::span<const Tool> type_tools() { return kTools; }

}  // namespace grove::serve::mcp
