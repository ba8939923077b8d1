#include "inference/chat/open_chat.h"

#include "inference/store/model_store.h"

namespace grove::inference {
namespace {

constexpr std::string_view kLocal = "llama:";
constexpr std::string_view kServer = "openai:";
constexpr std::string_view kEnding = ".gguf";

}  // namespace

bool is_local_chat(std::string_view model) {
  return model.starts_with(kLocal) || (model.ends_with(kEnding) && !model.starts_with(kServer));
}

Result<std::unique_ptr<ChatModel>> open_chat(const ChatChoice& choice) {
  if (!is_local_chat(choice.model)) {
    ChatSettings server = choice.server;
    server.model = choice.model.starts_with(kServer) ? choice.model.substr(kServer.size()) : choice.model;
    return open_chat_model(server);
  }
  LlamaChatSettings local = choice.local;
  local.path = choice.model.starts_with(kLocal) ? choice.model.substr(kLocal.size()) : choice.model;
  if (!local.path.ends_with(kEnding)) {
    GROVE_ASSIGN_OR_RETURN(const StoredModel stored, ModelStore(choice.models_folder).find(local.path));
    local.path = stored.path;
  }
  return open_llama_chat(local);
}

}  // namespace grove::inference
