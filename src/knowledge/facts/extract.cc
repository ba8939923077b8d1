#include "knowledge/facts/extract.h"

#include "knowledge/prompts/prompts.h"

namespace grove::knowledge {

using inference::ChatMessage;

std::vector<Question> statement_questions(std::span<const ChunkDto> chunks, const SchemaCard& card, CardScope scope) {
  const std::string whole = scope == CardScope::kWhole ? card_text(card) : std::string();
  std::vector<Question> questions;
  for (const ChunkDto& chunk : chunks) {
    const std::string known = scope == CardScope::kWhole ? whole : card_text(slim_card(card, chunk.text));
    questions.push_back({.id = chunk.chunk_id,
                         .request = {.messages = {{ChatMessage::Role::kSystem, filled(Prompt::kExtractFacts, {{"card", known}})},
                                                  {ChatMessage::Role::kUser, fenced(chunk.text)}},
                                     .schema_name = "stated_instances",
                                     .schema = std::string(prompt_text(Prompt::kExtractFactsSchema))}});
  }
  return questions;
}

Result<StatementsOfChunks> extract_statements(std::span<const ChunkDto> chunks, std::span<const Question> questions, const ModelRun& run) {
  const AnswerRule rule{.required = "instances", .check = [](const std::string& json) -> Status {
                          if (auto statements = parse_statements(json, "chunk"); !statements) return std::unexpected(statements.error());
                          return {};
                        }};
  GROVE_ASSIGN_OR_RETURN(const AskedAll asked, ask_all(questions, rule, run));
  StatementsOfChunks out{.statements = {}, .failures = asked.failures(), .spent = asked.spent};
  for (std::size_t i = 0; i < asked.answers.size(); ++i) {
    if (!asked.answers[i].json) continue;
    GROVE_ASSIGN_OR_RETURN(ChunkStatements statements, parse_statements(asked.answers[i].json->json, chunks[i].chunk_id));
    out.statements.push_back(std::move(statements));
  }
  return out;
}

}  // namespace grove::knowledge
