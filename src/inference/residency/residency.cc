#include "inference/residency/residency.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

namespace grove::inference {

Residency::Residency(Load load, KeepAlive keep_alive, const Clock& clock)
    : load_(std::move(load)), keep_alive_(keep_alive), clock_(clock) {}

Residency::~Residency() = default;

Result<Residency::Lease> Residency::lease() {
  ++active_;
  return Lease(*this, model_.get());
}

/// An exception must not leave those who wait without an answer.
Result<std::shared_ptr<void>> Residency::load_or_report() const {
  try {
    return load_();
  } catch (const std::exception& error) {
    return fail(ErrorCode::kInternal, std::string("loading the model failed: ") + error.what());
  }
}

Result<Residency::Lease> Residency::use() {
  Lock lock(mutex_);
  if (loading_) {
    const std::uint64_t awaited = loads_;
    changed_.wait(lock, [&] { return !loading_ || loads_ != awaited; });
    if (model_ == nullptr && loads_ == awaited && load_error_) return std::unexpected(*load_error_);
  }
  while (loading_) changed_.wait(lock);
  if (model_ != nullptr) return lease();

  loading_ = true;
  ++loads_;
  lock.unlock();
  auto loaded = load_or_report();
  lock.lock();
  loading_ = false;
  changed_.notify_all();
  if (!loaded) {
    load_error_ = loaded.error();
    return std::unexpected(std::move(loaded).error());
  }
  load_error_.reset();
  model_ = std::move(*loaded);
  const bool needs_watching = keep_alive_.grace && keep_alive_.grace->count() > 0;
  if (needs_watching && !watcher_.joinable()) watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  return lease();
}

Residency::Lease Residency::hold() {
  const Lock lock(mutex_);
  ++active_;
  return {*this, nullptr};
}

void Residency::end_use() {
  std::shared_ptr<void> released;  // freed after the lock
  const Lock lock(mutex_);
  if (--active_ > 0) return;
  idle_since_ = clock_.steady();
  if (is_due()) released = take_model();
  changed_.notify_all();
}

Status Residency::unload() {
  std::shared_ptr<void> released;
  const Lock lock(mutex_);
  if (active_ > 0 || loading_) {
    return fail(ErrorCode::kConflict, "cannot unload the model: it is in use", "try again when the present operations are done");
  }
  released = take_model();
  return {};
}

void Residency::release_if_idle() {
  std::shared_ptr<void> released;
  const Lock lock(mutex_);
  if (is_due()) released = take_model();
}

ResidencyStatus Residency::status() const {
  const Lock lock(mutex_);
  ResidencyStatus status{.resident = model_ != nullptr, .active_operations = active_, .keep_alive = keep_alive_, .releases_in = {}};
  if (status.resident && active_ == 0 && keep_alive_.grace) {
    const auto left = std::chrono::ceil<std::chrono::seconds>(idle_since_ + *keep_alive_.grace - clock_.steady());
    status.releases_in = std::max(left, std::chrono::seconds(0));
  }
  return status;
}

bool Residency::is_due() const {
  return model_ != nullptr && active_ == 0 && keep_alive_.grace && clock_.steady() >= idle_since_ + *keep_alive_.grace;
}

std::shared_ptr<void> Residency::take_model() { return std::exchange(model_, nullptr); }

void Residency::watch(const std::stop_token& stop) {
  Lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (is_due()) {
      std::shared_ptr<void> released = take_model();
      lock.unlock();
      released.reset();
      lock.lock();
      continue;
    }
    if (model_ == nullptr || active_ > 0) {
      changed_.wait(lock, stop, [&] { return model_ != nullptr && active_ == 0; });
    } else {
      changed_.wait_for(lock, stop, idle_since_ + *keep_alive_.grace - clock_.steady(), [&] { return active_ > 0 || model_ == nullptr; });
    }
  }
}

}  // namespace grove::inference
