#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/answering/question.h"
#include "engine/answering/request_documents.h"
#include "engine/answering/summary_documents.h"
#include "search/question/intent.h"
#include "search/question/topic.h"
#include "search/search.h"

namespace grove::engine {

/// Something that may answer.
struct Candidate {
  enum class What { kUnit, kRequest, kSummary } what = What::kUnit;
  std::size_t scope = 0;
  index::UnitRef ref = {};    ///< Of a unit.
  std::uint32_t request = 0;  ///< Of a request or a summary: its number.
  double score = 0;
  std::vector<index::UnitRef> members = {};  ///< Methods that it answers for, best first.

  bool is_same(const Candidate& other) const {
    return what == other.what && scope == other.scope && ref == other.ref && request == other.request;
  }
};

/// A type in which it is written that one service calls another one.
struct CallingType {
  std::size_t scope = 0;
  index::UnitRef ref;
  ServiceEdge edge;
};

/// Where answers come from. All borrowed for the time of a question.
struct AnswerSources {
  const std::vector<search::Scope>& scopes;
  const std::vector<std::shared_ptr<const RequestDocuments>>& requests;   ///< One a scope; null where there are none.
  const std::vector<std::shared_ptr<const SummaryDocuments>>& summaries;  ///< Likewise.
  const search::Models& models;
  bool may_rerank = false;
  std::vector<CallingType> calling = {};  ///< Of a question who calls a service.
};

/// A question, read.
struct ReadQuestion {
  const Question& asked;
  search::QuestionIntent intent = search::QuestionIntent::kDefault;
  search::Topic topic;
  Levers levers;
};
ReadQuestion read_question(const Question& question, const Levers& usual);

/// The best answers, best first, all of them; `warnings` says what was left out. kCancelled on a cancel.
Result<std::vector<Candidate>> rank_answers(const ReadQuestion& question, const AnswerSources& sources, std::vector<std::string>& warnings,
                                            const CancelToken& cancel);

}  // namespace grove::engine
