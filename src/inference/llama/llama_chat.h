#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "inference/chat/chat_model.h"
#include "inference/llama/json_grammar.h"

namespace grove::inference {

struct LlamaChatSettings {
  std::string path;                    ///< A GGUF file of a model that answers.
  std::uint32_t context = 4096;        ///< Tokens of question and answer; the model's own where that is shorter.
  std::uint32_t answer_tokens = 1024;  ///< Most tokens of an answer.
  unsigned threads = 0;                ///< 0: one a core.
  GrammarLimits limits = {};           ///< Of answers that are held to a schema.
};

/// A language model in this process, by llama.cpp. It takes the likeliest token each time, so the same question has the same answer; an
/// answer to a question with a schema is held to it by a grammar. One question at a time, however many threads ask. kCorrupt,
/// kInvalidArgument and kUnavailable as of `LlamaModel::load`; a question that is too long is kInvalidArgument.
Result<std::unique_ptr<ChatModel>> open_llama_chat(const LlamaChatSettings& settings);

}  // namespace grove::inference
