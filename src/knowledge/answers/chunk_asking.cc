#include "knowledge/answers/chunk_asking.h"

namespace grove::knowledge {

using inference::ChatMessage;

std::vector<Question> chunk_questions(std::span<const ChunkDto> chunks, const ChunkInquiry& inquiry, const KnownCard& known) {
  const bool is_whole = known.scope == CardScope::kWhole;
  const std::string whole = is_whole ? card_text(known.card) : std::string();
  std::vector<Question> questions;
  for (const ChunkDto& chunk : chunks) {
    const std::string card = is_whole ? whole : card_text(slim_card(known.card, chunk.text));
    questions.push_back({.id = chunk.chunk_id,
                         .request = {.messages = {{ChatMessage::Role::kSystem, filled(inquiry.prompt, {{"card", fenced(card)}})},
                                                  {ChatMessage::Role::kUser, fenced(chunk.text)}},
                                     .schema_name = std::string(inquiry.name),
                                     .schema = std::string(prompt_text(inquiry.schema))}});
  }
  return questions;
}

}  // namespace grove::knowledge
