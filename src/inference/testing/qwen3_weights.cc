#include "inference/testing/qwen3_weights.h"

#include <cmath>
#include <random>

#include "base/utf8.h"
#include "inference/testing/gguf_writer.h"

namespace grove::inference {
namespace {

/// The character that stands for a byte in GPT-2's vocabularies.
std::string symbol_of(unsigned byte) {
  const auto is_itself = [](unsigned b) { return (b >= '!' && b <= '~') || (b >= 0xA1 && b <= 0xAC) || (b >= 0xAE && b <= 0xFF); };
  char32_t code_point = byte;
  if (!is_itself(byte)) {
    code_point = 256;
    for (unsigned b = 0; b < byte; ++b) code_point += is_itself(b) ? 0 : 1;
  }
  std::string symbol;
  append_utf8(symbol, code_point);
  return symbol;
}

const std::vector<std::string>& marks() {
  static const std::vector<std::string> marks = {"<|endoftext|>", "<|im_start|>", "<|im_end|>"};
  return marks;
}

constexpr std::size_t kBytes = 256;

void write_model(GgufWriter& writer, const Qwen3Weights& weights, std::map<std::string, std::uint32_t> numbers) {
  numbers.insert({{"qwen3.context_length", weights.context},
                  {"qwen3.embedding_length", weights.dimensions},
                  {"qwen3.feed_forward_length", weights.hidden},
                  {"qwen3.block_count", weights.layers},
                  {"qwen3.attention.head_count", weights.heads},
                  {"qwen3.attention.head_count_kv", weights.shared_heads},
                  {"qwen3.attention.key_length", weights.head_size},
                  {"qwen3.attention.value_length", weights.head_size},
                  {"tokenizer.ggml.bos_token_id", kBytes + 1},
                  {"tokenizer.ggml.eos_token_id", kBytes},
                  {"tokenizer.ggml.padding_token_id", kBytes}});
  writer.text("general.architecture", "qwen3");
  for (const auto& [key, value] : numbers) writer.number(key, value);
  writer.real("qwen3.attention.layer_norm_rms_epsilon", 1e-6F);
  writer.real("qwen3.rope.freq_base", 10'000);
  std::vector<std::string> tokens;
  for (unsigned byte = 0; byte < kBytes; ++byte) tokens.push_back(symbol_of(byte));
  tokens.insert(tokens.end(), marks().begin(), marks().end());
  std::vector<std::int32_t> types(tokens.size(), 1);
  std::fill(types.begin() + static_cast<std::ptrdiff_t>(kBytes), types.end(), 3);
  writer.text("tokenizer.ggml.model", "gpt2");
  writer.text("tokenizer.ggml.pre", "qwen2");
  writer.texts("tokenizer.ggml.tokens", tokens);
  writer.integers("tokenizer.ggml.token_type", types);
  writer.texts("tokenizer.ggml.merges", {symbol_of('z') + " " + symbol_of('z')});
  writer.boolean("tokenizer.ggml.add_bos_token", 0);
}

void write_tensors(GgufWriter& writer, const Qwen3Weights& weights, bool with_classifier) {
  for (const auto& [name, tensor] : weights.tensors) {
    if (with_classifier || !name.starts_with("cls")) writer.tensor(name, tensor.rows, tensor.columns, tensor.numbers);
  }
}

}  // namespace

Qwen3Weights random_qwen3(unsigned seed) {
  Qwen3Weights weights;
  std::mt19937 random(seed);
  const auto add = [&](const std::string& name, std::size_t rows, std::size_t columns, double spread, double middle = 0) {
    TestTensor tensor{.rows = rows, .columns = columns, .numbers = std::vector<float>(rows * columns)};
    std::normal_distribution<double> number(middle, spread);
    for (float& value : tensor.numbers) value = static_cast<float>(number(random));
    weights.tensors[name + ".weight"] = std::move(tensor);
  };
  const auto linear = [&](const std::string& name, std::size_t rows, std::size_t columns) {
    add(name, rows, columns, 1 / std::sqrt(static_cast<double>(columns)));
  };
  add("token_embd", kBytes + marks().size(), weights.dimensions, 1);
  add("output_norm", 1, weights.dimensions, 0.1, 1);
  for (std::size_t layer = 0; layer < weights.layers; ++layer) {
    const std::string block = "blk." + std::to_string(layer) + ".";
    add(block + "attn_norm", 1, weights.dimensions, 0.1, 1);
    add(block + "ffn_norm", 1, weights.dimensions, 0.1, 1);
    add(block + "attn_q_norm", 1, weights.head_size, 0.1, 1);
    add(block + "attn_k_norm", 1, weights.head_size, 0.1, 1);
    linear(block + "attn_q", weights.heads * weights.head_size, weights.dimensions);
    linear(block + "attn_k", weights.shared_heads * weights.head_size, weights.dimensions);
    linear(block + "attn_v", weights.shared_heads * weights.head_size, weights.dimensions);
    linear(block + "attn_output", weights.dimensions, weights.heads * weights.head_size);
    linear(block + "ffn_gate", weights.hidden, weights.dimensions);
    linear(block + "ffn_up", weights.hidden, weights.dimensions);
    linear(block + "ffn_down", weights.dimensions, weights.hidden);
  }
  linear("cls.output", 2, weights.dimensions);
  return weights;
}

std::string qwen3_gguf(const Qwen3Weights& weights, const std::map<std::string, std::uint32_t>& overrides) {
  GgufWriter writer;
  std::map<std::string, std::uint32_t> numbers = overrides;
  numbers.insert({"qwen3.pooling_type", 3});
  write_model(writer, weights, numbers);
  writer.boolean("tokenizer.ggml.add_eos_token", 1);
  write_tensors(writer, weights, false);
  return writer.bytes();
}

std::string qwen3_reranker_gguf(const Qwen3Weights& weights, const std::string& rerank_template) {
  GgufWriter writer;
  write_model(writer, weights, {{"qwen3.pooling_type", 4}});
  writer.text("tokenizer.chat_template.rerank", rerank_template);
  writer.texts("qwen3.classifier.output_labels", {"yes", "no"});
  write_tensors(writer, weights, true);
  return writer.bytes();
}

}  // namespace grove::inference
