#include "inference/llama/llama_chat.h"

#include <llama.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "base/work_queue.h"
#include "inference/llama/gguf.h"
#include "inference/llama/list_ends.h"
#include "inference/llama/runtime.h"
#include "inference/llama/weights_fingerprint.h"

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

/// What is loaded of a file.
struct Loaded {
  Model model;
  Context context;
};

Result<Loaded> load(const LlamaChatSettings& settings, std::uint32_t room) {
  set_up_llama();
  auto model = guarded_llama([&] { return Model(llama_model_load_from_file(settings.path.c_str(), llama_model_default_params())); });
  if (!model) return std::unexpected(model.error());
  if (*model == nullptr) return llama_error("the file can't be loaded");
  llama_context_params params = llama_context_default_params();
  params.n_ctx = room;
  params.n_batch = params.n_ubatch = kBatch;
  params.n_threads = params.n_threads_batch = static_cast<std::int32_t>(settings.threads == 0 ? available_threads() : settings.threads);
  params.no_perf = true;
  auto context = guarded_llama([&] { return Context(llama_init_from_model(model->get(), params)); });
  if (!context) return std::unexpected(context.error());
  if (*context == nullptr) return llama_error("there is no context for it");
  return Loaded{std::move(*model), std::move(*context)};
}

class LlamaChat final : public ChatModel {
 public:
  LlamaChat(const LlamaChatSettings& settings, std::string name, std::uint32_t room)
      : settings_(settings), name_(std::move(name)), room_(room) {}

  const std::string& name() const override { return name_; }

  Result<ChatAnswer> answer(const ChatRequest& request, const CancelToken& cancel) override {
    const std::string doing = "cannot ask the language model " + name_;
    const std::lock_guard lock(mutex_);
    if (!loaded_.context) {
      auto loaded = load(settings_, room_);
      if (!loaded) return std::unexpected(Error(loaded.error()).within("cannot load " + settings_.path));
      loaded_ = std::move(*loaded);
      vocabulary_ = llama_model_get_vocab(loaded_.model.get());
    }
    llama_set_abort_callback(context(), is_cancelled, const_cast<CancelToken*>(&cancel));
    auto answer = guarded_llama([&] { return answered(request, cancel); });
    llama_set_abort_callback(context(), nullptr, nullptr);
    if (!answer) return std::unexpected(Error(answer.error()).within(doing));
    if (!*answer) return std::unexpected(Error(answer->error()).within(doing));
    return std::move(*answer);
  }

 private:
  llama_context* context() const { return loaded_.context.get(); }

  Result<ChatAnswer> answered(const ChatRequest& request, const CancelToken& cancel) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    GROVE_ASSIGN_OR_RETURN(const Sampler grammar, grammar_for(request));
    GROVE_ASSIGN_OR_RETURN(std::vector<llama_token> tokens, question(request));
    if (tokens.size() + settings_.answer_tokens > room_)
      return fail(ErrorCode::kInvalidArgument,
                  "the question has " + std::to_string(tokens.size()) + " tokens, and the model has room for " + std::to_string(room_) +
                      " with an answer of " + std::to_string(settings_.answer_tokens),
                  settings_.room_hint);
    GROVE_RETURN_IF_ERROR(read(tokens, cancel));
    ChatAnswer answer{.text = {}, .usage = {.tokens_in = tokens.size(), .tokens_out = 0, .dollars = 0}, .end = ChatAnswer::End::kLength};
    ListEnds ends;
    while (answer.usage.tokens_out < settings_.answer_tokens) {
      const bool must_end = grammar && answer.usage.tokens_out >= settings_.answer_tokens / 2;
      llama_token next = likeliest(grammar.get(), must_end ? &ends : nullptr);
      if (llama_vocab_is_eog(vocabulary_, next)) {
        answer.end = ChatAnswer::End::kStop;
        break;
      }
      ++answer.usage.tokens_out;
      const std::string said = piece(next);
      ends.read(said);
      answer.text += said;
      GROVE_RETURN_IF_ERROR(feed({&next, 1}, cancel));
    }
    answer.text = std::string(trim(to_valid_utf8(answer.text)));
    return answer;
  }

  /// Null for an answer in plain text.
  Result<Sampler> grammar_for(const ChatRequest& request) const {
    if (request.schema.empty()) return Sampler();
    GROVE_ASSIGN_OR_RETURN(const std::string grammar, json_grammar(request.schema, settings_.limits));
    Sampler held(llama_sampler_init_grammar(vocabulary_, grammar.c_str(), "root"));
    if (!held) return llama_error("llama.cpp refuses the grammar of the answer");
    return held;
  }

  /// The likeliest next token that the grammar lets stand: one of `ends` where any of them may.
  llama_token likeliest(llama_sampler* grammar, ListEnds* ends) {
    const std::span<const float> logits(llama_get_logits_ith(context(), -1), static_cast<std::size_t>(llama_vocab_n_tokens(vocabulary_)));
    const auto best = static_cast<llama_token>(std::ranges::max_element(logits) - logits.begin());
    if (grammar == nullptr) return best;
    auto chosen = ends == nullptr ? std::nullopt : allowed(*grammar, ends->tokens(*vocabulary_), logits);
    // A grammar is slow to ask about a whole vocabulary, and mostly lets stand one of the tokens that the model likes best.
    for (std::size_t tried = 1; !chosen && tried <= logits.size();
         tried = tried == logits.size() ? tried + 1 : std::min(tried * 40, logits.size()))
      chosen = allowed(*grammar, best_tokens(logits, tried), logits);
    llama_token next = chosen.value_or(best);
    if (ends != nullptr) next = ends->without_next(*vocabulary_, next);
    llama_sampler_accept(grammar, next);
    return next;
  }

  std::optional<llama_token> allowed(llama_sampler& grammar, std::span<const llama_token> tokens, std::span<const float> logits) {
    if (tokens.empty()) return std::nullopt;
    candidates_.clear();
    for (const llama_token token : tokens) candidates_.push_back({token, logits[static_cast<std::size_t>(token)], 0});
    llama_token_data_array array{candidates_.data(), candidates_.size(), -1, false};
    llama_sampler_apply(&grammar, &array);
    const auto best = std::ranges::max_element(candidates_, {}, &llama_token_data::logit);
    return std::isinf(best->logit) ? std::nullopt : std::optional(best->id);
  }

  /// So many of the likeliest tokens.
  std::span<const llama_token> best_tokens(std::span<const float> logits, std::size_t count) {
    tokens_.resize(logits.size());
    std::iota(tokens_.begin(), tokens_.end(), 0);
    const auto likelier = [&](llama_token a, llama_token b) {
      const float left = logits[static_cast<std::size_t>(a)], right = logits[static_cast<std::size_t>(b)];
      return left != right ? left > right : a < b;
    };
    std::ranges::nth_element(tokens_, tokens_.begin() + static_cast<std::ptrdiff_t>(count - 1), likelier);
    return std::span(tokens_).first(count);
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
    const char* const own = llama_model_chat_template(loaded_.model.get(), nullptr);
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

  /// Reads a question, without what it has in common with the one before. Only whole batches are kept of that: what the model makes of a
  /// token depends, in the last digits, on the batch it came in, and an answer may not depend on the questions before.
  Status read(std::span<llama_token> tokens, const CancelToken& cancel) {
    const std::vector<llama_token> before = std::exchange(read_, {});
    const auto common = static_cast<std::size_t>(std::ranges::mismatch(before, tokens).in1 - before.begin());
    std::size_t kept = std::min(common, tokens.size() - 1) / kBatch * kBatch;
    llama_memory_t memory = llama_get_memory(context());
    if (kept == 0 || !llama_memory_seq_rm(memory, 0, static_cast<llama_pos>(kept), -1)) {
      llama_memory_clear(memory, true);
      kept = 0;
    }
    GROVE_RETURN_IF_ERROR(feed(tokens.subspan(kept), cancel));
    read_.assign(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(tokens.size() / kBatch * kBatch));
    return {};
  }

  Status feed(std::span<llama_token> tokens, const CancelToken& cancel) {
    for (std::size_t at = 0; at < tokens.size(); at += kBatch) {
      const auto size = std::min<std::size_t>(kBatch, tokens.size() - at);
      const int code = llama_decode(context(), llama_batch_get_one(tokens.data() + at, static_cast<std::int32_t>(size)));
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
  std::uint32_t room_;  // tokens
  std::mutex mutex_;
  Loaded loaded_;
  const llama_vocab* vocabulary_ = nullptr;
  std::vector<llama_token> read_;  // whole batches of the question that the context remembers
  std::vector<llama_token> tokens_;
  std::vector<llama_token_data> candidates_;
};

}  // namespace

Result<std::unique_ptr<ChatModel>> open_llama_chat(const LlamaChatSettings& settings) {
  GROVE_ASSIGN_OR_RETURN(const GgufModel header, read_gguf(settings.path));
  if (!header.causal) return fail(ErrorCode::kInvalidArgument, "cannot use " + settings.path + ": it is no model that writes");
  if (!processor_can_run_llama())
    return fail(ErrorCode::kUnavailable, "cannot load " + settings.path + ": this processor lacks AVX2", "ask a server instead");
  GROVE_ASSIGN_OR_RETURN(const std::string weights, weights_fingerprint(settings.path, header.header_bytes));
  const std::uint32_t room = settings.context == 0 ? header.context : std::min(settings.context, header.context);
  return std::make_unique<LlamaChat>(settings, std::string(base_name(settings.path)) + '@' + weights.substr(0, 8), room);
}

}  // namespace grove::inference
