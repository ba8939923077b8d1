#pragma once

#include <span>
#include <vector>

#include "knowledge/answers/asking.h"
#include "knowledge/answers/card_text.h"
#include "knowledge/facts/statements.h"
#include "knowledge/ingest/dto.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {

/// What a model is asked for each chunk: which instances does it speak of?
std::vector<Question> statement_questions(std::span<const ChunkDto> chunks, const SchemaCard& card, CardScope scope);

struct StatementsOfChunks {
  std::vector<ChunkStatements> statements;  ///< In the order of the chunks, without those that failed.
  std::vector<Failure> failures;
  Spent spent;
};

/// Asks the questions of `statement_questions` about these chunks. Errors as of `ask_all`.
Result<StatementsOfChunks> extract_statements(std::span<const ChunkDto> chunks, std::span<const Question> questions, const ModelRun& run);

}  // namespace grove::knowledge
