#include "knowledge/answers/asking.h"

#include <algorithm>
#include <mutex>

#include "base/utf8.h"
#include "base/work_queue.h"
#include "knowledge/prompts/prompts.h"

namespace grove::knowledge {
namespace {

using inference::ChatAnswer;
using inference::ChatMessage;
using inference::ChatRequest;

constexpr int kUnansweredInARow = 5;
constexpr std::size_t kKeptOfAnAnswer = 4000;

Result<ModelJson> read(const ChatAnswer& answer, const AnswerRule& rule) {
  if (answer.end == ChatAnswer::End::kLength)
    return fail(ErrorCode::kCorrupt, "it is cut off, since the model reached the most it may say: a shorter answer is needed");
  GROVE_ASSIGN_OR_RETURN(ModelJson json, read_model_json(answer.text, rule.required));
  if (rule.check) GROVE_RETURN_IF_ERROR(rule.check(json.json));
  return json;
}

std::string beginning_of(const std::string& text) { return text.substr(0, utf8_boundary(text, std::min(text.size(), kKeptOfAnAnswer))); }

/// One run over many questions: the counts of all threads together.
class Asking {
 public:
  Asking(const AnswerRule& rule, const ModelRun& run, std::size_t total) : rule_(rule), run_(run), outcomes_(total) {}

  /// Nothing where the run is over. `place` is that of the question among all of them.
  void ask(const Question& question, std::size_t place, Answered& out) {
    if (is_over()) return;
    ChatRequest request = question.request;
    Failure failure{.chunk_id = question.id, .stage = std::string(run_.stage), .reason = {}, .answer = {}};
    constexpr int kAttempts = 2;
    for (int attempt = 0; attempt < kAttempts && !out.json; ++attempt) {
      auto answer = answer_to(request, out);
      if (!answer) {
        note_unanswered(place, answer.error());
        failure.reason = describe(answer.error());
        break;
      }
      if (out.json) break;
      failure.reason = answer->problem;
      failure.answer = beginning_of(answer->text);
      request.messages.push_back({ChatMessage::Role::kAssistant, answer->text});
      request.messages.push_back({ChatMessage::Role::kUser, filled(Prompt::kAnswerAgain, {{"reason", failure.reason}})});
    }
    if (!out.json) out.failure = std::move(failure);
    finish(out);
  }

  Status status() {
    const std::lock_guard lock(mutex_);
    return status_;
  }
  Spent spent() {
    const std::lock_guard lock(mutex_);
    return spent_;
  }

 private:
  struct Unusable {
    std::string text, problem;
  };

  /// The model's answer, as JSON in `out` where it is some. A kept one that is none is forgotten, if the run wants that, and asked for
  /// anew.
  Result<Unusable> answer_to(const ChatRequest& request, Answered& out) {
    for (;;) {
      GROVE_ASSIGN_OR_RETURN(ChatAnswer answer, run_.model.answer(request, run_.cancel));
      auto json = read(answer, rule_);
      if (!json && answer.is_from_cache && run_.forget) {
        GROVE_RETURN_IF_ERROR(run_.forget(request));
        continue;
      }
      count(answer);
      if (!json) return Unusable{std::move(answer.text), json.error().message};
      out.json = std::move(*json);
      return Unusable{};
    }
  }

  bool is_over() {
    const std::lock_guard lock(mutex_);
    if (status_) status_ = run_.cancel.check();
    return !status_;
  }

  enum class Outcome : char { kOpen, kUnanswered, kRefused };

  void note_unanswered(std::size_t place, const Error& error) {
    const std::lock_guard lock(mutex_);
    ++spent_.asked;
    outcomes_[place] = error.code == ErrorCode::kInvalidArgument ? Outcome::kRefused : Outcome::kUnanswered;
    const bool is_hopeless = error.code == ErrorCode::kNotFound || error.code == ErrorCode::kCancelled || error.code == ErrorCode::kIo ||
                             error.code == ErrorCode::kResourceLimit || error.code == ErrorCode::kCorrupt;
    if (status_ && (is_hopeless || is_no_use(place))) status_ = std::unexpected(error);
  }

  /// In a row means neighbours among the questions, not in time: however many are asked at once, and however many of the others have kept
  /// answers, a run ends at the same ones. A question that the server refuses, since it is too long, says nothing of its neighbours, unless
  /// no question got through before it.
  bool is_no_use(std::size_t place) const {
    const auto begin = outcomes_.begin();
    const auto at = begin + static_cast<std::ptrdiff_t>(place);
    const auto is_unanswered = [](Outcome outcome) { return outcome == Outcome::kUnanswered; };
    const auto left = std::find_if_not(std::make_reverse_iterator(at), outcomes_.rend(), is_unanswered).base();
    const auto right = std::find_if_not(at, outcomes_.end(), is_unanswered);
    if (right - left >= kUnansweredInARow) return true;
    const auto first_open = std::ranges::find(outcomes_, Outcome::kOpen);
    return first_open - begin >= kUnansweredInARow;
  }

  void count(const ChatAnswer& answer) {
    const std::lock_guard lock(mutex_);
    if (answer.is_from_cache) {
      ++spent_.kept;
      return;
    }
    Spent one{.asked = 1, .tokens_in = answer.usage.tokens_in, .tokens_out = answer.usage.tokens_out, .dollars = answer.usage.dollars};
    if (!one.dollars && run_.price) one.dollars = run_.price->of(one.tokens_in, one.tokens_out);
    spent_ += one;
  }

  void finish(const Answered& out) {
    const std::lock_guard lock(mutex_);
    if (out.failure) ++spent_.failed;
    ++done_;
    const std::string subject = spent_text(spent_);
    run_.progress.report({.stage = run_.stage, .done = done_, .total = outcomes_.size(), .unit = "chunks", .subject = subject});
  }

  const AnswerRule& rule_;
  const ModelRun& run_;
  std::mutex mutex_;
  Status status_;
  Spent spent_;
  std::uint64_t done_ = 0;
  std::vector<Outcome> outcomes_;  ///< Of each question that got no answer.
};

}  // namespace

std::vector<Failure> AskedAll::failures() const {
  std::vector<Failure> failures;
  for (const Answered& answer : answers)
    if (answer.failure) failures.push_back(*answer.failure);
  return failures;
}

Result<AskedAll> ask_all(std::span<const Question> questions, const AnswerRule& rule, const ModelRun& run) {
  AskedAll all;
  all.answers.resize(questions.size());
  Asking asking(rule, run, questions.size());
  parallel_for(std::max(1U, run.jobs), questions.size(), [&](std::size_t i) { asking.ask(questions[i], i, all.answers[i]); });
  GROVE_RETURN_IF_ERROR(run.cancel.check());
  GROVE_RETURN_IF_ERROR(asking.status());
  all.spent = asking.spent();
  return all;
}

}  // namespace grove::knowledge
