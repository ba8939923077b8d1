#include "inference/llama/llama_chat.h"

#include <llama.h>

#include <algorithm>
#include <mutex>
#include <span>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "base/work_queue.h"
#include "inference/llama/gguf.h"
#include "inference/llama/runtime.h"

namespace grove::inference {
namespace {

constexpr std::uint32_t kBatch = 512;

template <class T, void (*release)(T*)>
struct Release {
  void operator()(T* item) const { release(item); }
};
using Model = std::unique_ptr<llama_model, Release<llama_model, llama_model_free>>;
using Context = std::unique_ptr<llama_context, Release<llama_context, llama_free>>;
using Sampler = std::unique_ptr<llama_sampler, Release<llama_sampler, llama_sampler_free>>;

bool is_cancelled(void* token) { return static_cast<const CancelToken*>(token)->cancelled(); }

/// A text in which no name of a special token stands: one in a document would end the question and begin another.
std::string defused(const std::string& text) { return replace_all(to_valid_utf8(text), "<|", "<\u200B|"); }

const char* role_name(ChatMessage::Role role) {
  switch (role) {
    case ChatMessage::Role::kSystem: return "system";
    case ChatMessage::Role::kUser: return "user";
    case ChatMessage::Role::kAssistant: return "assistant";
  }
  return "user";
}

class LlamaChat final : public ChatModel {
 public:
  LlamaChat(const LlamaChatSettings& settings, Model model, Context context)
      : settings_(settings),
        name_(base_name(settings.path)),
        model_(std::move(model)),
        context_(std::move(context)),
        vocabulary_(llama_model_get_vocab(model_.get())) {}

  const std::string& name() const override { return name_; }

  Result<ChatAnswer> answer(const ChatRequest& request, const CancelToken& cancel) override {
    const std::string doing = "cannot ask the language model " + name_;
    const std::lock_guard lock(mutex_);
    llama_set_abort_callback(context_.get(), is_cancelled, const_cast<CancelToken*>(&cancel));
    auto answer = guarded_llama([&] { return answered(request, cancel); });
    llama_set_abort_callback(context_.get(), nullptr, nullptr);
    if (!answer) return std::unexpected(Error(answer.error()).within(doing));
    if (!*answer) return std::unexpected(Error(answer->error()).within(doing));
    return std::move(*answer);
  }

 private:
  Result<ChatAnswer> answered(const ChatRequest& request, const CancelToken& cancel) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    GROVE_ASSIGN_OR_RETURN(const Sampler sampler, sampler_for(request));
    GROVE_ASSIGN_OR_RETURN(std::vector<llama_token> tokens, question(request));
    const std::size_t room = llama_n_ctx(context_.get());
    if (tokens.size() + settings_.answer_tokens > room)
      return fail(ErrorCode::kInvalidArgument, "the question has " + std::to_string(tokens.size()) +
                                                   " tokens, and the model has room for " + std::to_string(room) + " with the answer");
    llama_memory_clear(llama_get_memory(context_.get()), true);
    GROVE_RETURN_IF_ERROR(feed(tokens, cancel));
    ChatAnswer answer{.text = {}, .usage = {.tokens_in = tokens.size(), .tokens_out = 0, .dollars = 0}, .end = ChatAnswer::End::kLength};
    while (answer.usage.tokens_out < settings_.answer_tokens) {
      llama_token next = llama_sampler_sample(sampler.get(), context_.get(), -1);
      if (llama_vocab_is_eog(vocabulary_, next)) {
        answer.end = ChatAnswer::End::kStop;
        break;
      }
      ++answer.usage.tokens_out;
      answer.text += piece(next);
      GROVE_RETURN_IF_ERROR(feed({&next, 1}, cancel));
    }
    answer.text = std::string(trim(to_valid_utf8(answer.text)));
    return answer;
  }

  Result<Sampler> sampler_for(const ChatRequest& request) const {
    Sampler chain(llama_sampler_chain_init(llama_sampler_chain_default_params()));
    if (!request.schema.empty()) {
      GROVE_ASSIGN_OR_RETURN(const std::string grammar, json_grammar(request.schema, settings_.limits));
      llama_sampler* const held = llama_sampler_init_grammar(vocabulary_, grammar.c_str(), "root");
      if (held == nullptr) return llama_error("llama.cpp refuses the grammar of the answer");
      llama_sampler_chain_add(chain.get(), held);
    }
    llama_sampler_chain_add(chain.get(), llama_sampler_init_greedy());
    return chain;
  }

  Result<std::vector<llama_token>> question(const ChatRequest& request) const {
    std::vector<std::string> texts;
    for (const ChatMessage& message : request.messages) texts.push_back(defused(message.text));
    std::vector<llama_chat_message> messages;
    std::size_t size = 1024;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      messages.push_back({role_name(request.messages[i].role), texts[i].c_str()});
      size += 2 * texts[i].size() + 64;
    }
    const char* const own = llama_model_chat_template(model_.get(), nullptr);
    std::string text(size, '\0');
    const std::int32_t used = llama_chat_apply_template(own == nullptr ? "chatml" : own, messages.data(), messages.size(), true,
                                                        text.data(), static_cast<std::int32_t>(text.size()));
    if (used < 0 || static_cast<std::size_t>(used) > text.size())
      return fail(ErrorCode::kUnavailable, "its template for conversations is not known");
    text.resize(static_cast<std::size_t>(used));
    std::vector<llama_token> tokens(text.size() + 16);
    const std::int32_t count =
        llama_tokenize(vocabulary_, text.data(), used, tokens.data(), static_cast<std::int32_t>(tokens.size()), true, true);
    if (count <= 0) return fail(ErrorCode::kInvalidArgument, "the question can't be cut into tokens");
    tokens.resize(static_cast<std::size_t>(count));
    return tokens;
  }

  Status feed(std::span<llama_token> tokens, const CancelToken& cancel) {
    for (std::size_t at = 0; at < tokens.size(); at += kBatch) {
      const auto size = std::min<std::size_t>(kBatch, tokens.size() - at);
      const int code = llama_decode(context_.get(), llama_batch_get_one(tokens.data() + at, static_cast<std::int32_t>(size)));
      GROVE_RETURN_IF_ERROR(cancel.check());
      if (code != 0) return llama_error("the model failed (code " + std::to_string(code) + ")");
    }
    return {};
  }

  std::string piece(llama_token token) const {
    std::string text(256, '\0');
    const std::int32_t size = llama_token_to_piece(vocabulary_, token, text.data(), static_cast<std::int32_t>(text.size()), 0, false);
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return text;
  }

  LlamaChatSettings settings_;
  std::string name_;
  Model model_;
  Context context_;
  const llama_vocab* vocabulary_;
  std::mutex mutex_;
};

}  // namespace

Result<std::unique_ptr<ChatModel>> open_llama_chat(const LlamaChatSettings& settings) {
  const std::string doing = "cannot load " + settings.path;
  GROVE_ASSIGN_OR_RETURN(const GgufModel header, read_gguf(settings.path));
  if (!processor_can_run_llama()) return fail(ErrorCode::kUnavailable, doing + ": this processor lacks AVX2", "ask a server instead");
  set_up_llama();
  auto loaded = guarded_llama([&] { return Model(llama_model_load_from_file(settings.path.c_str(), llama_model_default_params())); });
  if (!loaded) return std::unexpected(Error(loaded.error()).within(doing));
  if (*loaded == nullptr) return llama_error(doing);
  llama_context_params params = llama_context_default_params();
  params.n_ctx = std::min(settings.context, header.context);
  params.n_batch = params.n_ubatch = kBatch;
  params.n_threads = params.n_threads_batch = static_cast<std::int32_t>(settings.threads == 0 ? available_threads() : settings.threads);
  params.no_perf = true;
  auto context = guarded_llama([&] { return Context(llama_init_from_model(loaded->get(), params)); });
  if (!context) return std::unexpected(Error(context.error()).within(doing));
  if (*context == nullptr) return llama_error(doing);
  return std::make_unique<LlamaChat>(settings, std::move(*loaded), std::move(*context));
}

}  // namespace grove::inference
