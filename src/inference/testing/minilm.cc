#include "inference/testing/minilm.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "base/bytes.h"
#include "base/file.h"
#include "base/text.h"

namespace grove::inference {
namespace {

using nlohmann::json;

/// "encoder.layer.3.attention.self.query.bias" → "blk.3.attn_q.bias"; empty for what llama.cpp has no use for.
std::string name_in_gguf(std::string name) {
  constexpr std::pair<const char*, const char*> kNames[] = {{"embeddings.word_embeddings", "token_embd"},
                                                            {"embeddings.token_type_embeddings", "token_types"},
                                                            {"embeddings.position_embeddings", "position_embd"},
                                                            {"embeddings.LayerNorm", "token_embd_norm"},
                                                            {"encoder.layer.", "blk."},
                                                            {"attention.self.query", "attn_q"},
                                                            {"attention.self.key", "attn_k"},
                                                            {"attention.self.value", "attn_v"},
                                                            {"attention.output.dense", "attn_output"},
                                                            {"attention.output.LayerNorm", "attn_output_norm"},
                                                            {"intermediate.dense", "ffn_up"},
                                                            {"output.dense", "ffn_down"},
                                                            {"output.LayerNorm", "layer_output_norm"}};
  if (name.starts_with("pooler") || name.contains("position_ids")) return {};
  for (const auto& [from, to] : kNames) name = replace_all(std::move(name), from, to);
  return name;
}

Result<TestTensor> read_tensor(const json& entry, std::string_view data) {
  if (entry["dtype"] != "F32") return fail(ErrorCode::kInvalidArgument, "weights are not 32-bit numbers");
  const json& shape = entry["shape"];
  TestTensor tensor;
  tensor.columns = shape.back();
  tensor.rows = shape.size() == 2 ? shape.front().get<std::size_t>() : 1;
  tensor.numbers.resize(tensor.rows * tensor.columns);
  const std::string_view bytes = data.substr(entry["data_offsets"][0]);
  if (bytes.size() < tensor.numbers.size() * sizeof(float)) return fail(ErrorCode::kCorrupt, "weights are cut off");
  std::memcpy(tensor.numbers.data(), bytes.data(), tensor.numbers.size() * sizeof(float));
  return tensor;
}

}  // namespace

Result<BertWeights> read_bert_folder(const std::string& folder, std::size_t heads) {
  GROVE_ASSIGN_OR_RETURN(const std::string file, read_file(folder + "/model.safetensors"));
  GROVE_ASSIGN_OR_RETURN(const std::string vocabulary, read_file(folder + "/vocab.txt"));
  ByteReader reader(file);
  const json entries = json::parse(reader.raw(reader.fixed<std::uint64_t>()));
  const std::string_view data = reader.raw(reader.remaining());
  BertWeights weights;
  weights.heads = heads;
  for (const auto& [name, entry] : entries.items()) {
    const std::string ours = name == "__metadata__" ? "" : name_in_gguf(name);
    if (ours.empty()) continue;
    GROVE_ASSIGN_OR_RETURN(weights.tensors[ours], read_tensor(entry, data));
  }
  for (const std::string_view line : split(trim(vocabulary), '\n')) weights.vocabulary.emplace_back(line);
  weights.dimensions = weights.tensors.at("token_embd.weight").columns;
  weights.context = weights.tensors.at("position_embd.weight").rows;
  weights.hidden = weights.tensors.at("blk.0.ffn_up.weight").rows;
  while (weights.tensors.contains("blk." + std::to_string(weights.layers) + ".ffn_up.weight")) ++weights.layers;
  return weights;
}

}  // namespace grove::inference
