#include "engine/answering/quote.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "document/chunking/text_units.h"
#include "index/lexical/tokenizer.h"
#include "search/query_analysis.h"

namespace grove::engine {
namespace {

constexpr std::size_t kLongestQuote = 320;  // bytes
/// What a second sentence has to bring, as a share of the first one's, to be quoted too.
constexpr double kWorthMore = 0.3;

/// What a question is about: terms with their weights, without the words that every question has.
std::vector<search::QueryTerm> terms_of(std::string_view question) { return search::analyze_query(question, {}).terms; }

/// Numbers of the terms that stand in a text.
std::set<std::size_t> terms_in(std::string_view text, const std::vector<search::QueryTerm>& terms) {
  std::set<std::size_t> found;
  index::tokenize(text, [&](std::string_view term) {
    const auto known = std::ranges::find(terms, term, &search::QueryTerm::term);
    if (known != terms.end()) found.insert(static_cast<std::size_t>(known - terms.begin()));
  });
  return found;
}

double weight_of(const std::set<std::size_t>& found, const std::vector<search::QueryTerm>& terms) {
  double weight = 0;
  for (const std::size_t term : found) weight += terms[term].weight;
  return weight;
}

/// At most so much of a text as is quoted, up to a space.
std::string_view short_enough(std::string_view text) {
  text = trim(text);
  if (text.size() <= kLongestQuote) return text;
  const std::size_t space = text.find_last_of(" \n\t", kLongestQuote);
  const std::size_t end = space == std::string_view::npos || space == 0 ? utf8_boundary(text, kLongestQuote) : space;
  return trim(text.substr(0, end));
}

/// A heading without its number and the marks around it.
std::string bare_heading(std::string_view text) {
  constexpr std::string_view kAround = " \t\n#*=-.)(0123456789";
  const std::size_t first = text.find_first_not_of(kAround);
  if (first == std::string_view::npos) return {};
  return fold_case(text.substr(first, text.find_last_not_of(kAround) - first + 1));
}

/// The sentences of a passage that are no headings.
std::vector<document::TextSpan> sentences_of(std::string_view passage, std::span<const std::string> headings) {
  std::vector<std::string> bare;
  for (const std::string& heading : headings) bare.push_back(bare_heading(heading));
  std::vector<document::TextSpan> sentences;
  const document::TextSpan whole{.begin = 0, .end = passage.size()};
  for (const document::TextSpan paragraph : document::units_in(passage, whole, document::UnitKind::kParagraph)) {
    const auto is_heading = [&](document::TextSpan span) {
      const std::string text = bare_heading(passage.substr(span.begin, span.end - span.begin));
      return text.empty() || std::ranges::find(bare, text) != bare.end();
    };
    if (is_heading(paragraph)) continue;
    for (const document::TextSpan sentence : document::units_in(passage, paragraph, document::UnitKind::kSentence))
      if (!is_heading(sentence)) sentences.push_back(sentence);
  }
  return sentences;
}

}  // namespace

std::string best_quote(std::string_view passage, std::string_view question, std::span<const std::string> headings) {
  const std::vector<search::QueryTerm> terms = terms_of(question);
  const std::vector<document::TextSpan> sentences = sentences_of(passage, headings);
  const auto text_at = [&](std::size_t first, std::size_t last) {
    return passage.substr(sentences[first].begin, sentences[last].end - sentences[first].begin);
  };
  std::size_t best = sentences.size();
  double most = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const double weight = weight_of(terms_in(text_at(i, i), terms), terms);
    if (weight > most) best = i, most = weight;
  }
  if (best == sentences.size()) return {};
  std::size_t first = best;
  std::size_t last = best;
  double with_neighbour = most * (1 + kWorthMore);
  for (const auto& [from, to] : {std::pair(best, best + 1), std::pair(best == 0 ? 0 : best - 1, best)}) {
    if (from == to || to >= sentences.size() || text_at(from, to).size() > kLongestQuote) continue;
    const double weight = weight_of(terms_in(text_at(from, to), terms), terms);
    if (weight < with_neighbour) continue;
    first = from, last = to, with_neighbour = weight;
  }
  return std::string(short_enough(text_at(first, last)));
}

}  // namespace grove::engine
