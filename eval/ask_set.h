#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/answering/question.h"

namespace grove::eval {

/// A question with what should stand first in its answer.
struct LabelledQuestion {
  std::string repository;  ///< Short name, as in `repos.tsv`.
  std::string intent;
  std::string text;
  std::vector<std::string> expected;  ///< `POST /orders`, the end of a qualified name, or of a path.
};

struct AskedRepository {
  std::string name;    ///< Short.
  std::string folder;  ///< Of its checkout.
};

/// Reads `questions.tsv` and `repos.tsv` of a set. Questions on repositories whose checkout is missing below `corpora` are left out, and
/// the repositories named in `missing`.
struct QuestionSet {
  std::vector<AskedRepository> repositories;
  std::vector<LabelledQuestion> questions;
  std::vector<std::string> missing;
};
Result<QuestionSet> read_question_set(const std::string& set, const std::string& corpora);

/// Whether a hit is one of those expected.
bool is_expected(const engine::AnswerHit& hit, const std::vector<std::string>& expected);

/// 1 / rank of the first hit that is expected; 0 where none is.
double reciprocal_rank(const engine::Answer& answer, const std::vector<std::string>& expected);

}  // namespace grove::eval
