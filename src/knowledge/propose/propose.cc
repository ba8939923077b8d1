#include "knowledge/propose/propose.h"

#include <fmt/format.h>

#include "knowledge/answers/quote.h"
#include "knowledge/prompts/prompts.h"

namespace grove::knowledge {
namespace {

using inference::ChatMessage;

/// Keeps the evidence that the chunk has, with the very words that stand there.
class EvidenceCheck {
 public:
  EvidenceCheck(const ChunkDto& chunk, ChunkProposal& proposal) : text_(chunk.text), proposal_(proposal) {}

  template <class Item>
  void check(std::vector<Item>& items) {
    for (Item& item : items) {
      std::vector<Evidence> kept;
      for (Evidence& evidence : item.evidence) {
        const auto place = text_.find(evidence.quote);
        if (!place) {
          proposal_.warnings.push_back(
              fmt::format("{}: the evidence for {} does not stand in the passage: \"{}\"", proposal_.chunk_id, item.name, evidence.quote));
          continue;
        }
        evidence.quote = squeezed(text_.text().substr(place->begin, place->end - place->begin));
        kept.push_back(std::move(evidence));
      }
      item.evidence = std::move(kept);
    }
  }

 private:
  QuotedText text_;
  ChunkProposal& proposal_;
};

ChunkProposal checked(ChunkProposal proposal, const ChunkDto& chunk) {
  EvidenceCheck check(chunk, proposal);
  check.check(proposal.additions.classes);
  check.check(proposal.additions.datatype_properties);
  check.check(proposal.additions.object_properties);
  check.check(proposal.additions.events);
  return proposal;
}

}  // namespace

std::vector<Question> proposal_questions(std::span<const ChunkDto> chunks, const SchemaCard& card, CardScope scope) {
  const std::string whole = scope == CardScope::kWhole ? card_text(card) : std::string();
  std::vector<Question> questions;
  for (const ChunkDto& chunk : chunks) {
    const std::string known = scope == CardScope::kWhole ? whole : card_text(slim_card(card, chunk.text));
    questions.push_back({.id = chunk.chunk_id,
                         .request = {.messages = {{ChatMessage::Role::kSystem, filled(Prompt::kProposeTerms, {{"card", known}})},
                                                  {ChatMessage::Role::kUser, fenced(chunk.text)}},
                                     .schema_name = "proposed_terms",
                                     .schema = std::string(prompt_text(Prompt::kProposeTermsSchema))}});
  }
  return questions;
}

Result<ProposedTermsOfChunks> propose_terms(std::span<const ChunkDto> chunks, std::span<const Question> questions, const ModelRun& run) {
  const AnswerRule rule{.required = "proposed_additions", .check = [](const std::string& json) -> Status {
                          if (auto proposal = parse_chunk_proposal(json, "chunk"); !proposal) return std::unexpected(proposal.error());
                          return {};
                        }};
  GROVE_ASSIGN_OR_RETURN(const AskedAll asked, ask_all(questions, rule, run));
  ProposedTermsOfChunks out{.proposals = {}, .failures = asked.failures(), .spent = asked.spent};
  for (std::size_t i = 0; i < asked.answers.size(); ++i) {
    if (!asked.answers[i].json) continue;
    GROVE_ASSIGN_OR_RETURN(ChunkProposal proposal, parse_chunk_proposal(asked.answers[i].json->json, chunks[i].chunk_id));
    out.proposals.push_back(checked(std::move(proposal), chunks[i]));
  }
  return out;
}

}  // namespace grove::knowledge
