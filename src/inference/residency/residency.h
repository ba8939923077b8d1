#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/result.h"
#include "inference/residency/keep_alive.h"

namespace grove::inference {

/// Where a model stands at one moment.
struct ResidencyStatus {
  bool resident = false;                            ///< Loaded.
  std::uint32_t active_operations = 0;              ///< Uses in flight.
  KeepAlive keep_alive;                             ///< The policy.
  std::optional<std::chrono::seconds> releases_in;  ///< Rounded up; only while it is resident, unused and not kept always.
};

/// Keeps a model loaded while it is used: loads it on first use, whoever asks meanwhile waits for the same load, and releases it once the
/// last use has ended and the grace has passed. Thread-safe.
class Residency {
 public:
  using Load = std::function<Result<std::shared_ptr<void>>()>;

  /// `clock` outlives this.
  Residency(Load load, KeepAlive keep_alive, const Clock& clock);
  ~Residency();
  Residency(const Residency&) = delete;
  Residency& operator=(const Residency&) = delete;

  /// The model in use; it stays loaded as long as the lease lives. The Residency outlives its leases.
  class Lease {
   public:
    Lease(Residency& owner, void* model) : owner_(&owner), model_(model) {}
    Lease(Lease&& other) noexcept : owner_(std::exchange(other.owner_, nullptr)), model_(other.model_) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (owner_ != nullptr) owner_->end_use();
    }
    void* model() const { return model_; }

   private:
    Residency* owner_;
    void* model_;
  };

  /// Loads the model if it isn't. The error of a load goes to all who waited for it; the next call tries again.
  Result<Lease> use();
  /// Counts as a use that doesn't need the model yet: for work of many uses, such as an indexing run, so that the model isn't released
  /// between them. Its `model()` is null.
  Lease hold();
  /// Releases the model now. kConflict while it is in use; nothing where it isn't loaded.
  Status unload();
  /// Releases the model if its grace has passed. Called by a thread of our own; tests call it after they have moved the clock.
  void release_if_idle();
  ResidencyStatus status() const;

 private:
  using Lock = std::unique_lock<std::mutex>;

  void end_use();
  void watch(const std::stop_token& stop);
  bool is_due() const;
  std::shared_ptr<void> take_model();
  Result<Lease> lease();
  Result<std::shared_ptr<void>> load_or_report() const;

  const Load load_;
  const KeepAlive keep_alive_;
  const Clock& clock_;

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<void> model_;
  std::uint32_t active_ = 0;
  std::chrono::steady_clock::time_point idle_since_;
  bool loading_ = false;
  std::uint64_t loads_ = 0;          // begun so far
  std::optional<Error> load_error_;  // of the last one
  std::jthread watcher_;             // last: stops before the rest goes
};

}  // namespace grove::inference
