#pragma once

#include <vector>

#include "model/facts.h"

namespace grove::syntax {

/// The names that are local where the walk stands. Scopes nest: `leave(mark)` forgets what was declared since `mark`.
class Locals {
 public:
  void reset() {
    log_.clear();
    depth_.clear();
  }
  std::size_t mark() const { return log_.size(); }
  void declare(StringId name) {
    if (name >= depth_.size()) depth_.resize(name + 64U, 0);
    ++depth_[name];
    log_.push_back(name);
  }
  bool contains(StringId name) const { return name < depth_.size() && depth_[name] > 0; }
  void leave(std::size_t mark) {
    for (; log_.size() > mark; log_.pop_back()) --depth_[log_.back()];
  }

 private:
  std::vector<StringId> log_;
  std::vector<std::uint32_t> depth_;  // by StringId: how often it is declared at present
};

}  // namespace grove::syntax
