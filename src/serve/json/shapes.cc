#include "serve/json/shapes.h"

#include "base/text.h"
#include "base/timestamp.h"
#include "serve/json/search_facets.h"
#include "serve/json/writer.h"

namespace grove::serve {
namespace {

void write_rank(JsonWriter& json, std::string_view name, std::uint32_t rank) {
  if (rank > 0) json.field(name, rank);
}

void write_lines(JsonWriter& json, LineRange lines) { json.field("start_line", lines.first).field("end_line", lines.last); }

void write_hit(JsonWriter& json, const engine::UnitHit& hit) {
  json.begin_object();
  write_hit_fields(json, hit);
  json.end_object();
}

void write_relation(JsonWriter& json, const engine::Relation& relation) {
  json.field("direction", engine::direction_name(relation.direction)).field("hops", relation.hops);
}

void write_expanded(JsonWriter& json, const std::vector<engine::SearchResult::Expanded>& expanded) {
  json.key("expanded").begin_array();
  for (const auto& one : expanded) {
    json.begin_object().field("repo", one.repository);
    write_relation(json, one.relation);
    json.end_object();
  }
  json.end_array();
}

void write_plan(JsonWriter& json, const std::vector<search::PlanStep>& plan) {
  json.key("plan").begin_array();
  for (const search::PlanStep& step : plan) {
    json.begin_object().field("step", step.name).field_unless_empty("detail", step.detail);
    json.field("in", step.in).field("out", step.out).field("took_ms", rounded_ms(step.took_ms)).end_object();
  }
  json.end_array();
}

void write_skipped(JsonWriter& json, const std::vector<ingest::SkippedFile>& skipped) {
  json.key("skipped").begin_array();
  for (const ingest::SkippedFile& file : skipped) {
    json.begin_object().field("path", file.path).field("reason", file.reason).end_object();
  }
  json.end_array();
}

void write_mentions(JsonWriter& json, const engine::EntityCard& entity) {
  json.key("mentions").begin_array();
  for (const engine::EntityCard::Mention& mention : entity.mentions) {
    json.begin_object().field("path", mention.path);
    write_place(json, mention.place);
    json.field("text", mention.text).end_object();
  }
  json.end_array().field("total_mentions", entity.total_mentions);
}

void write_entity(JsonWriter& json, const engine::EntityCard& entity) {
  json.key("entity").begin_object().field("iri", entity.iri).field("label", entity.label);
  json.array_field("types", entity.types).array_field("aliases", entity.aliases);
  write_mentions(json, entity);
  json.end_object();
}

void write_outcome(JsonWriter& json, const IndexOutcome& outcome) {
  if (outcome.report) {
    json.raw(report_json(*outcome.report));
    return;
  }
  json.begin_object().field("name", outcome.name).field_unless_empty("root", outcome.root);
  write_error(json, outcome.report.error());
  json.end_object();
}

void write_outcomes(JsonWriter& json, const std::vector<IndexOutcome>& outcomes) {
  json.key("repositories").begin_array();
  for (const IndexOutcome& outcome : outcomes) write_outcome(json, outcome);
  json.end_array();
}

void write_registered(JsonWriter& json, const Repository& repository) {
  json.field("id", repository.id).field("name", repository.name).field("root", repository.root);
  json.field_unless_empty("url", repository.url).field_unless_empty("branch", repository.branch);
  json.field_unless_empty("subpath", repository.subpath).field_unless_empty("commit", repository.commit);
  if (repository.added_at_ms > 0) json.field("added_at", rfc3339(repository.added_at_ms));
  if (repository.indexed_at_ms > 0) json.field("indexed_at", rfc3339(repository.indexed_at_ms));
}

void write_models(JsonWriter& json, const std::vector<engine::VectorsOfModel>& vectors) {
  json.key("vector_models").begin_array();
  for (const engine::VectorsOfModel& model : vectors) {
    json.begin_object().field("provider", model.provider).field("model", model.model).field("dimensions", model.dimensions);
    json.field("vectors", model.units).field("in_use", model.is_present).end_object();
  }
  json.end_array();
}

void write_state(JsonWriter& json, const engine::RepositoryState& state) {
  json.begin_object();
  write_registered(json, state.repository);
  json.field("state", engine::state_name(state.state)).field_unless_empty("problem", state.problem);
  if (state.has_pending_changes) json.field("pending_changes", true);
  json.field("files", state.index.files).field("units", state.index.units).field("vectors", state.index.vectors);
  json.field("vectors_ready", state.vectors_ready).field("bytes_on_disk", state.index.bytes_on_disk);
  write_models(json, state.vectors);
  json.field("generation", state.index.generation).end_object();
}

void write_counts(JsonWriter& json, std::string_view key, const std::map<std::string, std::uint64_t>& counts) {
  json.key(key).begin_object();
  for (const auto& [name, count] : counts) json.field(name, count);
  json.end_object();
}

void write_coverage(JsonWriter& json, const engine::Coverage& coverage) {
  json.begin_object().field("name", coverage.name).field("root", coverage.root);
  json.field("files", coverage.files).field("indexed", coverage.indexed);
  write_counts(json, "by_language", coverage.files_by_language);
  json.key("omitted").begin_array();
  for (const auto& omission : coverage.omissions) {
    json.begin_object().field("path", omission.path).field("state", file_state_name(omission.state));
    json.field_unless_empty("reason", omission.reason).end_object();
  }
  json.end_array().end_object();
}

void write_stored(JsonWriter& json, const engine::ModelReport::Stored& stored) {
  json.begin_object().field("name", stored.name).field("path", stored.path).field("bytes", stored.bytes).end_object();
}

}  // namespace

void write_outline_items(JsonWriter& json, std::string_view key, const std::vector<engine::OutlineItem>& items) {
  json.key(key).begin_array();
  for (const engine::OutlineItem& item : items) {
    json.begin_object().field_unless_empty("id", item.id).field("kind", kind_name(item.kind));
    json.field_unless_empty("name", item.name).field_unless_empty("qualified_name", item.qualified_name);
    json.field_unless_empty("parent", item.parent);
    write_lines(json, item.lines);
    json.field_unless_empty("signature", item.signature).field_unless_empty("docstring", item.docstring);
    if (!item.children.empty()) write_outline_items(json, "children", item.children);
    json.end_object();
  }
  json.end_array();
}

void write_place(JsonWriter& json, const engine::DocumentPlace& place) {
  json.field_unless_empty("document", place.document);
  if (place.page > 0) json.field("page", place.page);
  if (place.page_end > place.page) json.field("page_end", place.page_end);
  json.field_unless_empty("page_label", place.page_label).field_unless_empty("section", join(place.section, " > "));
  json.field_unless_empty("chunk_id", place.chunk_id);
}

void write_hit_fields(JsonWriter& json, const engine::UnitHit& hit) {
  json.field("rank", hit.rank).field("id", hit.id).field("score", hit.score).field("repo", hit.repository);
  json.field_unless_empty("commit", hit.commit);
  json.field("path", hit.path).field("language", language_name(hit.language)).field("kind", kind_name(hit.kind));
  json.field_unless_empty("name", hit.name).field_unless_empty("qualified_name", hit.qualified_name);
  json.field_unless_empty("parent", hit.parent);
  write_lines(json, hit.lines);
  if (hit.place) write_place(json, *hit.place);
  if (hit.entity) write_entity(json, *hit.entity);
  json.field_unless_empty("signature", hit.signature).field_unless_empty("docstring", hit.docstring);
  json.field_unless_empty("code", hit.code);
  json.array_field("matched_terms", hit.matched_terms);
  json.key("ranks").begin_object();
  write_rank(json, "lexical", hit.ranks.lexical);
  write_rank(json, "vector", hit.ranks.vector);
  write_rank(json, "graph", hit.ranks.graph);
  write_rank(json, "name", hit.ranks.name);
  write_rank(json, "rerank", hit.ranks.rerank);
  json.end_object();
  if (hit.callers) json.field("callers", *hit.callers);
  if (hit.callees) json.field("callees", *hit.callees);
  if (hit.stale) json.field("stale", true);
  if (hit.relation) {
    json.key("relation").begin_object().field("kind", "expanded");
    write_relation(json, *hit.relation);
    json.end_object();
  }
}

std::string_view mode_name(search::Mode mode) {
  switch (mode) {
    case search::Mode::kHybrid: return "hybrid";
    case search::Mode::kKeyword: return "keyword";
    case search::Mode::kSemantic: return "semantic";
  }
  return "hybrid";
}

search::Mode mode_of_name(std::string_view name) {
  if (name == "keyword") return search::Mode::kKeyword;
  return name == "semantic" ? search::Mode::kSemantic : search::Mode::kHybrid;
}

std::string search_json(const engine::SearchCommand& command, const engine::SearchResult& result, const SearchFacets* facets) {
  JsonWriter json;
  json.begin_object().field("query", command.request.query).field("intent", result.answer.intent);
  json.field("mode", mode_name(command.request.mode)).field("took_ms", rounded_ms(result.took_ms));
  json.key("scope").begin_object().array_field("repos", result.scope);
  if (!result.skipped.empty()) json.array_field("not_indexed", result.skipped);
  if (!result.pending.empty()) json.array_field("pending", result.pending);
  if (!command.scope.groups.empty()) json.array_field("groups", command.scope.groups);
  if (!result.expanded.empty()) write_expanded(json, result.expanded);
  json.end_object().field("stale", result.stale);
  if (!result.embedding_model.empty()) {
    json.key("vectors").begin_object().field("model", result.embedding_model).field("ready", result.vectors_ready).end_object();
  }
  if (!result.warnings.empty()) json.array_field("warnings", result.warnings);
  if (command.request.explain) write_plan(json, result.answer.plan);
  if (facets != nullptr) write_facets(json, *facets);
  json.key("results").begin_array();
  for (const engine::UnitHit& hit : result.hits) write_hit(json, hit);
  return json.end_array().end_object().take();
}

void write_error(JsonWriter& json, const Error& error) {
  json.key("error").begin_object();
  json.field("code", code_name(error.code)).field("message", error.message).field_unless_empty("hint", error.hint);
  json.end_object();
}

void write_estimate(JsonWriter& json, const ingest::EmbeddingEstimate& estimate) {
  json.key("estimate").begin_object().field("provider", estimate.provider).field("model", estimate.model);
  json.field("files", estimate.files).field("units", estimate.units).field("tokens", estimate.tokens);
  if (estimate.dollars) json.field("dollars", *estimate.dollars).field_unless_empty("price_as_of", estimate.price_as_of);
  json.end_object();
}

std::string report_json(const ingest::IngestReport& report) {
  JsonWriter json;
  json.begin_object().field("name", report.name).field_unless_empty("root", report.root);
  json.field("added", report.added).field("modified", report.modified).field("deleted", report.deleted);
  json.field("unchanged", report.unchanged).field("reparsed", report.reparsed).field("resolved", report.resolved);
  write_skipped(json, report.skipped);
  json.field("files", report.files).field("lines", report.lines).field("bytes", report.bytes).field("units", report.units);
  json.field("symbols", report.symbols)
      .field("references", report.references)
      .field("edges", report.edges)
      .field("embedded", report.embedded);
  if (report.estimate) write_estimate(json, *report.estimate);
  if (!report.warnings.empty()) json.array_field("warnings", report.warnings);
  return json.field("took_ms", rounded_ms(report.took_ms)).end_object().take();
}

std::string index_json(const std::vector<IndexOutcome>& outcomes) {
  JsonWriter json;
  json.begin_object();
  write_outcomes(json, outcomes);
  return json.end_object().take();
}

IngestTotals totals_of(const std::vector<IndexOutcome>& outcomes) {
  IngestTotals totals;
  for (const IndexOutcome& outcome : outcomes) {
    if (!outcome.report) {
      ++totals.failed;
      continue;
    }
    ++totals.repositories;
    totals.files += outcome.report->files;
    totals.units += outcome.report->units;
    totals.vectors += outcome.report->embedded;
  }
  return totals;
}

std::string ingest_json(const std::vector<IndexOutcome>& outcomes) {
  const IngestTotals totals = totals_of(outcomes);
  JsonWriter json;
  json.begin_object();
  write_outcomes(json, outcomes);
  json.field("repos", totals.repositories).field("failed", totals.failed).field("files", totals.files);
  return json.field("docs", totals.units).field("embedded", totals.vectors).end_object().take();
}

std::string repository_json(const engine::RepositoryState& state) {
  JsonWriter json;
  write_state(json, state);
  return json.take();
}

std::string repositories_json(const std::vector<engine::RepositoryState>& states) {
  JsonWriter json;
  json.begin_object().key("repositories").begin_array();
  for (const engine::RepositoryState& state : states) write_state(json, state);
  return json.end_array().end_object().take();
}

std::string registered_json(const Repository& repository) {
  JsonWriter json;
  json.begin_object();
  write_registered(json, repository);
  return json.end_object().take();
}

std::string removed_json(const Repository& repository) {
  JsonWriter json;
  return json.begin_object().field("removed", repository.name).field("id", repository.id).end_object().take();
}

std::string outline_json(const engine::Outline& outline) {
  JsonWriter json;
  json.begin_object().field("repo", outline.repository).field("path", outline.path);
  json.field("language", language_name(outline.language));
  write_outline_items(json, "units", outline.items);
  return json.end_object().take();
}

std::string stats_json(const engine::Stats& stats, const std::vector<engine::RepositoryState>& states) {
  JsonWriter json;
  json.begin_object().field("product", stats.product).field("raw_collection", stats.raw_collection);
  json.field("serving_collection", stats.serving_collection).field("total_docs", stats.units);
  write_counts(json, "by_chunk_type", stats.units_by_kind);
  json.key("modules").begin_array();
  for (const auto& repository : stats.by_repository) json.value(repository.name);
  json.end_array();
  json.field("repositories", stats.repositories).field("files", stats.files).field("units", stats.units);
  json.field("symbols", stats.symbols).field("references", stats.references).field("edges", stats.edges).field("vectors", stats.vectors);
  json.key("by_repository").begin_array();
  for (const auto& repository : stats.by_repository) {
    json.begin_object().field("name", repository.name).field("units", repository.units);
    const auto is_its = [&](const engine::RepositoryState& state) { return state.repository.name == repository.name; };
    if (const auto state = std::ranges::find_if(states, is_its); state != states.end())
      json.field("state", engine::state_name(state->state)).field_unless_empty("problem", state->problem);
    write_models(json, repository.vectors);
    json.end_object();
  }
  json.end_array();
  return json.field("bytes_on_disk", stats.bytes_on_disk).end_object().take();
}

std::string coverage_json(const std::vector<engine::Coverage>& repositories) {
  JsonWriter json;
  json.begin_object().key("repositories").begin_array();
  for (const engine::Coverage& coverage : repositories) write_coverage(json, coverage);
  return json.end_array().end_object().take();
}

std::string doctor_json(const std::vector<engine::Check>& checks) {
  JsonWriter json;
  bool healthy = true;
  for (const engine::Check& check : checks) healthy = healthy && check.outcome != engine::Check::Outcome::kFailed;
  json.begin_object().field("healthy", healthy).key("checks").begin_array();
  for (const engine::Check& check : checks) {
    json.begin_object().field("name", check.name).field("outcome", engine::outcome_name(check.outcome));
    json.field("message", check.message).field_unless_empty("hint", check.hint).end_object();
  }
  return json.end_array().end_object().take();
}

std::string model_json(const engine::ModelReport& report) {
  JsonWriter json;
  json.begin_object().field("provider", report.model.provider).field("model", report.model.model);
  json.field("dimensions", report.model.dimensions).field_unless_empty("fingerprint", report.model.fingerprint);
  json.field("available", report.available).field_unless_empty("problem", report.problem);
  json.field("resident", report.resident).field("active_operations", report.active).field_unless_empty("keep_alive", report.keep_alive);
  if (report.releases_in) json.field("releases_in_s", report.releases_in->count());
  json.key("repositories").begin_array();
  for (const auto& use : report.repositories) {
    json.begin_object().field("name", use.repository).field("units", use.units).field("vectors", use.vectors);
    write_models(json, use.models);
    json.end_object();
  }
  json.end_array();
  if (report.reranker) {
    json.key("reranker").begin_object().field_unless_empty("provider", report.reranker->provider);
    json.field("model", report.reranker->model).field("available", report.reranker->available);
    json.field("auto", report.reranker->is_default)
        .field("resident", report.reranker->resident)
        .field("active_operations", report.reranker->active);
    json.field_unless_empty("keep_alive", report.reranker->keep_alive);
    if (report.reranker->releases_in) json.field("releases_in_s", report.reranker->releases_in->count());
    json.field_unless_empty("problem", report.reranker->problem).end_object();
  }
  json.key("stored").begin_array();
  for (const auto& stored : report.stored) write_stored(json, stored);
  return json.end_array().end_object().take();
}

std::string stored_model_json(const engine::ModelReport::Stored& stored) {
  JsonWriter json;
  write_stored(json, stored);
  return json.take();
}

std::string error_json(const Error& error) {
  JsonWriter json;
  json.begin_object();
  write_error(json, error);
  return json.end_object().take();
}

}  // namespace grove::serve
