#include "inference/llama/llama_model.h"

#include <llama.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <mutex>
#include <utility>

#include "base/check.h"
#include "base/utf8.h"
#include "inference/llama/runtime.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

// Decoders that need the last token only may read a text in parts, which bounds the memory for their output layer.
constexpr std::uint32_t kDecoderPart = 128;
constexpr std::size_t kMaxBytesPerToken = 16;
// Below, threads cost more than they bring: on a busy machine they wait for each other in loops.
constexpr std::uint64_t kManyBytes = std::uint64_t{256} << 20U;

bool is_cancelled(void* token) { return static_cast<const CancelToken*>(token)->cancelled(); }

enum llama_pooling_type to_llama(Pooling pooling) { return static_cast<enum llama_pooling_type>(static_cast<int>(pooling)); }

}  // namespace

struct LlamaModel::Weights {
  explicit Weights(llama_model* loaded) : model(loaded), vocabulary(llama_model_get_vocab(loaded)) {}
  Weights(const Weights&) = delete;
  Weights& operator=(const Weights&) = delete;
  ~Weights() { llama_model_free(model); }

  llama_model* model;
  const llama_vocab* vocabulary;
};

/// Contexts that nobody uses at the moment; more are made as needed.
class LlamaModel::Contexts {
 public:
  Contexts(llama_model* model, const llama_context_params& params) : model_(model), params_(params) {}
  Contexts(const Contexts&) = delete;
  Contexts& operator=(const Contexts&) = delete;
  ~Contexts() {
    for (llama_context* const context : idle_) llama_free(context);
  }

  /// Null where memory is short.
  llama_context* take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        llama_context* const context = idle_.back();
        idle_.pop_back();
        return context;
      }
    }
    return llama_init_from_model(model_, params_);
  }
  void give_back(llama_context* context) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(context);
  }

 private:
  llama_model* model_;
  llama_context_params params_;
  std::mutex mutex_;
  std::vector<llama_context*> idle_;
};

LlamaModel::LlamaModel() = default;
LlamaModel::~LlamaModel() = default;

namespace {

llama_context_params context_params(const GgufModel& header, const LlamaOptions& options, std::uint32_t max_tokens) {
  const bool in_parts = header.causal && (options.pooling == Pooling::kLast || options.pooling == Pooling::kRank);
  llama_context_params params = llama_context_default_params();
  params.n_ctx = max_tokens;
  params.n_batch = max_tokens;
  params.n_ubatch = in_parts ? std::min(kDecoderPart, max_tokens) : max_tokens;
  params.n_seq_max = 1;
  params.embeddings = true;
  params.pooling_type = to_llama(options.pooling);
  params.no_perf = true;
  return params;
}

/// A special token, if the vocabulary has it and a text of this model wants it.
LlamaModel::Token wanted(bool wants, llama_token token) { return wants ? token : -1; }

/// llama.cpp ends the process where it wants a special token that isn't there.
bool has_its_marks(const llama_vocab* vocabulary) {
  const bool is_bert = llama_vocab_type(vocabulary) == LLAMA_VOCAB_TYPE_WPM;
  const bool begin = llama_vocab_bos(vocabulary) >= 0;
  const bool end = llama_vocab_eos(vocabulary) >= 0;
  const bool separator = llama_vocab_sep(vocabulary) >= 0;
  if (is_bert) return begin && separator;
  return (begin || !llama_vocab_get_add_bos(vocabulary)) && (end || !llama_vocab_get_add_eos(vocabulary)) &&
         (separator || !llama_vocab_get_add_sep(vocabulary));
}

}  // namespace

Result<std::unique_ptr<LlamaModel>> LlamaModel::load(const GgufModel& header, const LlamaOptions& options) {
  const std::string doing = "cannot load " + options.path;
  if (!processor_can_run_llama()) {
    return fail(ErrorCode::kUnavailable, doing + ": this processor lacks AVX2", "use the built-in static model, or a server (ollama:NAME)");
  }
  set_up_llama();
  const auto loaded = guarded_llama([&] { return llama_model_load_from_file(options.path.c_str(), llama_model_default_params()); });
  if (!loaded) return std::unexpected(Error(loaded.error()).within(doing));
  if (*loaded == nullptr) return llama_error(doing);

  std::unique_ptr<LlamaModel> model(new LlamaModel);
  model->weights_ = std::make_unique<Weights>(*loaded);
  const llama_vocab* const vocabulary = model->weights_->vocabulary;
  if (!has_its_marks(vocabulary)) return fail(ErrorCode::kCorrupt, doing + ": its vocabulary lacks the tokens that begin or end a text");
  model->marks_.begin = wanted(llama_vocab_get_add_bos(vocabulary), llama_vocab_bos(vocabulary));
  const llama_token end = llama_vocab_eos(vocabulary) >= 0 ? llama_vocab_eos(vocabulary) : llama_vocab_sep(vocabulary);
  model->marks_.end = wanted(llama_vocab_get_add_eos(vocabulary), end);
  model->marks_.separator = wanted(llama_vocab_get_add_sep(vocabulary), llama_vocab_sep(vocabulary));
  model->max_tokens_ = std::min(options.max_tokens, header.context);
  const bool ranks = options.pooling == Pooling::kRank;
  model->outputs_ = ranks ? llama_model_n_cls_out(*loaded) : static_cast<std::uint32_t>(llama_model_n_embd_out(*loaded));
  model->gains_from_threads_ = llama_model_size(*loaded) >= kManyBytes;
  model->contexts_ = std::make_unique<Contexts>(*loaded, context_params(header, options, model->max_tokens_));
  return model;
}

Result<std::vector<LlamaModel::Token>> LlamaModel::tokenize(std::string_view text, Specials specials) const {
  const std::string clean = to_valid_utf8(cut_text(text, std::size_t{max_tokens_} * kMaxBytesPerToken));
  std::vector<Token> tokens(clean.size() + 16);
  const auto count = guarded_llama([&] {
    return llama_tokenize(weights_->vocabulary, clean.data(), static_cast<std::int32_t>(clean.size()), tokens.data(),
                          static_cast<std::int32_t>(tokens.size()), specials == Specials::kAdded, specials == Specials::kRead);
  });
  if (!count) return std::unexpected(Error(count.error()).within("cannot cut a text into tokens"));
  if (*count < 0) return fail(ErrorCode::kInvalidArgument, "cannot cut a text into tokens: it has too many");
  tokens.resize(static_cast<std::size_t>(*count));
  return tokens;
}

namespace {

/// One sequence, read once. Returns llama.cpp's code: 0, or 2 where it was cancelled.
int read_tokens(llama_context* context, std::span<const LlamaModel::Token> tokens) {
  std::vector<llama_token> ids(tokens.begin(), tokens.end());
  std::vector<llama_pos> positions(ids.size());
  std::vector<std::int32_t> sequences_of(ids.size(), 1);
  llama_seq_id sequence = 0;
  std::vector<llama_seq_id*> sequences(ids.size(), &sequence);
  std::vector<std::int8_t> outputs(ids.size(), 1);
  for (std::size_t i = 0; i < ids.size(); ++i) positions[i] = static_cast<llama_pos>(i);
  const llama_batch batch{.n_tokens = static_cast<std::int32_t>(ids.size()),
                          .token = ids.data(),
                          .embd = nullptr,
                          .pos = positions.data(),
                          .n_seq_id = sequences_of.data(),
                          .seq_id = sequences.data(),
                          .logits = outputs.data()};
  const llama_memory_t memory = llama_get_memory(context);
  if (memory == nullptr) return llama_encode(context, batch);
  llama_memory_clear(memory, true);
  return llama_decode(context, batch);
}

}  // namespace

Status LlamaModel::run(const Run& run, std::span<float> out, const CancelToken& cancel) const {
  GROVE_CONTRACT(!run.tokens.empty() && run.tokens.size() <= max_tokens_ && out.size() == outputs_);
  GROVE_RETURN_IF_ERROR(cancel.check());
  GROVE_ASSIGN_OR_RETURN(llama_context* const context, guarded_llama([&] { return contexts_->take(); }));
  if (context == nullptr) return llama_error("cannot make room for the model's work");
  const auto threads = static_cast<std::int32_t>(std::max(run.threads, 1U));
  llama_set_n_threads(context, threads, threads);
  llama_set_abort_callback(context, is_cancelled, const_cast<CancelToken*>(&cancel));
  const auto code = guarded_llama([&] { return read_tokens(context, run.tokens); });
  const float* const row = code && *code == 0 ? llama_get_embeddings_seq(context, 0) : nullptr;
  if (row != nullptr) std::ranges::copy_n(row, static_cast<std::ptrdiff_t>(out.size()), out.begin());
  llama_set_abort_callback(context, nullptr, nullptr);
  contexts_->give_back(context);
  if (!code) return std::unexpected(code.error());
  GROVE_RETURN_IF_ERROR(cancel.check());
  return row != nullptr ? Status{} : llama_error("the model failed (code " + std::to_string(*code) + ")");
}

}  // namespace grove::inference
