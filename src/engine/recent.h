#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <utility>

namespace grove::engine {

/// What was asked for not long ago, by key: at most so many values, and of so much weight together; the last one is always kept. Not
/// thread-safe.
template <class Key, class Value>
class Recent {
 public:
  struct Limits {
    std::size_t values = 0;
    std::size_t weight = 0;
  };
  explicit Recent(const Limits& limits) : limits_(limits) {}

  /// Null where it isn't kept. Valid until the next call.
  const Value* find(const Key& key) {
    const auto found = std::ranges::find(kept_, key, &Kept::key);
    if (found == kept_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, found);
    return &kept_.front().value;
  }

  void keep(Key key, Value value, std::size_t weight) {
    std::erase_if(kept_, [&](const Kept& one) { return one.key == key; });
    kept_.push_front({.key = std::move(key), .value = std::move(value), .weight = weight});
    std::size_t values = 0, together = 0;
    std::erase_if(kept_, [&](const Kept& one) {
      ++values;
      together += one.weight;
      return values > 1 && (values > limits_.values || together > limits_.weight);
    });
  }

  /// Those whose key is to go.
  template <class Gone>
  void drop_if(Gone gone) {
    std::erase_if(kept_, [&](const Kept& one) { return gone(one.key); });
  }

 private:
  struct Kept {
    Key key;
    Value value;
    std::size_t weight = 0;
  };

  Limits limits_;
  std::list<Kept> kept_;  // asked for last first
};

}  // namespace grove::engine
