#include <fmt/format.h>

#include "serve/json/answer_shapes.h"
#include "serve/json/navigation_shapes.h"
#include "serve/json/search_fields.h"
#include "serve/json/shapes.h"
#include "serve/mcp/tools/paging.h"
#include "serve/mcp/tools/symbols.h"

// Questions in plain words, endpoints and flows.
namespace grove::serve::mcp {
namespace {

constexpr std::int64_t kMostHits = 100;
constexpr std::size_t kMostEndpoints = 10'000;
constexpr std::size_t kMostFlows = 20;

constexpr FieldSpec kSearchArguments[] = {
    {.name = "query", .meaning = "A question in plain words.", .need = FieldSpec::Need::kRequired},
    {.name = "k", .type = FieldType::kInteger, .meaning = "Most hits.", .least = 1, .most = kMostHits, .fallback = "10"},
    kModeField,
};

constexpr FieldSpec kEndpointArguments[] = {
    {.name = "query", .meaning = "Words that stand in verb, route, controller or method.", .fallback = "all"},
    {.name = "http_method", .meaning = "Only this verb: `GET`, `POST`, …", .fallback = "all"},
    {.name = "path_contains", .meaning = "Only routes with this in them.", .fallback = "all"},
    kTokensArgument,
    kCursorArgument,
};

constexpr FieldSpec kFlowArguments[] = {
    {.name = "endpoint_or_class",
     .meaning = "`POST /orders`, `/orders/{id}`, a class, or a fully-qualified name.",
     .need = FieldSpec::Need::kRequired},
};

/// A hit without its code, which `context_block` has.
Json hit_item(const engine::AnswerHit& hit) {
  const engine::UnitHit& unit = hit.unit;
  Json item = {{"rank", unit.rank}, {"id", unit.id}, {"score", unit.score}, {"chunk_type", hit.chunk_type}, {"repo", unit.repository}};
  put_unless_empty(item, "name", unit.name);
  put_unless_empty(item, "signature", unit.signature);
  put_unless_empty(item, "docstring", unit.docstring);
  if (!hit.flow.route.empty()) {
    item["http_method"] = hit.flow.http_method;
    item["route"] = hit.flow.route;
    item["flow_name"] = hit.flow.name;
  }
  if (hit.chunk_type == "flow") item["mermaid"] = hit.flow.mermaid;
  put_unless_empty(item, "summary", hit.summary);
  put_unless_empty(item, "written_by", hit.written_by);
  if (!hit.flows.empty()) item["flows"] = hit.flows;
  if (!hit.matched_members.empty()) item["matched_members"] = hit.matched_members;
  for (const engine::ServiceEdge& edge : hit.service_edges)
    item["service_edges"].push_back({{"from", edge.from}, {"to", edge.to}, {"kind", edge.kind}, {"line", edge.line}});
  item["citation"] = citation_of({.path = unit.path, .lines = unit.lines, .qualified_name = unit.qualified_name});
  put_place(item["citation"], unit);
  put_unless_empty(item["citation"], "quote", hit.quote);
  if (unit.stale) item["stale"] = true;
  return item;
}

Result<Json> rag_search(const ToolCall& call) {
  const engine::Question question{.text = call.arguments.text("query"),
                                  .limit = static_cast<std::size_t>(call.arguments.integer("k", 10)),
                                  .mode = mode_of_name(call.arguments.text("mode"))};
  GROVE_ASSIGN_OR_RETURN(const engine::Answer answer, call.backend.engine.answer(question, call.exchange.cancel()));
  Json result = {{"query", question.text}, {"intent", answer.intent}, {"total", answer.total}, {"hits", Json::array()}};
  for (const engine::AnswerHit& hit : answer.hits) result["hits"].push_back(hit_item(hit));
  result["context_block"] = answer.context;
  result["answer"] = answer.text;
  if (!answer.model.empty()) result["model"] = answer.model;
  if (!answer.cited.empty()) result["cited"] = answer.cited;
  result.update(remarks(answer.stale, answer.warnings));
  return result;
}

Json endpoint_item(const engine::EndpointHit& hit) {
  Json item = {{"http_method", hit.http_method}, {"route", hit.route}};
  put_unless_empty(item, "controller", hit.controller);
  put_unless_empty(item, "method_name", hit.method_name);
  put_unless_empty(item, "flow_name", hit.flow_name);
  item["module"] = hit.module;
  item["service"] = hit.service;
  put_unless_empty(item, "request_type", hit.request_type);
  put_unless_empty(item, "response_type", hit.response_type);
  item["repo"] = hit.repository;
  item["citation"] = citation_of({.path = hit.path,
                                  .lines = {.first = hit.line, .last = hit.line},
                                  .qualified_name = hit.method_name.empty() ? hit.controller : hit.controller + "." + hit.method_name});
  return item;
}

Result<Json> find_rest_endpoints(const ToolCall& call) {
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call));
  const engine::EndpointRequest request{.query = call.arguments.text("query"),
                                        .method = call.arguments.text("http_method"),
                                        .path_contains = call.arguments.text("path_contains"),
                                        .repositories = {},
                                        .limit = kMostEndpoints,
                                        .skip = page.skip()};
  GROVE_ASSIGN_OR_RETURN(const engine::EndpointList list, call.backend.engine.endpoints(request, call.exchange.cancel()));
  for (const engine::EndpointHit& hit : list.endpoints)
    if (!page.add(endpoint_item(hit))) break;
  return page.finish("result", remarks(list.stale, list.warnings), list.total);
}

Result<Json> flow_of(const ToolCall& call) {
  const engine::FlowRequest request{.endpoint = call.arguments.text("endpoint_or_class"), .repositories = {}, .limit = kMostFlows};
  GROVE_ASSIGN_OR_RETURN(const engine::Flows flows, call.backend.engine.flows(request, call.exchange.cancel()));
  return Json::parse(flows_json(flows));
}

constexpr Tool kTools[] = {
    {.name = "rag_search",
     .title = "Ask about the code",
     .description = "Answers a question in plain words from classes, REST endpoints, request flows, configuration and documents, with "
                    "citations: \"walk me through what happens when a user places an order\", \"how is authentication configured\", "
                    "\"Explain the OrderService class\". Tells what the question wants (`intent`) and puts that sort of answer first. Use "
                    "it for how, what and why; for the code of a name that you know, other tools are exacter.",
     .arguments = kSearchArguments,
     .run = rag_search},
    {.name = "find_rest_endpoints",
     .title = "List REST endpoints",
     .description =
         "Lists what the services of the repositories answer to over HTTP: verb, whole route, controller, method, the name of the "
         "request flow that begins there, and the module. Use it to see what there is, or which code handles a request.",
     .arguments = kEndpointArguments,
     .run = find_rest_endpoints},
    {.name = "flow_of",
     .title = "Show a request flow",
     .description =
         "Shows what a request goes through, in order: controller, services, repositories, calls of other services, with file and "
         "line of each step and a Mermaid sequence diagram. Takes an endpoint or a class; for a class that answers no requests "
         "itself the flows that go through it. Further flows stand in `others`.",
     .arguments = kFlowArguments,
     .run = flow_of},
};

}  // namespace

std::span<const Tool> request_tools() { return kTools; }

}  // namespace grove::serve::mcp
