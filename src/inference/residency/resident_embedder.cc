#include "inference/residency/resident_embedder.h"

#include <utility>

namespace grove::inference {
namespace {

Embedder& embedder_of(const Residency::Lease& lease) { return *static_cast<Embedder*>(lease.model()); }

}  // namespace

ResidentEmbedder::ResidentEmbedder(EmbedderSource source, KeepAlive keep_alive, const Clock& clock)
    : info_(std::move(source.info)),
      is_immediate_(source.is_immediate),
      passages_at_once_(source.passages_at_once),
      is_paid_(source.is_paid),
      residency_(
          [load = std::move(source.load)]() -> Result<std::shared_ptr<void>> {
            GROVE_ASSIGN_OR_RETURN(std::shared_ptr<Embedder> embedder, load());
            return embedder;
          },
          keep_alive, clock) {}

Status ResidentEmbedder::embed_query(std::string_view query, std::span<float> out, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const Residency::Lease lease, residency_.use());
  return embedder_of(lease).embed_query(query, out, cancel);
}

Status ResidentEmbedder::embed_passages(std::span<const Passage> passages, std::span<float> out, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const Residency::Lease lease, residency_.use());
  return embedder_of(lease).embed_passages(passages, out, cancel);
}

}  // namespace grove::inference
