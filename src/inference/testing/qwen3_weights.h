#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "inference/testing/bert_weights.h"

namespace grove::inference {

/// A tiny decoder of the Qwen3 family with random weights, a token for each byte and a few more; tensors have llama.cpp's names.
struct Qwen3Weights {
  std::size_t dimensions = 32;
  std::size_t hidden = 48;
  std::size_t layers = 2;
  std::size_t heads = 4;
  std::size_t shared_heads = 2;  ///< Of keys and values.
  std::size_t head_size = 16;
  std::size_t context = 400;
  std::map<std::string, TestTensor> tensors = {};
};

Qwen3Weights random_qwen3(unsigned seed);

/// The last token's output after the final norm, in double precision in the simplest way.
std::vector<double> plain_qwen3_last(const Qwen3Weights& weights, std::span<const std::int32_t> tokens);
/// The share of "yes" between the two scores (cls.output) of that output.
double plain_qwen3_score(const Qwen3Weights& weights, std::span<const std::int32_t> tokens);

/// As an embedding model, which ends a text with its end mark; `overrides` replaces or adds numbers of its metadata.
std::string qwen3_gguf(const Qwen3Weights& weights, const std::map<std::string, std::uint32_t>& overrides = {});
/// As a reranker with this template for pairs.
std::string qwen3_reranker_gguf(const Qwen3Weights& weights, const std::string& rerank_template);

}  // namespace grove::inference
