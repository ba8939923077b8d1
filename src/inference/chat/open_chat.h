#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "inference/chat/chat_model.h"
#include "inference/llama/llama_chat.h"

namespace grove::inference {

/// Which language model, and how it is run.
struct ChatChoice {
  /// "llama:NAME" (in the models folder), "llama:FILE.gguf" or just "FILE.gguf": in this process. All else is what `server` calls it; with
  /// "openai:" before it also a name that looks like one of those.
  std::string model;
  std::string models_folder = {};
  ChatSettings server = {};      ///< Its model is `model`.
  LlamaChatSettings local = {};  ///< Its path is that of `model`.
};

/// Whether that name means a model in this process.
bool is_local_chat(std::string_view model);

/// Asks nobody yet, and loads nothing. kNotFound for a model that isn't in the models folder, with how to get it; kCorrupt,
/// kInvalidArgument and kNotFound for a file that can't be used.
Result<std::unique_ptr<ChatModel>> open_chat(const ChatChoice& choice);

}  // namespace grove::inference
