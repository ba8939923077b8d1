#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "knowledge/answers/asking.h"
#include "knowledge/answers/card_text.h"
#include "knowledge/ingest/dto.h"
#include "knowledge/prompts/prompts.h"

namespace grove::knowledge {

/// What a model is asked about each chunk of a document.
struct ChunkInquiry {
  Prompt prompt;              ///< What to do, with a place for the schema card.
  Prompt schema;              ///< What the answer looks like.
  std::string_view name;      ///< Of that schema.
  std::string_view required;  ///< The member that an answer has to have.
};

struct KnownCard {
  const SchemaCard& card;
  CardScope scope = CardScope::kWhole;
};

/// One question for each chunk, in their order.
std::vector<Question> chunk_questions(std::span<const ChunkDto> chunks, const ChunkInquiry& inquiry, const KnownCard& known);

/// What became of the questions about chunks.
template <class Answer>
struct ChunkAnswers {
  std::vector<Answer> answers;  ///< In the order of the chunks, without those that failed.
  std::vector<Failure> failures;
  Spent spent;
};

/// Asks the questions about these chunks. An answer that `parse(json, chunk_id)` can't take is none. Errors as of `ask_all`.
template <class Answer>
Result<ChunkAnswers<Answer>> ask_about_chunks(std::span<const Question> questions, std::string_view required,
                                              Result<Answer> (*parse)(std::string_view json, std::string_view chunk_id),
                                              const ModelRun& run) {
  const AnswerRule rule{.required = std::string(required), .check = [parse](const std::string& json) -> Status {
                          if (auto answer = parse(json, "chunk"); !answer) return std::unexpected(std::move(answer).error());
                          return {};
                        }};
  GROVE_ASSIGN_OR_RETURN(const AskedAll asked, ask_all(questions, rule, run));
  ChunkAnswers<Answer> out{.answers = {}, .failures = asked.failures(), .spent = asked.spent};
  for (std::size_t i = 0; i < asked.answers.size(); ++i) {
    if (!asked.answers[i].json) continue;
    GROVE_ASSIGN_OR_RETURN(Answer answer, parse(asked.answers[i].json->json, questions[i].id));
    out.answers.push_back(std::move(answer));
  }
  return out;
}

}  // namespace grove::knowledge
