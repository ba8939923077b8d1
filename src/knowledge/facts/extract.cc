#include "knowledge/facts/extract.h"

namespace grove::knowledge {
namespace {

constexpr ChunkInquiry kInquiry{
    .prompt = Prompt::kExtractFacts, .schema = Prompt::kExtractFactsSchema, .name = "stated_instances", .required = "instances"};

}  // namespace

std::vector<Question> statement_questions(std::span<const ChunkDto> chunks, const KnownCard& known) {
  return chunk_questions(chunks, kInquiry, known);
}

Result<ChunkAnswers<ChunkStatements>> extract_statements(std::span<const Question> questions, const ModelRun& run) {
  return ask_about_chunks(questions, kInquiry.required, parse_statements, run);
}

}  // namespace grove::knowledge
