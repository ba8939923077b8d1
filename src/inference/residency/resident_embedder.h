#pragma once

#include <functional>
#include <memory>

#include "inference/embedder.h"
#include "inference/residency/residency.h"

namespace grove::inference {

/// A model that can be had, and what is known of it before it is loaded.
struct EmbedderSource {
  EmbedderInfo info;
  bool is_immediate = false;
  std::size_t passages_at_once = 1;
  bool is_paid = false;  ///< A provider charges for it by the token.
  std::function<Result<std::unique_ptr<Embedder>>()> load;
};

/// An embedder that is loaded only while it is used (Residency). Thread-safe.
class ResidentEmbedder final : public Embedder {
 public:
  /// `clock` outlives this.
  ResidentEmbedder(EmbedderSource source, KeepAlive keep_alive, const Clock& clock);

  const EmbedderInfo& info() const override { return info_; }
  bool is_immediate() const override { return is_immediate_; }
  std::size_t passages_at_once() const override { return passages_at_once_; }
  bool is_paid() const { return is_paid_; }
  Status embed_query(std::string_view query, std::span<float> out, const CancelToken& cancel) override;
  Status embed_passages(std::span<const Passage> passages, std::span<float> out, const CancelToken& cancel) override;

  /// Keeps the model from being released, once it is loaded, as long as the lease lives: for an indexing run.
  Residency::Lease hold() { return residency_.hold(); }
  ResidencyStatus status() const { return residency_.status(); }
  /// kConflict while it is in use.
  Status unload() { return residency_.unload(); }

 private:
  EmbedderInfo info_;
  bool is_immediate_;
  std::size_t passages_at_once_;
  bool is_paid_;
  Residency residency_;
};

}  // namespace grove::inference
