#pragma once

#include <memory>
#include <string>

#include "inference/chat/chat_model.h"

namespace grove::inference {

/// Answers that were given before, one file each in a folder, by what was asked: model, messages, schema. Files are written whole as
/// answers come, so that whatever a kill ends, no answered question is asked again. docs/formats/answers.md. Thread-safe; any number of
/// processes may share a folder.
class AnswerCache {
 public:
  explicit AnswerCache(std::string folder) : folder_(std::move(folder)) {}

  /// Nothing where nobody asked that before, or where the file is damaged.
  std::optional<ChatAnswer> find(const std::string& model, const ChatRequest& request) const;
  Status keep(const std::string& model, const ChatRequest& request, const ChatAnswer& answer) const;
  /// The next one who asks that asks the model. kIo.
  Status forget(const std::string& model, const ChatRequest& request) const;

 private:
  std::string path_of(const std::string& model, const ChatRequest& request) const;

  std::string folder_;
};

/// Asks `model` only what the cache doesn't know. Borrows both.
std::unique_ptr<ChatModel> cached_chat_model(ChatModel& model, const AnswerCache& cache);

}  // namespace grove::inference
