#include "inference/chat/chat_model.h"

namespace grove::inference {

Result<std::string> ChatModel::complete(const std::vector<ChatMessage>& messages, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(ChatAnswer answer, this->answer({.messages = messages}, cancel));
  return std::move(answer.text);
}

}  // namespace grove::inference
