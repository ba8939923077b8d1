#pragma once

#include <optional>

#include "base/result.h"
#include "engine/engine.h"
#include "inference/pricing.h"
#include "inference/residency/resident_embedder.h"

namespace grove::engine {

/// On which vectors are bought.
struct EmbeddingTerms {
  std::optional<inference::Price> price;  ///< Nothing where none is known.
  std::optional<double> most;             ///< Dollars; nothing for any.
};

/// What a model's tokens cost: `set` where a person said so, else the list price where the provider charges; nothing where that isn't
/// known, and of models that run in this process.
std::optional<inference::Price> price_of(const inference::ResidentEmbedder& embedder, std::optional<double> set);

/// The same with what it costs.
ingest::EmbeddingEstimate priced(ingest::EmbeddingEstimate estimate, const EmbeddingTerms& terms);

/// Whether the work may begin. kResourceLimit where it costs more than the terms allow or can't be said to cost less, kCancelled where only
/// an estimate was wanted, else what whoever asked for the run says.
Status approve(const ingest::EmbeddingEstimate& estimate, const EmbeddingTerms& terms, const IndexRequest& request);

}  // namespace grove::engine
