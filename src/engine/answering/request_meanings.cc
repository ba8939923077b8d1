#include "engine/answering/request_meanings.h"

#include <algorithm>
#include <numeric>

#include "base/text.h"

namespace grove::engine {
namespace {

constexpr std::size_t kMostEmbedded = 2000;
constexpr std::size_t kNearest = 20;

std::string words_of(const RequestDocument& request) {
  std::string words = request.flow.name + ' ' + request.flow.http_method + ' ' + request.flow.route + ' ' + request.doc;
  for (const FlowStepHit& step : request.flow.steps) words += ' ' + step.symbol.substr(step.symbol.rfind('.') + 1);
  return words;
}

}  // namespace

Result<ScoredRequests> nearest_requests(const RequestDocuments& requests, const search::Topic& topic, inference::Embedder& embedder,
                                        const CancelToken& cancel) {
  const std::size_t count = std::min(requests.size(), kMostEmbedded);
  const std::size_t dimensions = embedder.info().dimensions;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(words_of(requests.at(static_cast<std::uint32_t>(i))));
  std::vector<inference::Passage> passages;
  for (const std::string& text : texts) passages.push_back({.code = text});
  std::vector<float> query(dimensions), vectors(count * dimensions);
  GROVE_RETURN_IF_ERROR(embedder.embed_query(topic.text, query, cancel));
  GROVE_RETURN_IF_ERROR(embedder.embed_passages(passages, vectors, cancel));
  ScoredRequests found;
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = vectors.begin() + static_cast<std::ptrdiff_t>(i * dimensions);
    const float likeness = std::inner_product(query.begin(), query.end(), begin, 0.0F);
    if (likeness > 0) found.push_back({.document = static_cast<std::uint32_t>(i), .score = likeness, .terms = 0});
  }
  requests.weigh(topic, found);
  if (found.size() > kNearest) found.resize(kNearest);
  return found;
}

}  // namespace grove::engine
