#include <cmath>
#include <numbers>

#include "inference/testing/bert_weights.h"

namespace grove::inference {
namespace {

using Matrix = std::vector<std::vector<double>>;  // one row a token

const TestTensor& tensor(const BertWeights& weights, const std::string& name) { return weights.tensors.at(name); }

double at(const TestTensor& tensor, std::size_t row, std::size_t column) {
  return static_cast<double>(tensor.numbers[row * tensor.columns + column]);
}

Matrix linear(const BertWeights& weights, const std::string& name, const Matrix& in) {
  const TestTensor& weight = tensor(weights, name + ".weight");
  const TestTensor& bias = tensor(weights, name + ".bias");
  Matrix out(in.size(), std::vector<double>(weight.rows));
  for (std::size_t t = 0; t < in.size(); ++t) {
    for (std::size_t row = 0; row < weight.rows; ++row) {
      double sum = static_cast<double>(bias.numbers[row]);
      for (std::size_t j = 0; j < weight.columns; ++j) sum += at(weight, row, j) * in[t][j];
      out[t][row] = sum;
    }
  }
  return out;
}

void normalise_rows(const BertWeights& weights, const std::string& name, Matrix& rows) {
  constexpr double kEpsilon = 1e-12;
  for (auto& row : rows) {
    double mean = 0;
    for (const double value : row) mean += value / static_cast<double>(row.size());
    double variance = 0;
    for (const double value : row) variance += (value - mean) * (value - mean) / static_cast<double>(row.size());
    for (std::size_t j = 0; j < row.size(); ++j) {
      row[j] = (row[j] - mean) / std::sqrt(variance + kEpsilon) * at(tensor(weights, name + ".weight"), 0, j) +
               at(tensor(weights, name + ".bias"), 0, j);
    }
  }
}

void add(Matrix& to, const Matrix& more) {
  for (std::size_t t = 0; t < to.size(); ++t) {
    for (std::size_t j = 0; j < to[t].size(); ++j) to[t][j] += more[t][j];
  }
}

double gelu(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x))); }

Matrix attend(const BertWeights& weights, const std::string& block, const Matrix& in) {
  const Matrix query = linear(weights, block + "attn_q", in);
  const Matrix key = linear(weights, block + "attn_k", in);
  const Matrix value = linear(weights, block + "attn_v", in);
  const std::size_t size = weights.dimensions / weights.heads;
  Matrix out(in.size(), std::vector<double>(weights.dimensions));
  for (std::size_t begin = 0; begin < weights.dimensions; begin += size) {
    for (std::size_t t = 0; t < in.size(); ++t) {
      std::vector<double> share(in.size());
      double total = 0;
      for (std::size_t u = 0; u < in.size(); ++u) {
        double dot = 0;
        for (std::size_t j = begin; j < begin + size; ++j) dot += query[t][j] * key[u][j];
        total += share[u] = std::exp(dot / std::sqrt(static_cast<double>(size)));
      }
      for (std::size_t u = 0; u < in.size(); ++u) {
        for (std::size_t j = begin; j < begin + size; ++j) out[t][j] += share[u] / total * value[u][j];
      }
    }
  }
  return linear(weights, block + "attn_output", out);
}

Matrix last_layer(const BertWeights& weights, std::span<const std::int32_t> tokens) {
  Matrix state(tokens.size(), std::vector<double>(weights.dimensions));
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    for (std::size_t j = 0; j < weights.dimensions; ++j) {
      state[t][j] = at(tensor(weights, "token_embd.weight"), static_cast<std::size_t>(tokens[t]), j) +
                    at(tensor(weights, "token_types.weight"), 0, j) + at(tensor(weights, "position_embd.weight"), t, j);
    }
  }
  normalise_rows(weights, "token_embd_norm", state);
  for (std::size_t layer = 0; layer < weights.layers; ++layer) {
    const std::string block = "blk." + std::to_string(layer) + ".";
    add(state, attend(weights, block, state));
    normalise_rows(weights, block + "attn_output_norm", state);
    Matrix inner = linear(weights, block + "ffn_up", state);
    for (auto& row : inner) {
      for (double& value : row) value = gelu(value);
    }
    add(state, linear(weights, block + "ffn_down", inner));
    normalise_rows(weights, block + "layer_output_norm", state);
  }
  return state;
}

}  // namespace

std::vector<double> plain_bert_mean(const BertWeights& weights, std::span<const std::int32_t> tokens) {
  const Matrix state = last_layer(weights, tokens);
  std::vector<double> mean(weights.dimensions);
  for (const auto& row : state) {
    for (std::size_t j = 0; j < row.size(); ++j) mean[j] += row[j] / static_cast<double>(state.size());
  }
  return mean;
}

double plain_bert_score(const BertWeights& weights, std::span<const std::int32_t> tokens) {
  Matrix first = {last_layer(weights, tokens)[0]};
  first = linear(weights, "cls", first);
  for (double& value : first[0]) value = std::tanh(value);
  return 1 / (1 + std::exp(-linear(weights, "cls.output", first)[0][0]));
}

}  // namespace grove::inference
