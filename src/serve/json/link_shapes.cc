#include "serve/json/link_shapes.h"

#include "serve/json/shapes.h"
#include "serve/json/writer.h"

namespace grove::serve {
namespace {

/// What requests of a client are written in.
std::string_view protocol_of(std::string_view via) { return via == "grpc" || via == "graphql" ? via : "http"; }

/// `{"http_method", "url", "client": {"repo", "path", "line", "in"}}` without the braces around it.
void write_client(JsonWriter& json, const engine::ClientCallHit& client) {
  json.field_unless_empty("http_method", client.http_method).field("url", client.url).field("via", client.via);
  json.field("protocol", protocol_of(client.via));
  json.key("client").begin_object().field("repo", client.repository).field("path", client.path).field("line", client.line);
  json.field_unless_empty("in", client.in).end_object();
}

/// Of one without a name what it answers, as its flow is called.
std::string handler_of(const engine::EndpointHit& endpoint) {
  if (endpoint.flow_name == endpoint.http_method + " " + endpoint.route) return endpoint.flow_name;
  if (endpoint.method_name.empty()) return endpoint.controller;
  return endpoint.controller.empty() ? endpoint.method_name : endpoint.controller + "." + endpoint.method_name;
}

void write_endpoint(JsonWriter& json, const engine::EndpointHit& endpoint) {
  json.begin_object().field("repo", endpoint.repository).field("http_method", endpoint.http_method).field("route", endpoint.route);
  json.field_unless_empty("handler", handler_of(endpoint)).field("path", endpoint.path).field("line", endpoint.line);
  json.field_unless_empty("service", endpoint.service).field("framework", endpoint.framework).end_object();
}

}  // namespace

std::string links_json(const engine::ApiLinkList& list) {
  JsonWriter json;
  json.begin_object().key("links").begin_array();
  for (const engine::ApiLinkHit& link : list.links) {
    json.begin_object();
    write_client(json, link.client);
    json.key("endpoint");
    write_endpoint(json, link.endpoint);
    json.field("confidence", confidence_name(link.confidence)).field("evidence", link.evidence).end_object();
  }
  json.end_array().key("unmatched").begin_array();
  for (const engine::UnmatchedCallHit& one : list.unmatched) {
    json.begin_object();
    write_client(json, one.client);
    json.field("reason", one.reason).end_object();
  }
  json.end_array().key("uncalled").begin_array();
  for (const engine::EndpointHit& endpoint : list.uncalled) write_endpoint(json, endpoint);
  json.end_array().field("total", list.total).field("total_unmatched", list.total_unmatched).field("total_uncalled", list.total_uncalled);
  json.field("stale", list.stale);
  if (!list.warnings.empty()) json.array_field("warnings", list.warnings);
  return json.end_object().take();
}

}  // namespace grove::serve
