#pragma once

#include <span>
#include <vector>

#include "knowledge/answers/chunk_asking.h"
#include "knowledge/facts/statements.h"

namespace grove::knowledge {

/// What a model is asked for each chunk: which instances does it speak of?
std::vector<Question> statement_questions(std::span<const ChunkDto> chunks, const KnownCard& known);

/// Asks those questions. Errors as of `ask_all`.
Result<ChunkAnswers<ChunkStatements>> extract_statements(std::span<const Question> questions, const ModelRun& run);

}  // namespace grove::knowledge
