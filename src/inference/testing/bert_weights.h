#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grove::inference {

/// Numbers of a tensor; `rows` of `columns` each.
struct TestTensor {
  std::size_t rows = 1;
  std::size_t columns = 0;
  std::vector<float> numbers;
};

/// A BERT model in memory, as small or as real as a test wants it; tensors have the names that llama.cpp gives them.
struct BertWeights {
  std::size_t dimensions = 0;
  std::size_t hidden = 0;  ///< Of the feed-forward layers.
  std::size_t layers = 0;
  std::size_t heads = 0;
  std::size_t context = 0;
  std::vector<std::string> vocabulary;  ///< As in vocab.txt: `##` continues a word.
  std::map<std::string, TestTensor> tensors;
};

/// A model with random weights over a vocabulary of small words, letters and "[PAD] [UNK] [CLS] [SEP]". `seed` chooses the weights.
BertWeights random_bert(unsigned seed);

/// The mean of the last layer's outputs, or the first of them, computed in double precision in the simplest way.
std::vector<double> plain_bert_mean(const BertWeights& weights, std::span<const std::int32_t> tokens);
/// What a classification head (cls, cls.output) makes of the first output, after the logistic function.
double plain_bert_score(const BertWeights& weights, std::span<const std::int32_t> tokens);

/// The model as a GGUF file of 32-bit numbers with the tokenizer of BERT; `overrides` replaces or adds numbers of its metadata.
std::string bert_gguf(const BertWeights& weights, const std::map<std::string, std::uint32_t>& overrides = {});
/// The same with a classification head and a tokenizer like that of XLM-R (unigrams; begin 0, end and separator 2).
std::string reranker_gguf(const BertWeights& weights);

}  // namespace grove::inference
