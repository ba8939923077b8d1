#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/grove/session.h"
#include "inference/chat/answer_cache.h"
#include "knowledge/answers/asking.h"
#include "knowledge/ingest/dto.h"
#include "knowledge/stages/dataset_folder.h"

namespace grove::cli {

// Options of every command that asks a language model; those of the model, -j and --slim-card may stand before the command.
inline constexpr OptionSpec kModelOption = {.name = "model",
                                            .value = "M",
                                            .help = "Language model, as its server calls it; `llama:NAME` or FILE.gguf: in this process",
                                            .setting = Setting::kKbModel,
                                            .place = OptionSpec::Place::kAnywhere};
inline constexpr OptionSpec kBaseUrlOption = {.name = "base-url",
                                              .value = "URL",
                                              .help = "Its server, which speaks the OpenAI format",
                                              .setting = Setting::kKbBaseUrl,
                                              .place = OptionSpec::Place::kAnywhere};
inline constexpr OptionSpec kApiKeyOption = {.name = "api-key",
                                             .value = "KEY",
                                             .help = "Key for it; better set as a variable, since others may see command lines",
                                             .setting = Setting::kKbApiKey,
                                             .place = OptionSpec::Place::kAnywhere};
inline constexpr OptionSpec kJobsOption = {.name = "concurrency",
                                           .value = "N",
                                           .help = "Questions at a time",
                                           .type = OptionType::kInteger,
                                           .fallback = "4",
                                           .least = 1,
                                           .most = 256,
                                           .letter = 'j',
                                           .place = OptionSpec::Place::kAnywhere};
inline constexpr OptionSpec kSlimCardOption = {
    .name = "slim-card",
    .help = "Show the model only the terms of the card that a chunk may need: cheaper, and finds less",
    .type = OptionType::kFlag,
    .place = OptionSpec::Place::kAnywhere};
inline constexpr OptionSpec kDryRunOption = {
    .name = "dry-run", .help = "Say what it would take and cost, and ask nobody", .type = OptionType::kFlag};
inline constexpr OptionSpec kCacheOption = {.name = "cache",
                                            .value = "DIR",
                                            .help = "Folder of kept answers; no question is asked twice",
                                            .fallback = "answers/ in the data directory",
                                            .completion = Completion::kDirectory};

inline constexpr OptionSpec kContextOption = {.name = "context",
                                              .value = "N",
                                              .help = "Tokens that a model in this process has room for; 0: all it was trained for",
                                              .type = OptionType::kInteger,
                                              .fallback = "8192",
                                              .most = 1'000'000};
inline constexpr OptionSpec kAnswerTokensOption = {.name = "answer-tokens",
                                                   .value = "N",
                                                   .help = "Most tokens of an answer of a model in this process",
                                                   .type = OptionType::kInteger,
                                                   .fallback = "1024",
                                                   .least = 16,
                                                   .most = 1'000'000};
inline constexpr OptionSpec kPriceInOption = {
    .name = "price-in", .value = "DOLLARS", .help = "What a million tokens cost that the model reads; else its list price"};
inline constexpr OptionSpec kPriceOutOption = {
    .name = "price-out", .value = "DOLLARS", .help = "What a million tokens cost that it writes; else as --price-in"};
inline constexpr OptionSpec kLimitOption = {.name = "limit",
                                            .value = "N",
                                            .help = "Only the first N chunks, to try a model or a card",
                                            .type = OptionType::kInteger,
                                            .least = 1,
                                            .most = 1'000'000};
inline constexpr OptionSpec kRetryFailedOption = {
    .name = "retry-failed", .help = "Ask again where a kept answer can't be used", .type = OptionType::kFlag};

/// The language model that settings and options choose, with the cache of its answers. Asks nobody yet.
class KbModel {
 public:
  /// What a dataset wishes counts only where nobody set anything else. kInvalidArgument where it names a file of this machine.
  static Result<std::unique_ptr<KbModel>> open(const Invocation& invocation, Session& session, const knowledge::ModelWishes& wishes = {});

  const std::string& name() const { return model_->name(); }
  knowledge::EstimateBasis basis() const { return {.model = name(), .cache = cache_, .price = price_}; }
  knowledge::ModelRun run(std::string_view stage) const;

 private:
  struct Choice;
  KbModel(Choice choice, const Invocation& invocation, Session& session);

  std::unique_ptr<inference::ChatModel> model_;
  std::optional<inference::ChatPrice> price_;
  inference::AnswerCache cache_;
  std::unique_ptr<inference::ChatModel> cached_;
  Session& session_;
  unsigned jobs_;
  bool forgets_failed_;
};

/// The first chunks, as many as `--limit` says.
std::span<const knowledge::ChunkDto> limited(const Invocation& invocation, std::span<const knowledge::ChunkDto> chunks);

/// What asking these would take, printed as the result of a dry run.
Status print_estimate(std::span<const knowledge::Question> questions, const KbModel& model, Session& session);

/// How a command that asked ended: what it took and wrote.
struct KbReport {
  std::string out;            ///< The file it wrote.
  std::size_t questions = 0;  ///< That were asked or kept.
  knowledge::Spent spent = {};
  std::string failures_file = {};
  std::vector<std::pair<std::string, std::uint64_t>> counts = {};  ///< What else there is to say, by name: "facts", 12.
};
/// Prints it. 1 where no question has an answer, else 0.
Result<int> print_report(const KbReport& report, Session& session);

/// kUnavailable where there is such a file, so that one in which something stands doesn't give way to an empty one: of a run in which no
/// question had an answer.
Status keep_what_is_there(const std::string& out);

/// `out.json` → `out.failures.jsonl`
std::string beside(const std::string& path, std::string_view what, std::string_view ending = "jsonl");

}  // namespace grove::cli
