#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "inference/embedder.h"
#include "model/facts.h"

namespace grove::ingest {

/// One file's units as passages to embed. Views point into the text, the facts and this object. One thread at a time.
class Passages {
 public:
  /// Everything is borrowed.
  struct Origin {
    std::string_view repository;
    std::string_view path;
    const Facts& facts;
    std::string_view text;
  };
  explicit Passages(const Origin& origin);

  const std::vector<inference::Passage>& all() const { return passages_; }

 private:
  std::string imports_;
  std::vector<std::string> joined_;  // texts of units that consist of several pieces
  std::vector<inference::Passage> passages_;
};

/// Vectors of passages as rows of int8, in their order. An error where the embedder fails.
Result<std::vector<std::int8_t>> embed_passages(std::span<const inference::Passage> passages, inference::Embedder& embedder,
                                                const CancelToken& cancel);

}  // namespace grove::ingest
