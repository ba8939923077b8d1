#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/facts.h"

namespace grove::corpus {

/// Turns facts into blobs (docs/formats/facts.md) and keeps its memory from file to file. One thread at a time.
class FactsEncoder {
 public:
  FactsEncoder();
  ~FactsEncoder();
  std::string encode(const Facts& facts);

 private:
  struct Compressor;
  std::unique_ptr<Compressor> compressor_;
};

/// Turns blobs into facts. One thread at a time.
class FactsDecoder {
 public:
  FactsDecoder();
  ~FactsDecoder();
  /// kCorrupt unless the blob is one that an encoder made: every id, index and range of the result lies within bounds.
  Result<Facts> decode(std::string_view blob);

 private:
  struct Decompressor;
  std::unique_ptr<Decompressor> decompressor_;
};

}  // namespace grove::corpus
