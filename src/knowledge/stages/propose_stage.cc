#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "knowledge/catalog/catalog.h"
#include "knowledge/catalog/compose.h"
#include "knowledge/facts/statements.h"
#include "knowledge/merge.h"
#include "knowledge/propose/align.h"
#include "knowledge/propose/propose.h"
#include "knowledge/stages/stage_chunks.h"
#include "knowledge/stages/work_of_others.h"

namespace grove::knowledge {
namespace {

constexpr std::string_view kRaw = "ontology/proposals.raw.jsonl";
constexpr std::string_view kApproved = "ontology/schema_card.json";

/// The terms of the baselines that the manifest names, from `ontology/baselines/<slug>.ttl` or `ontology/catalog`.
Result<SchemaCard> baseline_card(const StageContext& context, const DatasetManifest& manifest) {
  SchemaCard card = empty_card(manifest.base_iri, context.clock);
  if (!manifest.baselines.empty()) {
    const Catalog catalog(context.folder.path("ontology/catalog"));
    for (const std::string& slug : manifest.baselines) {
      GROVE_RETURN_IF_ERROR(check_slug(slug));
      GROVE_ASSIGN_OR_RETURN(const std::string text, context.folder.text("ontology/baselines/" + slug + ".ttl"));
      if (text.empty() && !catalog.entry(slug))
        return fail(ErrorCode::kNotFound, "the manifest names the baseline " + slug + ", and the dataset doesn't have it",
                    "put it into " + context.folder.path("ontology/baselines/" + slug + ".ttl") + ", in Turtle");
      const auto known = read_file(catalog.folder() + '/' + slug + ".ttl");
      if (!text.empty() && (!catalog.entry(slug) || !known || *known != text)) {  // people may have edited it since
        auto added = catalog.add({.slug = slug, .text = text});
        if (!added) return std::unexpected(std::move(added).error().within("cannot take the baseline " + slug));
      }
    }
    GROVE_ASSIGN_OR_RETURN(card, compose(catalog, {.slugs = manifest.baselines, .target_name_space = manifest.base_iri}, context.clock));
  }
  return write_card(context.folder, "ontology/schema_card.baseline.json", std::move(card));
}

/// The approved card where there is one, else the baseline's.
Result<SchemaCard> known_card(const StageContext& context, const SchemaCard& baseline) {
  GROVE_ASSIGN_OR_RETURN(const std::string text, context.folder.text(kApproved));
  if (text.empty()) return baseline;
  return parse_schema_card(text, context.folder.path(kApproved));
}

Result<std::vector<ChunkProposal>> proposals_in(const std::string& lines) {
  std::vector<ChunkProposal> proposals;
  for (const std::string_view line : split(lines, '\n')) {
    if (trim(line).empty()) continue;
    GROVE_ASSIGN_OR_RETURN(const std::string id, chunk_id_of_line(line));
    GROVE_ASSIGN_OR_RETURN(ChunkProposal proposal, parse_chunk_proposal(line, id));
    proposals.push_back(std::move(proposal));
  }
  return proposals;
}

/// The proposal, aligned with the baseline where that has terms.
Result<ProposalOrAlignment> aligned(const StageContext& context, const Proposal& proposal, const SchemaCard& baseline,
                                    StageReport& report) {
  const bool has_terms = !baseline.classes.empty() || !baseline.datatype_properties.empty() || !baseline.object_properties.empty();
  if (!has_terms) return proposal;
  const AlignRequest request{.proposal = proposal, .baseline = baseline, .save = [&](const Alignment& alignment) {
                               return context.folder.write("ontology/alignment.json", alignment_json(alignment));
                             }};
  ModelRun run = context.run;
  run.stage = "aligning";
  GROVE_ASSIGN_OR_RETURN(AlignedProposal done, align_terms(request, run));
  report.spent += done.spent;
  report.questions += alignment_questions(request).size();
  GROVE_RETURN_IF_ERROR(context.folder.write_lines("ontology/align.failures.jsonl", failures_json(done.failures)));
  if (!done.failures.empty()) report.notes.push_back("ontology/align.failures.jsonl says which terms could not be aligned, and why");
  return std::move(done.alignment);
}

}  // namespace

Result<StageReport> run_propose_stage(const StageContext& context) {
  StageReport report;
  const DatasetFolder& folder = context.folder;
  GROVE_ASSIGN_OR_RETURN(const FolderLock lock, folder.open());
  GROVE_ASSIGN_OR_RETURN(const DatasetManifest manifest, folder.manifest());
  GROVE_ASSIGN_OR_RETURN(const DatasetChunks all, refresh_chunks(context, report));
  GROVE_RETURN_IF_ERROR(forget_unanswered(folder, all, "propose", std::string(kRaw)));
  GROVE_ASSIGN_OR_RETURN(const SchemaCard baseline, baseline_card(context, manifest));
  GROVE_ASSIGN_OR_RETURN(const SchemaCard known, known_card(context, baseline));
  GROVE_ASSIGN_OR_RETURN(const Pending pending, pending_of(context, all, {"propose", {}}, report));

  ModelRun run = context.run;
  run.stage = "proposing";
  const auto questions = proposal_questions(pending.chunks, {known, context.scope});
  report.questions += questions.size();
  GROVE_ASSIGN_OR_RETURN(const auto proposed, propose_terms(pending.chunks, questions, run));
  report.spent += proposed.spent;
  GROVE_RETURN_IF_ERROR(folder.write_lines("ontology/propose.failures.jsonl", failures_json(proposed.failures)));
  std::vector<std::pair<std::string, std::string>> added;
  for (const ChunkProposal& each : proposed.answers) added.emplace_back(each.chunk_id, chunk_proposal_json(each));
  GROVE_ASSIGN_OR_RETURN(const std::string raw, merged_lines(context, all, added, std::string(kRaw)));
  GROVE_RETURN_IF_ERROR(folder.write(std::string(kRaw), raw));

  GROVE_ASSIGN_OR_RETURN(const std::vector<ChunkProposal> proposals, proposals_in(raw));
  const Proposal proposal = aggregate(proposals);
  GROVE_RETURN_IF_ERROR(folder.write("ontology/proposal.json", proposal_json(proposal)));
  GROVE_ASSIGN_OR_RETURN(const ProposalOrAlignment decided, aligned(context, proposal, baseline, report));
  GROVE_ASSIGN_OR_RETURN(const SchemaCard next,
                         write_card(folder, "ontology/schema_card.proposed.json", merge(known, decided, context.clock)));
  GROVE_RETURN_IF_ERROR(finish_step(context, all, {{"propose", card_hash(baseline)}, pending, proposed.failures}));
  report.counts = {{"classes", next.classes.size()},
                   {"datatype_properties", next.datatype_properties.size()},
                   {"object_properties", next.object_properties.size()}};
  return report;
}

}  // namespace grove::knowledge
