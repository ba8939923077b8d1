#pragma once

#include <functional>
#include <memory>

#include "inference/reranker.h"
#include "inference/residency/residency.h"

namespace grove::inference {

/// A reranker that can be had, and what is known of it before it is loaded.
struct RerankerSource {
  RerankerInfo info;
  std::function<Result<std::unique_ptr<Reranker>>()> load;
};

/// A reranker that is loaded only while it is used (Residency). Thread-safe.
class ResidentReranker final : public Reranker {
 public:
  /// `clock` outlives this.
  ResidentReranker(RerankerSource source, KeepAlive keep_alive, const Clock& clock);

  const RerankerInfo& info() const override { return info_; }
  Status score(std::string_view query, std::span<const Passage> passages, std::span<float> scores, const CancelToken& cancel) override;

  ResidencyStatus status() const { return residency_.status(); }
  /// kConflict while it is in use.
  Status unload() { return residency_.unload(); }

 private:
  RerankerInfo info_;
  Residency residency_;
};

}  // namespace grove::inference
