#include "base/text.h"
#include "knowledge/export_schema.h"
#include "knowledge/facts/extract.h"
#include "knowledge/facts/instance_graph.h"
#include "knowledge/shacl/card_check.h"
#include "knowledge/shacl/card_shapes.h"
#include "knowledge/stages/stage_chunks.h"
#include "knowledge/stages/work_of_others.h"
#include "rdf/syntax.h"

namespace grove::knowledge {
namespace {

constexpr std::string_view kRaw = "ontology/instances.raw.jsonl";

/// The approved card, else the proposed one.
Result<SchemaCard> card_to_use(const DatasetFolder& folder, StageReport& report) {
  for (const std::string_view name : {"ontology/schema_card.json", "ontology/schema_card.proposed.json"}) {
    GROVE_ASSIGN_OR_RETURN(const std::string text, folder.text(name));
    if (text.empty()) continue;
    if (name.ends_with("proposed.json")) report.notes.emplace_back("nobody has approved a card yet: the proposed one is used");
    return parse_schema_card(text, folder.path(name));
  }
  return fail(ErrorCode::kNotFound, "there is no schema card in " + folder.path("ontology"), "`grove kb run-stage propose` makes one");
}

Result<std::vector<ChunkStatements>> statements_in(const std::string& lines) {
  std::vector<ChunkStatements> statements;
  for (const std::string_view line : split(lines, '\n')) {
    if (trim(line).empty()) continue;
    GROVE_ASSIGN_OR_RETURN(const std::string id, chunk_id_of_line(line));
    GROVE_ASSIGN_OR_RETURN(ChunkStatements read, parse_statements(line, id));
    statements.push_back(std::move(read));
  }
  return statements;
}

/// Returns all the facts.
Result<std::vector<rdf::Quad>> write_graphs(const DatasetFolder& folder, const GraphRequest& request) {
  GROVE_ASSIGN_OR_RETURN(const auto graphs, instance_graphs(request));
  const auto prefixes = instance_prefixes(request.name_space);
  GROVE_ASSIGN_OR_RETURN(const std::string named,
                         rdf::serialize(named_quads(graphs), {.syntax = rdf::Syntax::kTriG, .prefixes = prefixes}));
  std::vector<rdf::Quad> all = union_of(graphs);
  GROVE_ASSIGN_OR_RETURN(const std::string world, rdf::serialize(all, {.syntax = rdf::Syntax::kTurtle, .prefixes = prefixes}));
  GROVE_RETURN_IF_ERROR(folder.write("ontology/world.trig", named));
  GROVE_RETURN_IF_ERROR(folder.write("ontology/world.ttl", world));
  return all;
}

/// Leaves the shapes of the card, and what the facts do that they forbid. Returns how often they do.
Result<std::size_t> check_facts(const StageContext& context, std::span<const rdf::Quad> facts, const SchemaCard& card) {
  GROVE_ASSIGN_OR_RETURN(const std::string shapes, shapes_turtle(card));
  GROVE_RETURN_IF_ERROR(context.folder.write("ontology/shapes.ttl", shapes));
  GROVE_ASSIGN_OR_RETURN(const ShaclReport report, check_against_card(facts, card, context.run.cancel));
  GROVE_ASSIGN_OR_RETURN(const std::string turtle, report_turtle(report));
  GROVE_RETURN_IF_ERROR(context.folder.write("ontology/validation.ttl", turtle));
  return report.results.size();
}

Status write_facts(const StageContext& context, const DatasetChunks& all, const std::string& raw, const SchemaCard& card,
                   StageReport& report) {
  const DatasetFolder& folder = context.folder;
  GROVE_ASSIGN_OR_RETURN(const std::vector<ChunkStatements> statements, statements_in(raw));
  GROVE_ASSIGN_OR_RETURN(const std::vector<Split> splits, read_splits(folder.path("ontology/splits.jsonl")));
  GROVE_ASSIGN_OR_RETURN(const Facts facts,
                         assemble_facts({.chunks = all.chunks, .statements = statements, .card = card, .splits = splits}));
  GROVE_ASSIGN_OR_RETURN(
      const std::vector<rdf::Quad> world,
      write_graphs(folder, {.facts = facts, .chunks = all.chunks, .documents = all.documents, .name_space = card.name_space}));
  GROVE_ASSIGN_OR_RETURN(const std::size_t violations, check_facts(context, world, card));
  GROVE_RETURN_IF_ERROR(folder.write_lines("ontology/rejects.jsonl", rejects_json(facts.rejects)));
  GROVE_RETURN_IF_ERROR(folder.write_lines("ontology/merges.jsonl", merges_json(facts.merges)));
  report.counts = {{"entities", facts.entities.size()}, {"facts", facts.facts.size()},   {"mentions", facts.mentions.size()},
                   {"rejects", facts.rejects.size()},   {"merges", facts.merges.size()}, {"violations", violations}};
  if (violations > 0) report.notes.push_back("facts do not fit the card's shapes; ontology/validation.ttl says which");
  report.notes.insert(report.notes.end(), facts.warnings.begin(), facts.warnings.end());
  return {};
}

}  // namespace

Result<StageReport> run_extract_stage(const StageContext& context) {
  StageReport report;
  const DatasetFolder& folder = context.folder;
  GROVE_ASSIGN_OR_RETURN(const FolderLock lock, folder.open());
  if (const auto manifest = folder.manifest(); !manifest) return std::unexpected(manifest.error());
  GROVE_ASSIGN_OR_RETURN(const SchemaCard card, card_to_use(folder, report));
  GROVE_ASSIGN_OR_RETURN(const DatasetChunks all, refresh_chunks(context, report));
  GROVE_RETURN_IF_ERROR(forget_unanswered(folder, all, "extract", std::string(kRaw)));
  GROVE_ASSIGN_OR_RETURN(const std::string schema, schema_turtle(card));
  GROVE_RETURN_IF_ERROR(folder.write("ontology/schema.ttl", schema));
  const std::string hash = card_hash(card);
  GROVE_ASSIGN_OR_RETURN(const Pending pending, pending_of(context, all, {"extract", hash}, report));

  ModelRun run = context.run;
  run.stage = "extracting";
  const auto questions = statement_questions(pending.chunks, {card, context.scope});
  report.questions += questions.size();
  GROVE_ASSIGN_OR_RETURN(const auto stated, extract_statements(questions, run));
  report.spent += stated.spent;
  GROVE_RETURN_IF_ERROR(folder.write_lines("ontology/extract.failures.jsonl", failures_json(stated.failures)));
  std::vector<std::pair<std::string, std::string>> added;
  for (const ChunkStatements& each : stated.answers) added.emplace_back(each.chunk_id, statements_json(each));
  GROVE_ASSIGN_OR_RETURN(const std::string raw, merged_lines(context, all, added, std::string(kRaw)));
  GROVE_RETURN_IF_ERROR(folder.write(std::string(kRaw), raw));
  GROVE_RETURN_IF_ERROR(write_facts(context, all, raw, card, report));
  GROVE_RETURN_IF_ERROR(finish_step(context, all, {{"extract", hash}, pending, stated.failures}));
  return report;
}

}  // namespace grove::knowledge
