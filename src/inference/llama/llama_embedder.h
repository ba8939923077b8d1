#pragma once

#include <memory>
#include <string>

#include "inference/embedder.h"
#include "inference/llama/gguf.h"
#include "inference/residency/resident_embedder.h"
#include "inference/residency/resident_reranker.h"

namespace grove::inference {

struct LlamaRequest {
  std::string path;                 ///< Of the GGUF file.
  std::string name = {};            ///< For people and for the choice of prompts; empty: the file's name.
  unsigned threads = 0;             ///< 0: one a core.
  std::uint32_t max_tokens = 1024;  ///< Longer passages are cut.
};

/// An embedding model in a GGUF file (BERT, nomic, jina, bge, Qwen3-Embedding, EmbeddingGemma and their kin): its header is checked now,
/// its weights are loaded by the source. Vectors are pooled as the file says and normalised. kNotFound, kCorrupt, kInvalidArgument.
Result<EmbedderSource> find_llama_model(const LlamaRequest& request);

/// A reranker in a GGUF file (XLM-R as bge-reranker, Qwen3-Reranker); checked and loaded likewise.
Result<RerankerSource> find_llama_reranker(const LlamaRequest& request);

}  // namespace grove::inference
