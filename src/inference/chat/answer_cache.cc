#include "inference/chat/answer_cache.h"

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"

namespace grove::inference {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::uint64_t kLongestFile = std::uint64_t{16} << 20U;

std::string dump(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// What two requests have in common if they are the same question.
std::string question_of(const std::string& model, const ChatRequest& request) {
  Json messages = Json::array();
  for (const ChatMessage& message : request.messages) messages.push_back({static_cast<int>(message.role), message.text});
  return dump({{"version", kVersion}, {"model", model}, {"messages", std::move(messages)}, {"schema", request.schema}});
}

class CachedChat final : public ChatModel {
 public:
  CachedChat(ChatModel& model, const AnswerCache& cache) : model_(model), cache_(cache) {}
  const std::string& name() const override { return model_.name(); }
  Result<ChatAnswer> answer(const ChatRequest& request, const CancelToken& cancel) override {
    GROVE_RETURN_IF_ERROR(cancel.check());
    if (auto known = cache_.find(name(), request)) return std::move(*known);
    GROVE_ASSIGN_OR_RETURN(ChatAnswer answer, model_.answer(request, cancel));
    GROVE_RETURN_IF_ERROR(cache_.keep(name(), request, answer));
    return answer;
  }

 private:
  ChatModel& model_;
  const AnswerCache& cache_;
};

}  // namespace

std::string AnswerCache::path_of(const std::string& model, const ChatRequest& request) const {
  const std::string name = to_hex(sha256(question_of(model, request)));
  return folder_ + '/' + name.substr(0, 2) + '/' + name.substr(2) + ".json";
}

std::optional<ChatAnswer> AnswerCache::find(const std::string& model, const ChatRequest& request) const {
  const auto text = read_file(path_of(model, request), kLongestFile);
  if (!text) return std::nullopt;
  const Json file = Json::parse(*text, nullptr, false);
  if (!file.is_object() || file.value("version", Json()) != kVersion || !file.value("text", Json()).is_string()) return std::nullopt;
  const auto count = [&](const char* key) {
    const Json value = file.value(key, Json());
    return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
  };
  ChatAnswer answer{.text = file["text"].get<std::string>(),
                    .usage = {.tokens_in = count("tokens_in"), .tokens_out = count("tokens_out")},
                    .end = file.value("end", Json()) == "length" ? ChatAnswer::End::kLength : ChatAnswer::End::kStop,
                    .is_from_cache = true};
  const Json dollars = file.value("dollars", Json());
  if (dollars.is_number()) answer.usage.dollars = dollars.get<double>();
  return answer;
}

Status AnswerCache::keep(const std::string& model, const ChatRequest& request, const ChatAnswer& answer) const {
  const std::string path = path_of(model, request);
  Json file = {{"version", kVersion},
               {"model", model},
               {"end", answer.end == ChatAnswer::End::kLength ? "length" : "stop"},
               {"tokens_in", answer.usage.tokens_in},
               {"tokens_out", answer.usage.tokens_out}};
  if (answer.usage.dollars) file["dollars"] = *answer.usage.dollars;
  file["text"] = answer.text;
  auto status = create_directories(std::string(parent_path(path)));
  if (status) status = write_file(path, dump(file) + '\n', Durability::kProcess);
  if (!status) return std::unexpected(std::move(status).error().within("cannot keep an answer of the language model"));
  return {};
}

Status AnswerCache::forget(const std::string& model, const ChatRequest& request) const {
  auto status = remove_file(path_of(model, request));
  if (!status) return std::unexpected(std::move(status).error().within("cannot take a kept answer of the language model away"));
  return {};
}

std::unique_ptr<ChatModel> cached_chat_model(ChatModel& model, const AnswerCache& cache) {
  return std::make_unique<CachedChat>(model, cache);
}

}  // namespace grove::inference
