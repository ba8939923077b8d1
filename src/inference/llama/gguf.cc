#include "inference/llama/gguf.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/hash.h"
#include "inference/llama/gguf_reader.h"

namespace grove::inference {
namespace {

struct Architecture {
  std::string_view name;
  bool causal;  // where the file doesn't say
};

// Those that cmake/Llama.cmake compiles.
constexpr std::array kArchitectures = {
    Architecture{"bert", false},       Architecture{"jina-bert-v2", false}, Architecture{"jina-bert-v3", false},
    Architecture{"nomic-bert", false}, Architecture{"modern-bert", false},  Architecture{"gemma-embedding", false},
    Architecture{"qwen2", true},       Architecture{"qwen3", true},         Architecture{"llama", true},
};

constexpr std::uint64_t kMaxDimensions = 1U << 14U;
constexpr std::uint64_t kMaxLayers = 256;
constexpr std::uint64_t kMaxContext = 1U << 24U;
constexpr std::uint64_t kMaxExperts = 256;
constexpr std::uint64_t kMaxVocabulary = 1U << 22U;

// Of ggml's types of tensors.
constexpr std::uint32_t kTypeF32 = 0;
constexpr std::uint32_t kTypeF16 = 1;
constexpr std::uint32_t kTypeQ8Step = 9;    // between operations only
constexpr std::uint32_t kTypeQ8KStep = 15;  // likewise
constexpr std::uint32_t kTypeFirstInteger = 24;
constexpr std::uint32_t kTypeF64 = 28;
constexpr std::uint32_t kTypeBf16 = 30;

std::unexpected<Error> unusable(const std::string& what) {
  return fail(ErrorCode::kInvalidArgument, what, "choose another model, or another conversion of it");
}

/// A number the model cannot do without.
Result<std::uint32_t> need(const GgufContent& content, const std::string& key, std::uint64_t most) {
  const auto value = content.number(key, 1, most);
  if (!value) return fail(ErrorCode::kCorrupt, "its key \"" + key + "\" is missing or absurd");
  return static_cast<std::uint32_t>(*value);
}

// llama.cpp ends the process where one of the following doesn't hold; it must not come that far.

Status check_heads(const GgufContent& content, const std::string& prefix, const GgufModel& model) {
  const auto key_length = content.number(prefix + "attention.key_length", 1, kMaxDimensions);
  if (!key_length && model.dimensions % model.heads != 0) {
    return fail(ErrorCode::kCorrupt, "its " + std::to_string(model.heads) + " heads do not divide its dimensions");
  }
  const std::string shared = prefix + "attention.head_count_kv";
  const std::uint64_t shared_heads = content.values.contains(shared) ? content.number(shared, 1, model.heads).value_or(0) : model.heads;
  if (shared_heads == 0 || model.heads % shared_heads != 0) {
    return fail(ErrorCode::kCorrupt, "its key \"" + shared + "\" does not divide its heads");
  }
  const std::uint64_t head_dimensions = key_length.value_or(model.dimensions / model.heads);
  const std::string values = prefix + "attention.value_length";
  if (content.values.contains(values) && content.number(values, 1, kMaxDimensions) != head_dimensions) {
    return fail(ErrorCode::kCorrupt, "its key \"" + values + "\" is not the size of a head");
  }
  const std::string rotated = prefix + "rope.dimension_count";
  if (!content.values.contains(rotated)) return {};
  const auto turning = content.number(rotated, 2, head_dimensions);
  if (!turning || *turning % 2 != 0 || (model.causal && *turning != head_dimensions)) {
    return fail(ErrorCode::kCorrupt, "its key \"" + rotated + "\" does not fit a head");
  }
  return {};
}

Status check_norms_and_experts(const GgufContent& content, const std::string& prefix) {
  for (const char* name : {"attention.layer_norm_epsilon", "attention.layer_norm_rms_epsilon"}) {
    const auto found = content.values.find(prefix + name);
    if (found == content.values.end()) continue;
    if (found->second.kind != GgufValue::Kind::kNumber || !(found->second.number > 0) || !(found->second.number < 1)) {
      return fail(ErrorCode::kCorrupt, "its key \"" + prefix + name + "\" is absurd");
    }
  }
  const std::string scaling(content.text(prefix + "rope.scaling.type"));
  constexpr std::array<std::string_view, 5> kScalings = {"", "none", "linear", "yarn", "longrope"};
  if (std::ranges::find(kScalings, scaling) == kScalings.end()) return unusable("its rope scaling \"" + scaling + "\" is not known here");
  const bool counts_experts = content.values.contains(prefix + "expert_count");
  const auto experts = counts_experts ? content.number(prefix + "expert_count", 0, kMaxExperts) : 0;
  const bool uses_experts = content.values.contains(prefix + "expert_used_count");
  const auto used = uses_experts ? content.number(prefix + "expert_used_count", 0, kMaxExperts) : 0;
  if (!experts || !used || *used > *experts || (*experts > 0 && *used == 0) || content.values.contains(prefix + "expert_group_count")) {
    return fail(ErrorCode::kCorrupt, "its experts are absurd");
  }
  return {};
}

Status check_tensor_types(const GgufContent& content) {
  for (const auto& [name, tensor] : content.tensors) {
    const bool is_plain = tensor.type <= kTypeF16 || tensor.type == kTypeBf16;
    const bool is_quantised = tensor.type >= 2 && tensor.type <= 29 && tensor.type != kTypeQ8Step && tensor.type != kTypeQ8KStep &&
                              (tensor.type < kTypeFirstInteger || tensor.type > kTypeF64);
    if (!is_plain && !is_quantised)
      return fail(ErrorCode::kCorrupt, "the tensor \"" + std::string(name) + "\" is of a type that holds no weights");
    if ((name.ends_with(".bias") || name.contains("norm")) && tensor.type != kTypeF32) {
      return unusable("the tensor \"" + std::string(name) + "\" is not of 32-bit numbers");
    }
  }
  return {};
}

Status read_numbers(const GgufContent& content, const std::string& prefix, GgufModel& model) {
  GROVE_ASSIGN_OR_RETURN(model.dimensions, need(content, prefix + "embedding_length", kMaxDimensions));
  GROVE_ASSIGN_OR_RETURN(model.layers, need(content, prefix + "block_count", kMaxLayers));
  GROVE_ASSIGN_OR_RETURN(model.context, need(content, prefix + "context_length", kMaxContext));
  GROVE_ASSIGN_OR_RETURN(model.heads, need(content, prefix + "attention.head_count", kMaxDimensions));
  if (content.values.contains(prefix + "pooling_type")) {
    const auto pooling = content.number(prefix + "pooling_type", 0, 4);
    if (!pooling) return unusable("its way of pooling is not known here");
    model.pooling = static_cast<Pooling>(*pooling);
  }
  if (const auto causal = content.number(prefix + "attention.causal", 0, 1)) model.causal = *causal == 1;
  GROVE_RETURN_IF_ERROR(check_heads(content, prefix, model));
  return check_norms_and_experts(content, prefix);
}

/// The place of a token that stands twice, or none.
std::optional<std::size_t> find_duplicate(const std::vector<std::string_view>& tokens) {
  std::vector<std::pair<std::uint64_t, std::size_t>> hashes;
  hashes.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    // the name that llama.cpp gives a token without letters
    hashes.emplace_back(hash64(tokens[i].empty() ? "[EMPTY_" + std::to_string(i) + "]" : std::string(tokens[i])), i);
  }
  std::ranges::sort(hashes);
  const auto twin = std::ranges::adjacent_find(hashes, {}, &std::pair<std::uint64_t, std::size_t>::first);
  return twin == hashes.end() ? std::nullopt : std::optional(std::next(twin)->second);
}

Status check_tokenizer(const GgufContent& content, GgufModel& model) {
  model.tokenizer = content.text("tokenizer.ggml.model");
  constexpr std::array<std::string_view, 4> kTokenizers = {"bert", "gpt2", "llama", "t5"};
  if (std::ranges::find(kTokenizers, model.tokenizer) == kTokenizers.end()) {
    return unusable("its tokenizer \"" + model.tokenizer + "\" is not known here");
  }
  const auto tokens = content.texts("tokenizer.ggml.tokens");
  if (tokens.empty() || tokens.size() > kMaxVocabulary) return fail(ErrorCode::kCorrupt, "its list of tokens is missing or absurd");
  if (const auto twin = find_duplicate(tokens)) {
    return fail(ErrorCode::kCorrupt, "its token number " + std::to_string(*twin) + " stands in its list before");
  }
  model.vocabulary = static_cast<std::uint32_t>(tokens.size());
  for (const char* parallel : {"tokenizer.ggml.token_type", "tokenizer.ggml.scores"}) {
    const auto list = content.values.find(parallel);
    if (list != content.values.end() && list->second.count != model.vocabulary) {
      return fail(ErrorCode::kCorrupt, std::string("its list \"") + parallel + "\" is not as long as its list of tokens");
    }
  }
  for (const auto& [key, value] : content.values) {
    if (!key.starts_with("tokenizer.ggml.") || !key.ends_with("_token_id")) continue;
    if (!content.number(key, 0, model.vocabulary - 1)) {
      return fail(ErrorCode::kCorrupt, "its key \"" + std::string(key) + "\" names no token");
    }
  }
  return {};
}

Status check_embedding_tables(const GgufContent& content, GgufModel& model) {
  const auto table = content.tensors.find("token_embd.weight");
  if (table == content.tensors.end()) return fail(ErrorCode::kCorrupt, "it has no token vectors");
  const auto& shape = table->second.shape;
  if (shape[0] != model.dimensions || shape[1] != model.vocabulary || shape[2] != 1) {
    return fail(ErrorCode::kCorrupt, "its token vectors are not of the shape that its header says");
  }
  if (const auto positions = content.tensors.find("position_embd.weight"); positions != content.tensors.end()) {
    model.context = static_cast<std::uint32_t>(std::min<std::uint64_t>(model.context, positions->second.shape[1]));
  }
  return check_tensor_types(content);
}

}  // namespace

Result<GgufModel> parse_gguf(std::string_view bytes) {
  GROVE_ASSIGN_OR_RETURN(const GgufContent content, read_gguf_content(bytes));
  GgufModel model;
  model.architecture = content.text("general.architecture");
  const auto architecture = std::ranges::find(kArchitectures, model.architecture, &Architecture::name);
  if (architecture == kArchitectures.end()) return unusable("models of architecture \"" + model.architecture + "\" are not supported");
  if (content.number("split.count", 2, 1U << 16U)) return unusable("it is one of several parts of a model");
  model.causal = architecture->causal;
  model.name = content.text("general.name");
  model.rerank_template = content.text("tokenizer.chat_template.rerank");
  model.tensors = content.tensors.size();
  model.header_bytes = content.data_begin;
  model.has_classifier = content.tensors.contains("cls.weight") || content.tensors.contains("cls.output.weight");
  GROVE_RETURN_IF_ERROR(read_numbers(content, model.architecture + ".", model));
  GROVE_RETURN_IF_ERROR(check_tokenizer(content, model));
  GROVE_RETURN_IF_ERROR(check_embedding_tables(content, model));
  return model;
}

bool is_gguf_path(std::string_view name) { return name.contains('/') && name.ends_with(".gguf"); }

Result<GgufModel> read_gguf(const std::string& path) {
  GROVE_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::open(path));
  auto model = parse_gguf(file.bytes());
  if (!model) return std::unexpected(std::move(model).error().within("cannot use " + path));
  return model;
}

}  // namespace grove::inference
