#include "inference/testing/bert_weights.h"

#include <cmath>
#include <random>

#include "inference/testing/gguf_writer.h"

namespace grove::inference {
namespace {

constexpr std::string_view kSpace = "\xe2\x96\x81";  // U+2581 begins a word in GGUF vocabularies

std::vector<std::string> small_vocabulary() {
  std::vector<std::string> vocabulary = {"[PAD]", "[UNK]", "[CLS]", "[SEP]"};
  for (const char* word :
       {"parse", "open", "file", "socket", "token", "read", "write", "the", "of", "int", "return", "##er", "##ing", "##s"}) {
    vocabulary.emplace_back(word);
  }
  for (const char letter : std::string_view("abcdefghijklmnopqrstuvwxyz0123456789")) {
    vocabulary.push_back(std::string(1, letter));
    if (letter != 's') vocabulary.push_back("##" + std::string(1, letter));
  }
  for (const char mark : std::string_view("(){};/[]|:.,?")) vocabulary.push_back(std::string(1, mark));
  return vocabulary;
}

class RandomTensors {
 public:
  RandomTensors(BertWeights& weights, unsigned seed) : weights_(weights), random_(seed) {}
  void add(const std::string& name, std::size_t rows, std::size_t columns, double spread, double middle = 0) {
    TestTensor tensor{.rows = rows, .columns = columns, .numbers = std::vector<float>(rows * columns)};
    std::normal_distribution<double> number(middle, spread);
    for (float& value : tensor.numbers) value = static_cast<float>(number(random_));
    weights_.tensors[name] = std::move(tensor);
  }
  void linear(const std::string& name, std::size_t rows, std::size_t columns) {
    add(name + ".weight", rows, columns, 1 / std::sqrt(static_cast<double>(columns)));
    add(name + ".bias", 1, rows, 0.1);
  }
  void norm(const std::string& name) {
    add(name + ".weight", 1, weights_.dimensions, 0.1, 1);
    add(name + ".bias", 1, weights_.dimensions, 0.1);
  }

 private:
  BertWeights& weights_;
  std::mt19937 random_;
};

void write_body(GgufWriter& writer, const BertWeights& weights, const std::map<std::string, std::uint32_t>& overrides) {
  std::map<std::string, std::uint32_t> numbers = {
      {"bert.context_length", weights.context},     {"bert.embedding_length", weights.dimensions},
      {"bert.feed_forward_length", weights.hidden}, {"bert.block_count", weights.layers},
      {"bert.attention.head_count", weights.heads}, {"general.file_type", 0},
      {"tokenizer.ggml.token_type_count", 2},       {"bert.pooling_type", 1}};
  for (const auto& [key, value] : overrides) numbers[key] = value;
  for (const auto& [key, value] : numbers) writer.number(key, value);
  writer.real("bert.attention.layer_norm_epsilon", 1e-12F);
  writer.boolean("bert.attention.causal", 0);
}

void write_tensors(GgufWriter& writer, const BertWeights& weights, bool with_classifier) {
  for (const auto& [name, tensor] : weights.tensors) {
    if (with_classifier || !name.starts_with("cls")) writer.tensor(name, tensor.rows, tensor.columns, tensor.numbers);
  }
}

}  // namespace

BertWeights random_bert(unsigned seed) {
  BertWeights weights{
      .dimensions = 32, .hidden = 64, .layers = 2, .heads = 4, .context = 48, .vocabulary = small_vocabulary(), .tensors = {}};
  RandomTensors tensors(weights, seed);
  tensors.add("token_embd.weight", weights.vocabulary.size(), weights.dimensions, 1);
  tensors.add("token_types.weight", 2, weights.dimensions, 0.3);
  tensors.add("position_embd.weight", weights.context, weights.dimensions, 0.3);
  tensors.norm("token_embd_norm");
  for (std::size_t layer = 0; layer < weights.layers; ++layer) {
    const std::string block = "blk." + std::to_string(layer) + ".";
    for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_output"})
      tensors.linear(block + name, weights.dimensions, weights.dimensions);
    tensors.linear(block + "ffn_up", weights.hidden, weights.dimensions);
    tensors.linear(block + "ffn_down", weights.dimensions, weights.hidden);
    tensors.norm(block + "attn_output_norm");
    tensors.norm(block + "layer_output_norm");
  }
  tensors.linear("cls", weights.dimensions, weights.dimensions);
  tensors.linear("cls.output", 1, weights.dimensions);
  return weights;
}

std::string bert_gguf(const BertWeights& weights, const std::map<std::string, std::uint32_t>& overrides) {
  GgufWriter writer;
  writer.text("general.architecture", "bert");
  writer.text("general.name", "tiny");
  write_body(writer, weights, overrides);
  std::vector<std::string> tokens;
  std::vector<std::int32_t> types;
  for (const std::string& token : weights.vocabulary) {
    const bool is_special = token.starts_with("[") && token.size() > 2;
    types.push_back(is_special ? 3 : 1);
    tokens.push_back(is_special ? token : token.starts_with("##") ? token.substr(2) : std::string(kSpace) + token);
    for (const auto& [name, key] :
         std::map<std::string, std::string>{{"[PAD]", "padding"}, {"[UNK]", "unknown"}, {"[CLS]", "bos"}, {"[SEP]", "seperator"}}) {
      if (token == name) writer.number("tokenizer.ggml." + key + "_token_id", static_cast<std::uint32_t>(tokens.size() - 1));
    }
  }
  writer.text("tokenizer.ggml.model", "bert");
  writer.texts("tokenizer.ggml.tokens", tokens);
  writer.integers("tokenizer.ggml.token_type", types);
  write_tensors(writer, weights, false);
  return writer.bytes();
}

std::string reranker_gguf(const BertWeights& weights) {
  GgufWriter writer;
  writer.text("general.architecture", "bert");
  write_body(writer, weights, {{"bert.pooling_type", 4}});
  std::vector<std::string> tokens = {"<s>", "<pad>", "</s>", "<unk>"};
  std::vector<std::int32_t> types = {3, 3, 3, 2};
  while (tokens.size() < weights.vocabulary.size()) {
    const std::string& word = weights.vocabulary[tokens.size()];
    tokens.push_back(word.starts_with("##") ? word.substr(2) : std::string(kSpace) + word);
    types.push_back(1);
  }
  writer.text("tokenizer.ggml.model", "t5");
  writer.texts("tokenizer.ggml.tokens", tokens);
  writer.integers("tokenizer.ggml.token_type", types);
  writer.reals("tokenizer.ggml.scores", std::vector<float>(tokens.size(), -1));
  for (const auto& [key, id] :
       std::map<std::string, std::uint32_t>{{"bos", 0}, {"eos", 2}, {"unknown", 3}, {"seperator", 2}, {"padding", 1}}) {
    writer.number("tokenizer.ggml." + key + "_token_id", id);
  }
  for (const char* mark : {"bos", "eos", "sep"}) writer.boolean(std::string("tokenizer.ggml.add_") + mark + "_token", 1);
  writer.texts("bert.classifier.output_labels", {"relevance"});
  write_tensors(writer, weights, true);
  return writer.bytes();
}

}  // namespace grove::inference
