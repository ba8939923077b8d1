#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"

namespace grove::inference {

/// What an evaluation found of a reranker: how much it changed the quality of results over the first stage alone, paired by query.
struct RerankVerdict {
  double difference = 0;     ///< Of the means (NDCG@10).
  double low = 0, high = 0;  ///< 95 % interval of it.
  std::uint64_t queries = 0;
};

/// Whether it may be used without being asked for: measured on enough queries, and the interval doesn't reach below zero.
bool does_not_lose(const RerankVerdict& verdict);

/// The verdict on a model, by its name in the settings, as `rerank-verdicts.json` in the models folder has it; nothing where it has none,
/// is missing or is damaged.
std::optional<RerankVerdict> find_verdict(const std::string& models_folder, const std::string& model);
/// Replaces that on the model and keeps the others'.
Status record_verdict(const std::string& models_folder, const std::string& model, const RerankVerdict& verdict);

}  // namespace grove::inference
