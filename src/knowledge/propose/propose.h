#pragma once

#include <span>
#include <vector>

#include "knowledge/answers/chunk_asking.h"
#include "knowledge/proposal.h"

namespace grove::knowledge {

/// What a model is asked for each chunk: which terms does it need that the card lacks?
std::vector<Question> proposal_questions(std::span<const ChunkDto> chunks, const KnownCard& known);

/// Asks those questions about these chunks. Evidence whose quote doesn't stand in the chunk is left out, with a warning. Errors as of
/// `ask_all`.
Result<ChunkAnswers<ChunkProposal>> propose_terms(std::span<const ChunkDto> chunks, std::span<const Question> questions,
                                                  const ModelRun& run);

}  // namespace grove::knowledge
