#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "base/result.h"
#include "rdf/triple_store.h"

namespace grove::serve {

/// The knowledge graph that is served, opened when somebody first asks for it. Thread-safe.
class GraphAccess {
 public:
  using Store = std::shared_ptr<rdf::TripleStore>;
  explicit GraphAccess(std::function<Result<Store>()> open) : open_(std::move(open)) {}

  /// What opening it came to; where it failed, the next one tries again.
  Result<Store> store() {
    const std::lock_guard lock(mutex_);
    if (!store_) {
      GROVE_ASSIGN_OR_RETURN(store_, open_());
    }
    return store_;
  }

 private:
  std::function<Result<Store>()> open_;
  std::mutex mutex_;
  Store store_;
};

}  // namespace grove::serve
