#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "knowledge/answers/asking.h"
#include "knowledge/json/json.h"

namespace grove::knowledge {
namespace {

constexpr std::uint64_t kTokensOfAnAnswer = 600;

std::string dollars_text(const std::optional<double>& dollars) {
  if (!dollars) return "cost unknown";
  return *dollars >= 0.01 || *dollars == 0 ? fmt::format("${:.2f}", *dollars) : fmt::format("${:.4f}", *dollars);
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

}  // namespace

Spent& Spent::operator+=(const Spent& other) {
  asked += other.asked, kept += other.kept, failed += other.failed;
  tokens_in += other.tokens_in, tokens_out += other.tokens_out;
  if (other.dollars) dollars = dollars.value_or(0) + *other.dollars;
  return *this;
}

Estimate estimate(std::span<const Question> questions, const EstimateBasis& basis) {
  Estimate sum{.questions = questions.size()};
  for (const Question& question : questions) {
    if (basis.cache.find(basis.model, question.request)) {
      ++sum.kept;
      continue;
    }
    std::uint64_t bytes = 0;
    for (const inference::ChatMessage& message : question.request.messages) bytes += message.text.size();
    sum.tokens_in += inference::estimated_tokens(bytes);
    sum.tokens_out += kTokensOfAnAnswer;
  }
  if (sum.kept == sum.questions) sum.dollars = 0;
  if (basis.price) sum.dollars = basis.price->of(sum.tokens_in, sum.tokens_out);
  return sum;
}

std::string estimate_text(const Estimate& estimate) {
  return fmt::format("{} questions, {} of them answered before: about {} tokens in and {} out, {}", estimate.questions, estimate.kept,
                     with_commas(estimate.tokens_in), with_commas(estimate.tokens_out),
                     estimate.dollars ? "about " + dollars_text(estimate.dollars) : dollars_text(estimate.dollars));
}

std::string spent_text(const Spent& spent) {
  std::string text = fmt::format("{} asked, {} kept", spent.asked, spent.kept);
  if (spent.failed > 0) text += fmt::format(", {} failed", spent.failed);
  if (spent.asked == 0) return text;
  return text + fmt::format(", {} tokens in, {} out, {}", with_commas(spent.tokens_in), with_commas(spent.tokens_out),
                            dollars_text(spent.dollars));
}

std::string failures_json(std::span<const Failure> failures) {
  std::string lines;
  for (const Failure& failure : failures) {
    Json line = {{"chunk_id", failure.chunk_id}, {"stage", failure.stage}, {"reason", failure.reason}};
    if (!failure.answer.empty()) line["answer"] = failure.answer;
    lines += compact(line) + '\n';
  }
  return lines;
}

Status write_failures(const std::string& path, std::span<const Failure> failures) {
  if (failures.empty()) return remove_file(path);
  if (const std::string folder(parent_path(path)); !folder.empty()) GROVE_RETURN_IF_ERROR(create_directories(folder));
  return write_file(path, failures_json(failures));
}

}  // namespace grove::knowledge
