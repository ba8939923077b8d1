#pragma once

#include <memory>

#include "corpus/corpus.h"
#include "graph/web/facts_source.h"

namespace grove::engine {

/// Reads facts as they were indexed.
class CorpusFacts final : public graph::web::FactsSource {
 public:
  CorpusFacts(corpus::Corpus& corpus, const graph::Declarations& declarations) : corpus_(corpus), declarations_(declarations) {}

  Result<std::shared_ptr<const Facts>> facts(graph::FileId file) override;

 private:
  corpus::Corpus& corpus_;
  const graph::Declarations& declarations_;
};

}  // namespace grove::engine
