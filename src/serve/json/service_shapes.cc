#include "serve/json/service_shapes.h"

#include "serve/json/shapes.h"
#include "serve/json/writer.h"

namespace grove::serve {
namespace {

void write_place(JsonWriter& json, std::string_view path, std::uint32_t line) {
  json.key("evidence").begin_object().field("path", path).field("line", line).end_object();
}

void write_services(JsonWriter& json, const engine::ServiceMap& map) {
  json.key("services").begin_array();
  for (const engine::ServiceHit& hit : map.services) {
    json.begin_object().field("name", hit.name).field_unless_empty("repo", hit.repository).field_unless_empty("module", hit.module);
    json.field("infrastructure", hit.is_infrastructure).field("role", hit.role).field_unless_empty("system", hit.system);
    if (hit.port != 0) json.field("port", hit.port);
    if (!hit.aliases.empty()) json.array_field("aliases", hit.aliases);
    json.field("code", hit.has_code);
    if (!hit.path.empty()) write_place(json, hit.path, hit.line);
    json.end_object();
  }
  json.end_array();
}

void write_tail(JsonWriter& json, const engine::ServiceMap& map) {
  json.field("total", map.services.size()).field("stale", map.stale);
  if (!map.warnings.empty()) json.array_field("warnings", map.warnings);
}

void write_edge(JsonWriter& json, const engine::ServiceEdge& edge) {
  json.begin_object().field("from", edge.from).field("to", edge.to).field("kind", edge.kind).field("repo", edge.repository);
  json.field_unless_empty("from_repo", edge.from_repository).field_unless_empty("to_repo", edge.to_repository);
  write_place(json, edge.path, edge.line);
  json.field("confidence", confidence_name(edge.confidence));
  if (!edge.requests.empty()) {
    json.key("requests").begin_array();
    for (const engine::ServiceRequestHit& request : edge.requests) {
      json.begin_object().field_unless_empty("http_method", request.http_method).field_unless_empty("route", request.route);
      json.field_unless_empty("via", request.via);
      write_place(json, request.path, request.line);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
}

}  // namespace

std::string map_json(const engine::ServiceMap& map) {
  JsonWriter json;
  json.begin_object();
  write_services(json, map);
  json.key("edges").begin_array();
  for (const engine::ServiceEdge& edge : map.edges) write_edge(json, edge);
  json.end_array().field("mermaid", map.mermaid);
  write_tail(json, map);
  return json.end_object().take();
}

std::string services_json(const engine::ServiceMap& map) {
  JsonWriter json;
  json.begin_object();
  write_services(json, map);
  write_tail(json, map);
  return json.end_object().take();
}

}  // namespace grove::serve
