#include <array>

#include "knowledge/json/items.h"
#include "knowledge/json/proposed_terms.h"
#include "knowledge/proposal.h"

// The files of proposals, read and written.
namespace grove::knowledge {
namespace {

constexpr std::array<std::string_view, 6> kProposalKeys = {"classes", "datatype_properties", "object_properties",
                                                           "events",  "merge_suggestions",   "warnings"};

Result<Proposal> proposal_of(const Json& object) {
  bool telling = false;
  for (const std::string_view key : {"classes", "datatype_properties", "object_properties", "events"})
    telling = telling || object.contains(std::string(key));
  if (!telling) return fail(ErrorCode::kCorrupt, "it has none of `classes`, `datatype_properties`, `object_properties` and `events`");
  Proposal proposal;
  ReadTerms how;
  GROVE_ASSIGN_OR_RETURN(proposal.terms, read_terms(object, how));
  proposal.merge_suggestions = read_suggestions(object, "merge_suggestions");
  proposal.warnings = texts_at(object, "warnings");
  proposal.extra = extra_members(object, kProposalKeys);
  return proposal;
}

}  // namespace

Result<ChunkProposal> parse_chunk_proposal(std::string_view json, std::string_view chunk_id) {
  const std::string what = "the proposal for chunk " + std::string(chunk_id);
  GROVE_ASSIGN_OR_RETURN(const Json object, parse_object(json, what));
  // Some models leave the outer object out.
  const Json* additions = member(object, "proposed_additions");
  if (additions == nullptr && member(object, "classes") != nullptr) additions = &object;
  if (additions == nullptr || !additions->is_object()) return fail(ErrorCode::kCorrupt, what + " has no object `proposed_additions`");
  ChunkProposal proposal{
      .chunk_id = std::string(chunk_id), .additions = {}, .reuse = {}, .merges = {}, .warnings = texts_at(object, "warnings")};
  ReadTerms how{.reading = Reading::kAnswer, .chunk_id = proposal.chunk_id, .warnings = {}};
  GROVE_ASSIGN_OR_RETURN(proposal.additions, read_terms(*additions, how));
  for (const Json& item : items_at(object, "reuse_instead_of_create")) proposal.reuse.push_back(compact(item));
  proposal.merges = read_suggestions(object, "alias_or_merge_suggestions");
  proposal.warnings.insert(proposal.warnings.end(), how.warnings.begin(), how.warnings.end());
  return proposal;
}

std::string chunk_proposal_json(const ChunkProposal& proposal) {
  Json additions = Json::object();
  put_terms(additions, proposal.additions);
  Json reuse = Json::array();
  for (const std::string& item : proposal.reuse) reuse.push_back(Json::parse(item, nullptr, false));
  return compact({{"chunk_id", proposal.chunk_id},
                  {"proposed_additions", std::move(additions)},
                  {"reuse_instead_of_create", std::move(reuse)},
                  {"alias_or_merge_suggestions", suggestions_json(proposal.merges)},
                  {"warnings", proposal.warnings}});
}

Result<Proposal> parse_proposal(std::string_view json, std::string_view file) {
  const std::string what = "proposal " + std::string(file);
  GROVE_ASSIGN_OR_RETURN(const Json object, parse_object(json, what));
  auto proposal = proposal_of(object);
  if (!proposal) return std::unexpected(std::move(proposal).error().within(what + " can't be read"));
  return proposal;
}

std::string proposal_json(const Proposal& proposal) {
  Json object = Json::object();
  put_terms(object, proposal.terms);
  object["merge_suggestions"] = suggestions_json(proposal.merge_suggestions);
  object["warnings"] = proposal.warnings;
  add_extra(object, proposal.extra);
  return pretty(object);
}

}  // namespace grove::knowledge
