#include "serve/json/navigation_shapes.h"

#include "serve/json/shapes.h"
#include "serve/json/writer.h"

namespace grove::serve {
namespace {

void write_symbol_fields(JsonWriter& json, const engine::SymbolHit& hit) {
  json.field("id", hit.id).field("repo", hit.repository).field("path", hit.path).field("language", language_name(hit.language));
  json.field("kind", kind_name(hit.kind)).field("name", hit.name).field_unless_empty("qualified_name", hit.qualified_name);
  json.field_unless_empty("parent", hit.parent).field("start_line", hit.lines.first).field("end_line", hit.lines.last);
  json.field_unless_empty("signature", hit.signature).field_unless_empty("docstring", hit.docstring).field_unless_empty("code", hit.code);
  json.field("callers", hit.callers).field("callees", hit.callees);
  if (hit.stale) json.field("stale", true);
}

void write_symbols(JsonWriter& json, std::string_view key, const std::vector<engine::SymbolHit>& hits) {
  json.key(key).begin_array();
  for (const engine::SymbolHit& hit : hits) {
    json.begin_object();
    write_symbol_fields(json, hit);
    json.end_object();
  }
  json.end_array();
}

template <class Answer>
void write_tail(JsonWriter& json, const Answer& found) {
  json.field("total", found.total).field("stale", found.stale);
  if (!found.warnings.empty()) json.array_field("warnings", found.warnings);
}

}  // namespace

std::string definitions_json(const engine::Definitions& found) {
  JsonWriter json;
  json.begin_object().field("symbol", found.symbol);
  write_symbols(json, "definitions", found.definitions);
  write_tail(json, found);
  return json.end_object().take();
}

std::string symbol_json(const engine::Definitions& found) {
  JsonWriter json;
  json.begin_object().field("symbol", found.symbol);
  if (!found.definitions.empty()) write_symbol_fields(json, found.definitions.front());
  json.field("meanings", found.total);
  if (!found.warnings.empty()) json.array_field("warnings", found.warnings);
  return json.end_object().take();
}

std::string references_json(const engine::References& found) {
  JsonWriter json;
  json.begin_object().field("symbol", found.symbol);
  write_symbols(json, "of", found.of);
  json.key("references").begin_array();
  for (const engine::ReferenceHit& hit : found.references) {
    json.begin_object().field("repo", hit.repository).field("path", hit.path).field("line", hit.line);
    if (hit.column > 0) json.field("column", hit.column);
    json.field("role", role_name(hit.role)).field_unless_empty("in", hit.in).field("confidence", confidence_name(hit.confidence));
    json.field_unless_empty("preview", hit.preview);
    if (hit.stale) json.field("stale", true);
    json.end_object();
  }
  json.end_array();
  write_tail(json, found);
  return json.end_object().take();
}

std::string calls_json(const engine::Calls& found) {
  JsonWriter json;
  json.begin_object().field("symbol", found.symbol);
  write_symbols(json, "of", found.of);
  json.key("edges").begin_array();
  for (const engine::CallEdge& edge : found.edges) {
    json.begin_object().field("from", edge.from).field("to", edge.to).field("repo", edge.repository).field("path", edge.path);
    json.field("line", edge.line).field("confidence", confidence_name(edge.confidence)).field("depth", edge.depth);
    json.field_unless_empty("request", edge.request).field_unless_empty("to_repo", edge.to_repository).end_object();
  }
  json.end_array().key("unresolved").begin_array();
  for (const engine::UnresolvedCall& call : found.unresolved) {
    json.begin_object()
        .field("name", call.name)
        .field("repo", call.repository)
        .field("path", call.path)
        .field("line", call.line)
        .end_object();
  }
  json.end_array();
  write_tail(json, found);
  return json.end_object().take();
}

std::string endpoints_json(const engine::EndpointList& found) {
  JsonWriter json;
  json.begin_object().key("endpoints").begin_array();
  for (const engine::EndpointHit& hit : found.endpoints) {
    json.begin_object().field("http_method", hit.http_method).field("route", hit.route).field("repo", hit.repository);
    json.field("module", hit.module).field("service", hit.service).field_unless_empty("controller", hit.controller);
    json.field_unless_empty("method_name", hit.method_name).field("path", hit.path).field("start_line", hit.line);
    json.field_unless_empty("request_type", hit.request_type).field_unless_empty("response_type", hit.response_type);
    json.field("framework", hit.framework).field_unless_empty("flow_name", hit.flow_name).end_object();
  }
  json.end_array();
  write_tail(json, found);
  return json.end_object().take();
}

void write_flow_steps(JsonWriter& json, const engine::FlowHit& flow) {
  json.key("steps").begin_array();
  for (std::size_t i = 0; i < flow.steps.size(); ++i) {
    const engine::FlowStepHit& step = flow.steps[i];
    json.begin_object().field("order", i + 1).field("layer", step.layer).field("symbol", step.symbol);
    json.field("repo", step.repository.empty() ? flow.repository : step.repository);
    json.field("path", step.path).field("start_line", step.line);
    if (step.caller != 0) json.field("called_by", step.caller);
    if (step.branch != 0) json.field("branch", step.branch);
    if (!step.via.empty()) json.field("via", step.via);
    if (step.is_asynchronous) json.field("async", true);
    json.field_unless_empty("service", step.service).field_unless_empty("host", step.host).field_unless_empty("request", step.request);
    json.end_object();
  }
  json.end_array().field("mermaid", flow.mermaid).key("cross_service").begin_array();
  for (const engine::ServiceCallHit& call : flow.service_calls) {
    json.begin_object().field("from_service", call.from_service).field("to_service", call.to_service);
    json.field_unless_empty("http_method", call.http_method).field_unless_empty("route", call.route).field("via", call.via);
    json.field("repo", call.repository).key("evidence").begin_object().field("path", call.path).field("line", call.line).end_object();
    json.end_object();
  }
  json.end_array();
}

namespace {

void write_flow(JsonWriter& json, const engine::FlowHit& flow) {
  json.field("name", flow.name).field("endpoint", flow.route).field("http_method", flow.http_method).field("repo", flow.repository);
  write_flow_steps(json, flow);
  if (flow.is_cut) json.field("cut", true);
}

}  // namespace

std::string flows_json(const engine::Flows& found) {
  JsonWriter json;
  json.begin_object();
  if (!found.flows.empty()) write_flow(json, found.flows.front());
  json.key("others").begin_array();
  for (std::size_t i = 1; i < found.flows.size(); ++i) {
    json.begin_object();
    write_flow(json, found.flows[i]);
    json.end_object();
  }
  json.end_array();
  write_tail(json, found);
  return json.end_object().take();
}

std::string file_json(const engine::FileText& file) {
  JsonWriter json;
  json.begin_object().field("repo", file.outline.repository).field("path", file.outline.path);
  json.field("language", language_name(file.outline.language)).field("text", file.text);
  write_outline_items(json, "units", file.outline.items);
  return json.field("stale", file.stale).end_object().take();
}

}  // namespace grove::serve
