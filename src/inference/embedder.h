#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"

namespace grove::inference {

/// Which vectors a model makes: written beside them, compared before they are used.
struct EmbedderInfo {
  std::string provider;  ///< "static", "llama.cpp", "ollama", "openai", "gemini", "voyage"
  std::string model;
  std::uint32_t dimensions = 0;
  std::string fingerprint;  ///< Changes whenever the same text would give another vector (weights, template, version).
};

/// A unit to embed. The model decides how to lay it out (scope header, path words).
struct Passage {
  std::string_view repository = {};
  std::string_view path = {};
  std::string_view scope = {};    ///< Qualified name.
  std::string_view imports = {};  ///< Joined by ", "; may be cut.
  std::string_view doc = {};
  std::string_view code = {};
};

/// Turns texts into normalised vectors. Thread-safe. Empty text gives a zero vector.
class Embedder {
 public:
  virtual ~Embedder() = default;
  virtual const EmbedderInfo& info() const = 0;
  /// `out` has queries × dimensions floats.
  virtual Status embed_query(std::string_view query, std::span<float> out, const CancelToken& cancel) = 0;
  /// `out` has passages × dimensions floats. All or nothing.
  virtual Status embed_passages(std::span<const Passage> passages, std::span<float> out, const CancelToken& cancel) = 0;
  /// So fast that vectors are made while files are read, not afterwards.
  virtual bool is_immediate() const = 0;
  /// How many passages are best given in one call where there are that many: what a request to a server holds. 1 where it doesn't matter.
  virtual std::size_t passages_at_once() const { return 1; }
};

}  // namespace grove::inference
