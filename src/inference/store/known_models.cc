#include "inference/store/known_models.h"

#include <algorithm>

#include "base/text.h"

namespace grove::inference {
namespace {

constexpr std::array kModels = {
    KnownModel{.name = "all-minilm-l6-v2",
               .aliases = {"sentence-transformers/all-MiniLM-L6-v2", "all-minilm"},
               .repository = "second-state/All-MiniLM-L6-v2-Embedding-GGUF",
               .file = "all-MiniLM-L6-v2-Q8_0.gguf",
               .sha256 = {},
               .use = ModelUse::kEmbed,
               .note = "25 MB, 384 dimensions, Apache-2.0"},
    KnownModel{.name = "bge-small-en-v1.5",
               .aliases = {"BAAI/bge-small-en-v1.5", ""},
               .repository = "CompendiumLabs/bge-small-en-v1.5-gguf",
               .file = "bge-small-en-v1.5-q8_0.gguf",
               .sha256 = {},
               .use = ModelUse::kEmbed,
               .note = "37 MB, 384 dimensions, MIT"},
    KnownModel{.name = "nomic-embed-text-v1.5",
               .aliases = {"nomic-ai/nomic-embed-text-v1.5", "nomic-embed-text"},
               .repository = "nomic-ai/nomic-embed-text-v1.5-GGUF",
               .file = "nomic-embed-text-v1.5.Q8_0.gguf",
               .sha256 = "3e24342164b3d94991ba9692fdc0dd08e3fd7362e0aacc396a9a5c54a544c3b7",
               .use = ModelUse::kEmbed,
               .note = "146 MB, 768 dimensions, Apache-2.0"},
    KnownModel{.name = "embeddinggemma-300m",
               .aliases = {"google/embeddinggemma-300m", "embeddinggemma"},
               .repository = "ggml-org/embeddinggemma-300M-GGUF",
               .file = "embeddinggemma-300M-Q8_0.gguf",
               .sha256 = {},
               .use = ModelUse::kEmbed,
               .note = "329 MB, 768 dimensions, Gemma terms"},
    KnownModel{.name = "qwen3-embedding-0.6b",
               .aliases = {"Qwen/Qwen3-Embedding-0.6B", ""},
               .repository = "Qwen/Qwen3-Embedding-0.6B-GGUF",
               .file = "Qwen3-Embedding-0.6B-Q8_0.gguf",
               .sha256 = "06507c7b42688469c4e7298b0a1e16deff06caf291cf0a5b278c308249c3e439",
               .use = ModelUse::kEmbed,
               .note = "639 MB, 1024 dimensions, Apache-2.0"},
    KnownModel{.name = "bge-reranker-v2-m3",
               .aliases = {"BAAI/bge-reranker-v2-m3", ""},
               .repository = "gpustack/bge-reranker-v2-m3-GGUF",
               .file = "bge-reranker-v2-m3-Q8_0.gguf",
               .sha256 = "a43c7c9b11a4c1517e5bf95151960e1621d1b72f7a493364b01e386cf1aaa1d3",
               .use = ModelUse::kRerank,
               .note = "636 MB, Apache-2.0"},
    KnownModel{.name = "qwen3-reranker-0.6b",
               .aliases = {"Qwen/Qwen3-Reranker-0.6B", ""},
               .repository = "ggml-org/Qwen3-Reranker-0.6B-Q8_0-GGUF",
               .file = "qwen3-reranker-0.6b-q8_0.gguf",
               .sha256 = {},
               .use = ModelUse::kRerank,
               .note = "640 MB, Apache-2.0"},
    KnownModel{.name = "qwen2.5-1.5b-instruct",
               .aliases = {"Qwen/Qwen2.5-1.5B-Instruct", ""},
               .repository = "Qwen/Qwen2.5-1.5B-Instruct-GGUF",
               .file = "qwen2.5-1.5b-instruct-q4_k_m.gguf",
               .sha256 = {},
               .use = ModelUse::kChat,
               .note = "1.1 GB, Apache-2.0"},
    KnownModel{.name = "smollm2-135m-instruct",
               .aliases = {"HuggingFaceTB/SmolLM2-135M-Instruct", ""},
               .repository = "bartowski/SmolLM2-135M-Instruct-GGUF",
               .file = "SmolLM2-135M-Instruct-Q8_0.gguf",
               .sha256 = {},
               .use = ModelUse::kChat,
               .note = "145 MB, to try things with, Apache-2.0"},
};

}  // namespace

std::string_view use_name(ModelUse use) {
  switch (use) {
    case ModelUse::kEmbed: return "embed";
    case ModelUse::kRerank: return "rerank";
    case ModelUse::kChat: return "chat";
  }
  return "embed";
}

std::span<const KnownModel> known_models() { return kModels; }

const KnownModel* find_known_model(std::string_view name) {
  if (name.empty()) return nullptr;
  const auto found = std::ranges::find_if(kModels, [&](const KnownModel& model) {
    return equals_ignoring_ascii_case(model.name, name) ||
           std::ranges::any_of(model.aliases, [&](std::string_view alias) { return equals_ignoring_ascii_case(alias, name); });
  });
  return found == kModels.end() ? nullptr : &*found;
}

}  // namespace grove::inference
