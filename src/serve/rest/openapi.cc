#include "serve/rest/openapi.h"

#include <algorithm>

#include "base/text.h"
#include "base/version.h"
#include "serve/json/writer.h"

namespace grove::serve {
namespace {

using Versions = Route::Versions;

std::string operation_id(const Route& route) {
  std::string id = to_lower_ascii(route.method);
  for (const std::string_view part : split(route.pattern, '/')) {
    if (part.empty() || part == "api" || part == "v1") continue;
    id += '_';
    for (const char c : part) {
      if (c != '{' && c != '}') id += c == '.' ? '_' : c;
    }
  }
  return id;
}

void write_parameters(JsonWriter& out, const Route& route) {
  const bool any = route.pattern.find('{') != std::string_view::npos || !route.query.empty() || route.versions != Versions::kNone;
  if (!any) return;
  out.key("parameters").begin_array();
  for (const std::string_view part : split(route.pattern, '/')) {
    if (!part.starts_with('{')) continue;
    out.begin_object().field("name", part.substr(1, part.size() - 2)).field("in", "path").field("required", true);
    out.key("schema").begin_object().field("type", "string").end_object().end_object();
  }
  for (const FieldSpec& spec : route.query) {
    out.begin_object().field("name", spec.name).field("in", "query").field("description", spec.meaning);
    out.field("required", spec.need == FieldSpec::Need::kRequired).key("schema").raw(parameter_schema_of(spec)).end_object();
  }
  if (route.versions != Versions::kNone) {
    const bool shown = route.versions == Versions::kShown;
    out.begin_object().field("name", shown ? "If-None-Match" : "If-Match").field("in", "header");
    out.field("description", shown ? "ETag of an answer that is there already: 304 where it still holds."
                                   : "ETag of what the change was decided on: 412 where that has changed since.");
    out.field("required", false).key("schema").begin_object().field("type", "string").end_object().end_object();
  }
  out.end_array();
}

void write_media(JsonWriter& out, std::string_view type, std::string_view schema) {
  out.key(type).begin_object().key("schema").raw(schema).end_object();
}

void write_content(JsonWriter& out, std::string_view type, std::string_view schema) {
  out.key("content").begin_object();
  write_media(out, type, schema);
  out.end_object();
}

std::string reference_to(std::string_view schema) { return R"({"$ref":"#/components/schemas/)" + std::string(schema) + "\"}"; }

/// A stream of events is no value, so that no schema fits it.
void write_answer(JsonWriter& out, const Route& route, std::string_view answer) {
  if (route.content_type.empty()) return;
  const bool streams = route.content_type == "text/event-stream";
  out.key("content").begin_object();
  if (!streams) write_media(out, route.content_type, answer.empty() ? R"({"type":"string"})" : reference_to(answer));
  for (const std::string_view type : route.other_types) write_media(out, type, R"({"type":"string"})");
  if (streams || route.answer == "JsonRpc") out.key("text/event-stream").begin_object().end_object();
  out.end_object();
}

void write_operation(JsonWriter& out, const Route& route) {
  out.key(to_lower_ascii(route.method)).begin_object();
  out.field("operationId", operation_id(route)).field("summary", route.summary);
  if (route.access == Route::Access::kOpen) out.key("security").begin_array().end_array();
  write_parameters(out, route);
  if (!route.body.empty()) {
    const bool required = std::ranges::any_of(route.body, [](const FieldSpec& s) { return s.need == FieldSpec::Need::kRequired; });
    out.key("requestBody").begin_object().field("required", required);
    write_content(out, "application/json", schema_of(route.body));
    out.end_object();
  }
  if (route.content == Route::Content::kOwn) {
    out.key("requestBody").begin_object().field("required", true);
    const bool is_mcp = route.speaks == Route::Speaks::kMcp;
    write_content(out, is_mcp ? "application/json" : route.takes, is_mcp ? reference_to("JsonRpc") : std::string(route.takes_schema));
    out.end_object();
  }
  out.key("responses").begin_object().key(route.status).begin_object().field("description", route.summary);
  write_answer(out, route, route.answer);
  out.end_object();
  for (const Outcome& outcome : route.more) {
    out.key(outcome.status).begin_object().field("description", route.summary);
    if (!outcome.answer.empty()) write_answer(out, route, outcome.answer);
    out.end_object();
  }
  if (route.versions == Versions::kShown)
    out.key("304").begin_object().field("description", "What the client has still holds").end_object();
  out.key("default").begin_object().field("description", "What went wrong (RFC 9457)");
  out.key("content").begin_object();
  write_media(out, "application/problem+json", reference_to("Problem"));
  // What can be read as a message of MCP is refused by one.
  if (route.speaks == Route::Speaks::kMcp) write_media(out, "application/json", reference_to("JsonRpc"));
  out.end_object().end_object().end_object().end_object();
}

}  // namespace

std::string openapi_document(std::span<const Route> routes) {
  JsonWriter out;
  out.begin_object().field("openapi", "3.1.0").key("info").begin_object();
  out.field("title", "Grove").field("version", version()).field("description", "Search in many repositories of code.");
  out.key("license").begin_object().field("name", "Apache-2.0").field("identifier", "Apache-2.0").end_object().end_object();
  out.key("security").begin_array().begin_object().end_object();
  out.begin_object().key("token").begin_array().end_array().end_object().end_array();
  out.key("paths").begin_object();
  std::vector<std::string_view> done;
  for (const Route& route : routes) {
    if (std::ranges::find(done, route.pattern) != done.end()) continue;
    done.push_back(route.pattern);
    out.key(route.pattern).begin_object();
    for (const Route& other : routes) {
      if (other.pattern == route.pattern) write_operation(out, other);
    }
    out.end_object();
  }
  out.end_object().key("components").begin_object();
  out.key("securitySchemes").raw(R"({"token":{"type":"http","scheme":"bearer"}})");
  out.key("schemas").raw(answer_schemas());
  return out.end_object().end_object().take();
}

}  // namespace grove::serve
