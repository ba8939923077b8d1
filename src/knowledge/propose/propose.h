#pragma once

#include <span>
#include <vector>

#include "knowledge/answers/asking.h"
#include "knowledge/answers/card_text.h"
#include "knowledge/ingest/dto.h"
#include "knowledge/proposal.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {

/// What a model is asked for each chunk: which terms does it need that the card lacks?
std::vector<Question> proposal_questions(std::span<const ChunkDto> chunks, const SchemaCard& card, CardScope scope);

struct ProposedTermsOfChunks {
  std::vector<ChunkProposal> proposals;  ///< In the order of the chunks, without those that failed.
  std::vector<Failure> failures;
  Spent spent;
};

/// Asks the questions of `proposal_questions` about these chunks. Evidence whose quote doesn't stand in the chunk is left out, with a
/// warning. Errors as of `ask_all`.
Result<ProposedTermsOfChunks> propose_terms(std::span<const ChunkDto> chunks, std::span<const Question> questions, const ModelRun& run);

}  // namespace grove::knowledge
