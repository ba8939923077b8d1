#include <cmath>

#include "inference/testing/qwen3_weights.h"

namespace grove::inference {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;  // one row a token

const TestTensor& tensor(const Qwen3Weights& weights, const std::string& name) { return weights.tensors.at(name + ".weight"); }

double at(const TestTensor& tensor, std::size_t row, std::size_t column) {
  return static_cast<double>(tensor.numbers[row * tensor.columns + column]);
}

Vector linear(const TestTensor& weight, const Vector& in) {
  Vector out(weight.rows);
  for (std::size_t row = 0; row < weight.rows; ++row) {
    for (std::size_t j = 0; j < in.size(); ++j) out[row] += at(weight, row, j) * in[j];
  }
  return out;
}

/// Root mean square norm of `[begin, begin + size)`.
void scale(const TestTensor& weight, Vector& vector, std::size_t begin, std::size_t size) {
  double squares = 0;
  for (std::size_t j = begin; j < begin + size; ++j) squares += vector[j] * vector[j] / static_cast<double>(size);
  for (std::size_t j = 0; j < size; ++j) vector[begin + j] *= at(weight, 0, j) / std::sqrt(squares + 1e-6);
}

/// Rotary positions: component j turns with component j + half of the same head.
void rotate(Vector& vector, std::size_t begin, std::size_t size, std::size_t position) {
  const std::size_t half = size / 2;
  for (std::size_t j = 0; j < half; ++j) {
    const double angle = static_cast<double>(position) * std::pow(10'000.0, -2.0 * static_cast<double>(j) / static_cast<double>(size));
    const double x = vector[begin + j];
    const double y = vector[begin + j + half];
    vector[begin + j] = x * std::cos(angle) - y * std::sin(angle);
    vector[begin + j + half] = x * std::sin(angle) + y * std::cos(angle);
  }
}

Matrix heads_of(const Qwen3Weights& weights, const std::string& block, const char* which, const Matrix& in) {
  Matrix out;
  for (std::size_t t = 0; t < in.size(); ++t) {
    Vector vector = linear(tensor(weights, block + which), in[t]);
    for (std::size_t begin = 0; begin < vector.size(); begin += weights.head_size) {
      scale(tensor(weights, block + which + "_norm"), vector, begin, weights.head_size);
      rotate(vector, begin, weights.head_size, t);
    }
    out.push_back(std::move(vector));
  }
  return out;
}

/// Each token looks at itself and at those before it.
Matrix attend(const Qwen3Weights& weights, const std::string& block, const Matrix& in) {
  const Matrix query = heads_of(weights, block, "attn_q", in);
  const Matrix key = heads_of(weights, block, "attn_k", in);
  Matrix value;
  for (const Vector& row : in) value.push_back(linear(tensor(weights, block + "attn_v"), row));
  const std::size_t size = weights.head_size;
  Matrix out;
  for (std::size_t t = 0; t < in.size(); ++t) {
    Vector joined(weights.heads * size);
    for (std::size_t head = 0; head < weights.heads; ++head) {
      const std::size_t shared = head / (weights.heads / weights.shared_heads);
      Vector share(t + 1);
      double total = 0;
      for (std::size_t u = 0; u <= t; ++u) {
        double dot = 0;
        for (std::size_t j = 0; j < size; ++j) dot += query[t][head * size + j] * key[u][shared * size + j];
        total += share[u] = std::exp(dot / std::sqrt(static_cast<double>(size)));
      }
      for (std::size_t u = 0; u <= t; ++u) {
        for (std::size_t j = 0; j < size; ++j) joined[head * size + j] += share[u] / total * value[u][shared * size + j];
      }
    }
    out.push_back(linear(tensor(weights, block + "attn_output"), joined));
  }
  return out;
}

void add(Vector& to, const Vector& more) {
  for (std::size_t j = 0; j < to.size(); ++j) to[j] += more[j];
}

Matrix normalised(const TestTensor& weight, Matrix rows) {
  for (Vector& row : rows) scale(weight, row, 0, row.size());
  return rows;
}

}  // namespace

std::vector<double> plain_qwen3_last(const Qwen3Weights& weights, std::span<const std::int32_t> tokens) {
  Matrix state;
  for (const std::int32_t token : tokens) {
    Vector row(weights.dimensions);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = at(tensor(weights, "token_embd"), static_cast<std::size_t>(token), j);
    state.push_back(std::move(row));
  }
  for (std::size_t layer = 0; layer < weights.layers; ++layer) {
    const std::string block = "blk." + std::to_string(layer) + ".";
    const Matrix seen = attend(weights, block, normalised(tensor(weights, block + "attn_norm"), state));
    for (std::size_t t = 0; t < state.size(); ++t) add(state[t], seen[t]);
    const Matrix inner = normalised(tensor(weights, block + "ffn_norm"), state);
    for (std::size_t t = 0; t < state.size(); ++t) {
      Vector gate = linear(tensor(weights, block + "ffn_gate"), inner[t]);
      const Vector up = linear(tensor(weights, block + "ffn_up"), inner[t]);
      for (std::size_t j = 0; j < gate.size(); ++j) gate[j] = gate[j] / (1 + std::exp(-gate[j])) * up[j];
      add(state[t], linear(tensor(weights, block + "ffn_down"), gate));
    }
  }
  return normalised(tensor(weights, "output_norm"), {state.back()})[0];
}

double plain_qwen3_score(const Qwen3Weights& weights, std::span<const std::int32_t> tokens) {
  const Vector scores = linear(tensor(weights, "cls.output"), plain_qwen3_last(weights, tokens));
  return 1 / (1 + std::exp(scores[1] - scores[0]));
}

}  // namespace grove::inference
