#include "search/question/document_index.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "index/lexical/tokenizer.h"

namespace grove::search {
namespace {

constexpr double kSaturation = 1.2;
constexpr double kLengthShare = 0.4;

}  // namespace

void DocumentIndex::add(std::span<const DocumentField> fields) {
  const auto document = static_cast<std::uint32_t>(lengths_.size());
  std::map<std::string, float, std::less<>> frequencies;
  float length = 0;
  for (const DocumentField& field : fields) {
    index::tokenize(field.text, [&](std::string_view term) {
      const auto known = frequencies.find(term);
      if (known == frequencies.end())
        frequencies.emplace(term, field.weight);
      else
        known->second += field.weight;
      length += field.weight;
    });
  }
  for (const auto& [term, frequency] : frequencies) postings_[term].push_back({.document = document, .frequency = frequency});
  lengths_.push_back(length);
  length_ += length;
}

std::vector<ScoredDocument> DocumentIndex::search(std::string_view query) const {
  std::vector<ScoredDocument> found;
  if (lengths_.empty()) return found;
  const double mean_length = std::max(length_ / static_cast<double>(lengths_.size()), 1.0);
  std::unordered_map<std::uint32_t, ScoredDocument> scores;
  const std::vector<std::string> terms = index::query_terms(query);
  for (const std::string& term : terms) {
    const auto postings = postings_.find(term);
    if (postings == postings_.end()) continue;
    const auto holders = static_cast<double>(postings->second.size());
    const double rarity = std::log(1 + (static_cast<double>(lengths_.size()) - holders + 0.5) / (holders + 0.5));
    for (const Posting& posting : postings->second) {
      const double norm = 1 - kLengthShare + kLengthShare * lengths_[posting.document] / mean_length;
      const double frequency = posting.frequency / norm;
      ScoredDocument& scored = scores[posting.document];
      scored.document = posting.document;
      scored.score += static_cast<float>(rarity * frequency / (frequency + kSaturation));
      ++scored.terms;
    }
  }
  for (auto& [document, scored] : scores) {
    const double coverage = static_cast<double>(scored.terms) / static_cast<double>(terms.size());
    scored.score *= static_cast<float>(0.5 + 0.5 * coverage);
    found.push_back(scored);
  }
  std::ranges::sort(found, [](const ScoredDocument& a, const ScoredDocument& b) {
    return a.score != b.score ? a.score > b.score : a.document < b.document;
  });
  return found;
}

}  // namespace grove::search
