#include "inference/residency/resident_reranker.h"

#include <utility>

namespace grove::inference {

ResidentReranker::ResidentReranker(RerankerSource source, KeepAlive keep_alive, const Clock& clock)
    : info_(std::move(source.info)),
      residency_(
          [load = std::move(source.load)]() -> Result<std::shared_ptr<void>> {
            GROVE_ASSIGN_OR_RETURN(std::shared_ptr<Reranker> reranker, load());
            return reranker;
          },
          keep_alive, clock) {}

Status ResidentReranker::score(std::string_view query, std::span<const Passage> passages, std::span<float> scores,
                               const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const Residency::Lease lease, residency_.use());
  return static_cast<Reranker*>(lease.model())->score(query, passages, scores, cancel);
}

}  // namespace grove::inference
