#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"
#include "inference/chat/answer_cache.h"
#include "inference/chat/chat_model.h"
#include "inference/pricing.h"
#include "knowledge/answers/lenient_json.h"

namespace grove::knowledge {

/// A question whose answer is to be a JSON object.
struct Question {
  std::string id;  ///< Of the chunk it is about.
  inference::ChatRequest request;
};

/// What makes an answer one.
struct AnswerRule {
  std::string required;                                       ///< The member that the object has to have.
  std::function<Status(const std::string& json)> check = {};  ///< What else must hold. May be empty; called from many threads.
};

/// Whom to ask, and how.
struct ModelRun {
  inference::ChatModel& model;
  ProgressSink& progress;
  const CancelToken& cancel;
  unsigned jobs = 4;  ///< Questions at a time.
  std::optional<inference::ChatPrice> price = {};
  std::string_view stage = "asking";
  /// Takes a kept answer away that can't be used, so that the model is asked again. Empty: what was kept counts, and fails again.
  std::function<Status(const inference::ChatRequest&)> forget = {};
};

/// What questions took.
struct Spent {
  std::uint64_t asked = 0;   ///< Requests to the model.
  std::uint64_t kept = 0;    ///< Answers that were there before.
  std::uint64_t failed = 0;  ///< Questions without an answer.
  std::uint64_t tokens_in = 0;
  std::uint64_t tokens_out = 0;
  std::optional<double> dollars = {};  ///< Nothing where neither the server nor a price list says it.
  Spent& operator+=(const Spent& other);
};

/// A question that has no answer, with the reason. One line of a file of failures.
struct Failure {
  std::string chunk_id;
  std::string stage;
  std::string reason;
  std::string answer;  ///< What the model said last, if anything; cut.
};

/// The answer to one question; one of both is there.
struct Answered {
  std::optional<ModelJson> json;
  std::optional<Failure> failure;
};

struct AskedAll {
  std::vector<Answered> answers;  ///< In the order of the questions, whatever the order in which they came.
  Spent spent;
  std::vector<Failure> failures() const;
};

/// Asks all questions. An answer that can't be read is asked for once more, with what was wrong; a question that then has none fails alone.
/// The run ends with an error where going on is no use: the model doesn't exist, or its server gave none to several questions in a
/// row.
Result<AskedAll> ask_all(std::span<const Question> questions, const AnswerRule& rule, const ModelRun& run);

/// What asking would take, by rule of thumb: three bytes a token, and a fixed number of tokens for each answer.
struct Estimate {
  std::uint64_t questions = 0;
  std::uint64_t kept = 0;  ///< Of them, answered before.
  std::uint64_t tokens_in = 0;
  std::uint64_t tokens_out = 0;
  std::optional<double> dollars = {};
};
/// Costs nothing where all is kept.
struct EstimateBasis {
  std::string model;  ///< As the cache knows it.
  const inference::AnswerCache& cache;
  std::optional<inference::ChatPrice> price = {};
};
Estimate estimate(std::span<const Question> questions, const EstimateBasis& basis);

/// "8 questions, 2 of them answered before: about 12,300 tokens in and 3,600 out, about $0.01"
std::string estimate_text(const Estimate& estimate);
/// "40 asked, 12 kept, 91,230 tokens in, 8,410 out, $0.02"
std::string spent_text(const Spent& spent);

/// One line of JSON for each.
std::string failures_json(std::span<const Failure> failures);
/// Leaves the failures of a run at a path, or no file where there are none.
Status write_failures(const std::string& path, std::span<const Failure> failures);

}  // namespace grove::knowledge
