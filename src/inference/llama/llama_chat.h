#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "inference/chat/chat_model.h"
#include "inference/llama/json_grammar.h"

namespace grove::inference {

struct LlamaChatSettings {
  std::string path;                    ///< A GGUF file of a model that answers.
  std::uint32_t context = 4096;        ///< Tokens of question and answer; the model's own where that is shorter, or this is 0.
  std::uint32_t answer_tokens = 1024;  ///< Most tokens of an answer.
  unsigned threads = 0;                ///< 0: one a core.
  GrammarLimits limits = {};           ///< Of answers that are held to a schema.
  std::string room_hint = {};          ///< What to do where a question is too long.
};

/// A language model in this process, by llama.cpp, loaded when it is first asked. It takes the likeliest token each time, so the same
/// question has the same answer, whatever was asked before; an answer to a question with a schema is held to it by a grammar, and in the
/// last third of its tokens its lists are ended where they can be. One question at a time, however many threads ask. Its name is that of
/// the file and the beginning of its weights' fingerprint, so that answers kept by name are those of these weights. kNotFound, kCorrupt,
/// kInvalidArgument (no model that writes) and kUnavailable; a question that is too long is kInvalidArgument.
Result<std::unique_ptr<ChatModel>> open_llama_chat(const LlamaChatSettings& settings);

}  // namespace grove::inference
