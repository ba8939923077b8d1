#pragma once

#include <chrono>
#include <string>

#include "base/cancel.h"
#include "index/unit_index.h"
#include "inference/embedder.h"
#include "inference/reranker.h"

namespace grove::search {

struct Scope;

/// What a unit says, read again.
struct UnitText {
  std::string code;  ///< Empty where the unit is gone.
  std::string doc;
};

/// Where the texts of units come from. Thread-safe.
class UnitTexts {
 public:
  virtual ~UnitTexts() = default;
  virtual UnitText read(const Scope& scope, index::UnitRef ref, const CancelToken& cancel) const = 0;
};

/// The neural models that take part in a search. Borrowed; each may be null.
struct Models {
  inference::Embedder* embedder = nullptr;  ///< Without it only words count.
  inference::Reranker* reranker = nullptr;
  const UnitTexts* texts = nullptr;                 ///< What the reranker reads; it does nothing without.
  std::chrono::milliseconds rerank_within{10'000};  ///< After this long the order of the first stage is kept.
};

}  // namespace grove::search
