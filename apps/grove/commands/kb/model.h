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

namespace grove::cli {

// Options of every command that asks a language model; those of the model, -j and --slim-card may stand before the command.
inline constexpr OptionSpec kModelOption = {.name = "model",
                                            .value = "M",
                                            .help = "Language model, as its server calls it",
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

/// What a dataset wants; options and variables win over it.
struct ModelWishes {
  std::string model = {};
  std::string base_url = {};
  std::optional<unsigned> jobs = {};
};

/// The language model that settings and options choose, with the cache of its answers. Asks nobody yet.
class KbModel {
 public:
  static Result<std::unique_ptr<KbModel>> open(const Invocation& invocation, Session& session, const ModelWishes& wishes = {});

  const std::string& name() const { return remote_->name(); }
  const inference::AnswerCache& cache() const { return cache_; }
  knowledge::ModelRun run(std::string_view stage) const;

 private:
  KbModel(std::unique_ptr<inference::ChatModel> remote, std::string folder, Session& session, unsigned jobs);

  std::unique_ptr<inference::ChatModel> remote_;
  inference::AnswerCache cache_;
  std::unique_ptr<inference::ChatModel> cached_;
  Session& session_;
  unsigned jobs_;
};

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

/// `out.json` → `out.failures.jsonl`
std::string beside(const std::string& path, std::string_view what);

}  // namespace grove::cli
