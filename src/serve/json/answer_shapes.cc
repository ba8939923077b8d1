#include "serve/json/answer_shapes.h"

#include "serve/json/navigation_shapes.h"
#include "serve/json/shapes.h"
#include "serve/json/writer.h"

namespace grove::serve {
namespace {

void write_citation(JsonWriter& json, const engine::AnswerHit& hit) {
  const engine::UnitHit& unit = hit.unit;
  json.key("citation").begin_object().field("file", unit.path).field("start_line", unit.lines.first).field("end_line", unit.lines.last);
  json.field_unless_empty("fqn", unit.qualified_name.empty() ? unit.name : unit.qualified_name);
  if (unit.place) write_place(json, *unit.place);
  json.field_unless_empty("quote", hit.quote).end_object();
}

void write_answer_hit(JsonWriter& json, const engine::AnswerHit& hit) {
  json.begin_object();
  write_hit_fields(json, hit.unit);
  json.field("chunk_type", hit.chunk_type);
  if (!hit.flow.route.empty()) {
    json.field("http_method", hit.flow.http_method).field("route", hit.flow.route).field("flow_name", hit.flow.name);
    write_flow_steps(json, hit.flow);
  }
  json.field_unless_empty("summary", hit.summary).field_unless_empty("written_by", hit.written_by);
  if (!hit.flows.empty()) json.array_field("flows", hit.flows);
  if (!hit.matched_members.empty()) json.array_field("matched_members", hit.matched_members);
  if (!hit.service_edges.empty()) {
    json.key("service_edges").begin_array();
    for (const engine::ServiceEdge& edge : hit.service_edges) {
      json.begin_object().field("from", edge.from).field("to", edge.to).field("kind", edge.kind).field("line", edge.line);
      json.end_object();
    }
    json.end_array();
  }
  write_citation(json, hit);
  json.end_object();
}

void write_bean(JsonWriter& json, const engine::TypeView& bean) {
  const engine::SymbolHit& symbol = bean.symbol;
  json.begin_object().field("name", symbol.name).field("qualified_name", symbol.qualified_name).field("kind", kind_name(symbol.kind));
  json.field("repo", symbol.repository).field("module", bean.module).field("path", symbol.path);
  json.field("start_line", symbol.lines.first).field("end_line", symbol.lines.last);
  json.array_field("annotations", bean.annotations).key("dependencies").begin_array();
  for (const engine::InjectedDependency& one : bean.dependencies)
    json.begin_object().field("name", one.name).field("type", one.type).end_object();
  json.end_array().key("methods").begin_array();
  for (const engine::MethodView& method : bean.methods) json.value(method.name);
  json.end_array();
  if (!bean.supertypes.empty()) json.array_field("supertypes", bean.supertypes);
  if (!bean.flows.empty()) json.array_field("flows", bean.flows);
  json.field_unless_empty("summary", bean.summary)
      .field_unless_empty("summary_by", bean.summary_by)
      .field_unless_empty("docstring", symbol.docstring)
      .end_object();
}

}  // namespace

std::string beans_json(const engine::TypeViews& found) {
  JsonWriter json;
  json.begin_object().key("beans").begin_array();
  for (const engine::TypeView& bean : found.types) write_bean(json, bean);
  json.end_array().field("total", found.total).field("stale", found.stale);
  if (!found.warnings.empty()) json.array_field("warnings", found.warnings);
  return json.end_object().take();
}

std::string summaries_json(const std::vector<engine::SummaryReport>& reports) {
  JsonWriter json;
  json.begin_object().key("summaries").begin_array();
  for (const engine::SummaryReport& report : reports) {
    json.begin_object().field("repo", report.repository).field("model", report.model).field("written", report.written);
    json.field("unchanged", report.unchanged).field("removed", report.removed).field("failed", report.failed);
    if (!report.warnings.empty()) json.array_field("warnings", report.warnings);
    json.field("took_ms", rounded_ms(report.took_ms)).end_object();
  }
  return json.end_array().end_object().take();
}

std::string answer_json(const engine::Question& question, const engine::Answer& answer) {
  JsonWriter json;
  json.begin_object().field("query", question.text).field("intent", answer.intent).field("mode", mode_name(question.mode));
  json.field("took_ms", rounded_ms(answer.took_ms)).key("scope").begin_object().array_field("repos", answer.scope);
  if (!answer.skipped.empty()) json.array_field("not_indexed", answer.skipped);
  if (!answer.pending.empty()) json.array_field("pending", answer.pending);
  json.end_object().field("stale", answer.stale);
  if (!answer.embedding_model.empty()) {
    json.key("vectors").begin_object().field("model", answer.embedding_model).field("ready", answer.vectors_ready).end_object();
  }
  if (!answer.warnings.empty()) json.array_field("warnings", answer.warnings);
  json.field("total", answer.total).key("hits").begin_array();
  for (const engine::AnswerHit& hit : answer.hits) write_answer_hit(json, hit);
  json.end_array().field("context_block", answer.context).field("answer", answer.text).field_unless_empty("model", answer.model);
  if (!answer.cited.empty()) json.array_field("cited", answer.cited);
  return json.end_object().take();
}

}  // namespace grove::serve
