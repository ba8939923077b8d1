#include "oracles/score.h"

#include <fmt/format.h>

namespace grove::oracles {

std::size_t SuiteScore::right() const {
  std::size_t sum = 0;
  for (const CaseScore& one : cases) sum += one.right;
  return sum;
}

std::size_t SuiteScore::wrong() const {
  std::size_t sum = 0;
  for (const CaseScore& one : cases) sum += one.wrong.size();
  return sum;
}

std::size_t SuiteScore::missed() const {
  std::size_t sum = 0;
  for (const CaseScore& one : cases) sum += one.missed.size();
  return sum;
}

double SuiteScore::precision() const {
  const std::size_t said = right() + wrong();
  return said == 0 ? 1 : static_cast<double>(right()) / static_cast<double>(said);
}

double SuiteScore::recall() const {
  const std::size_t expected = right() + missed();
  return expected == 0 ? 1 : static_cast<double>(right()) / static_cast<double>(expected);
}

std::string report(const SuiteScore& suite, Detail detail) {
  const std::string precision = suite.names_all ? fmt::format("{:.3f}", suite.precision()) : std::string("    –");
  std::string text = fmt::format("{:<36} precision {}  recall {:.3f}  right {:>5}  wrong {:>4}  missed {:>5}  cases {:>4}\n", suite.name,
                                 precision, suite.recall(), suite.right(), suite.wrong(), suite.missed(), suite.cases.size());
  if (detail == Detail::kTotals) return text;
  for (const CaseScore& one : suite.cases) {
    if (one.wrong.empty() && one.missed.empty()) continue;
    text += fmt::format("  {}\n", one.name);
    for (const std::string& edge : one.wrong) text += fmt::format("    + {}\n", edge);
    for (const std::string& edge : one.missed) text += fmt::format("    - {}\n", edge);
  }
  return text;
}

}  // namespace grove::oracles
