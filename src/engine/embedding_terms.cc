#include "engine/embedding_terms.h"

#include <fmt/format.h>

namespace grove::engine {

std::optional<inference::Price> price_of(const inference::ResidentEmbedder& embedder, std::optional<double> set) {
  const std::string& provider = embedder.info().provider;
  if (provider == "static" || provider == "llama.cpp") return std::nullopt;
  if (set) return inference::Price{.dollars_per_million_tokens = *set, .as_of = {}};
  return embedder.is_paid() ? inference::list_price(provider, embedder.info().model) : std::nullopt;
}

ingest::EmbeddingEstimate priced(ingest::EmbeddingEstimate estimate, const EmbeddingTerms& terms) {
  constexpr double kMillion = 1e6;
  if (!terms.price) return estimate;
  estimate.dollars = static_cast<double>(estimate.tokens) / kMillion * terms.price->dollars_per_million_tokens;
  estimate.price_as_of = terms.price->as_of;
  return estimate;
}

Status approve(const ingest::EmbeddingEstimate& estimate, const EmbeddingTerms& terms, const IndexRequest& request) {
  if (request.vectors == IndexRequest::Vectors::kEstimateOnly) return fail(ErrorCode::kCancelled, "only an estimate was asked for");
  if (terms.most && !estimate.dollars) {
    return fail(ErrorCode::kResourceLimit,
                fmt::format("what {} costs is not known, and GROVE_EMBEDDING_MAX_COST sets a limit", estimate.model),
                "set GROVE_EMBEDDING_PRICE to the price of a million tokens in dollars");
  }
  if (terms.most && *estimate.dollars > *terms.most) {
    return fail(ErrorCode::kResourceLimit,
                fmt::format("about ${:.2f} for about {} tokens of {} is more than the ${:.2f} that GROVE_EMBEDDING_MAX_COST allows",
                            *estimate.dollars, estimate.tokens, estimate.model, *terms.most),
                "raise it, or choose another model");
  }
  return request.approve ? request.approve(estimate) : Status{};
}

}  // namespace grove::engine
