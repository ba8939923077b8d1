#include "apps/grove/cost_question.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <string>

#include "base/printable.h"
#include "base/text.h"

namespace grove::cli {
namespace {

constexpr double kWorthAsking = 0.01;

std::string with_commas(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string price_text(const ingest::EmbeddingEstimate& estimate) {
  if (!estimate.dollars) return "what it costs is not known (GROVE_EMBEDDING_PRICE says it)";
  const std::string basis = estimate.price_as_of.empty() ? "at the price set" : fmt::format("list price of {}", estimate.price_as_of);
  if (*estimate.dollars < kWorthAsking) return fmt::format("less than $0.01 ({})", basis);
  return fmt::format("about ${:.2f} ({})", *estimate.dollars, basis);
}

bool says_yes() {
  std::string line;
  if (!std::getline(std::cin, line)) return false;
  const std::string answer = to_lower_ascii(trim(line));
  return answer == "y" || answer == "yes";
}

}  // namespace

std::string cost_text(const ingest::EmbeddingEstimate& estimate) {
  return fmt::format("{} {}, {} units, about {} tokens for {} of {}: {}", with_commas(estimate.files),
                     estimate.files == 1 ? "file" : "files", with_commas(estimate.units), with_commas(estimate.tokens),
                     printable_line(estimate.model), estimate.provider, price_text(estimate));
}

Status ask_for_consent(const std::string& repository, const ingest::EmbeddingEstimate& estimate, Session& session, Consent consent) {
  const Console& console = session.console();
  session.progress().clear();
  console.note(fmt::format("{}: vectors of {}", printable_line(repository), cost_text(estimate)));
  const bool is_small = estimate.dollars && *estimate.dollars < kWorthAsking;
  const bool is_terminal =
      console.interactive() && ::isatty(STDIN_FILENO) == 1 && !console.json() && console.verbosity() != Verbosity::kQuiet;
  if (consent == Consent::kGiven || is_small || !is_terminal) return {};
  console.complain("Make them? [y/N]");
  if (says_yes()) return {};
  return fail(ErrorCode::kCancelled, "they were not wanted", "run it again with --yes to make them");
}

}  // namespace grove::cli
