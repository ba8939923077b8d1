#include "apps/grove/commands/kb/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "base/text.h"
#include "inference/chat/open_chat.h"
#include "serve/json/writer.h"

namespace grove::cli {
namespace {

using knowledge::Estimate;
using knowledge::ModelWishes;
using knowledge::Spent;

/// What settings say, else a wish, else the setting's default.
std::string chosen(const Settings& settings, Setting setting, const std::string& wish) {
  return wish.empty() || settings.origin(setting) != "default" ? settings.text(setting) : wish;
}

Result<inference::ChatChoice> chat_choice(const Invocation& invocation, const Settings& settings, const ModelWishes& wishes) {
  const std::string model = chosen(settings, Setting::kKbModel, wishes.model);
  if (model != settings.text(Setting::kKbModel) && inference::is_local_chat(model) && model.contains('/'))
    return fail(ErrorCode::kInvalidArgument, fmt::format("the dataset wants the model {}, a file of this machine", model),
                "name it yourself, with --model");
  const std::string base_url = chosen(settings, Setting::kKbBaseUrl, wishes.base_url);
  // A dataset may come from anywhere, and no key is for whom it names.
  const bool is_own_server = base_url == settings.text(Setting::kKbBaseUrl) || base_url == spec_of(Setting::kKbBaseUrl).fallback;
  return inference::ChatChoice{
      .model = model,
      .models_folder = settings.text(Setting::kDataDirectory) + "/models",
      .server = {.base_url = base_url,
                 .model = {},
                 .key = is_own_server ? settings.text(Setting::kKbApiKey) : std::string(),
                 .timeout = settings.duration(Setting::kKbTimeout),
                 .retry = {.attempts = 5, .first_pause = std::chrono::milliseconds(500), .longest_pause = std::chrono::seconds(60)},
                 .rates = {.requests_per_minute = static_cast<std::uint32_t>(settings.integer(Setting::kKbRequests)),
                           .tokens_per_minute = static_cast<std::uint64_t>(settings.integer(Setting::kKbTokens))},
                 .app_name = settings.text(Setting::kKbAppName),
                 .site_url = settings.text(Setting::kKbSiteUrl),
                 .variables = "GROVE_KB"},
      .local = {.path = {},
                .context = static_cast<std::uint32_t>(invocation.integer("context", 8192)),
                .answer_tokens = static_cast<std::uint32_t>(invocation.integer("answer-tokens", 1024)),
                .room_hint = "give it more room with --context, as far as it can use it, or show it less with --slim-card"}};
}

/// An option in dollars; nothing where it isn't given.
Result<std::optional<double>> dollars(const Invocation& invocation, std::string_view option) {
  const std::string text = invocation.text(option);
  if (text.empty()) return std::nullopt;
  double amount = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount, std::chars_format::fixed);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(amount) && amount >= 0) return amount;
  return fail(ErrorCode::kInvalidArgument, fmt::format("--{}: \"{}\" is no amount of dollars", option, text), "write it as 0.15");
}

/// What is given, else nothing for a model in this process, else its list price.
Result<std::optional<inference::ChatPrice>> price_of(const Invocation& invocation, const std::string& model) {
  GROVE_ASSIGN_OR_RETURN(const auto in, dollars(invocation, "price-in"));
  GROVE_ASSIGN_OR_RETURN(const auto out, dollars(invocation, "price-out"));
  if (in || out) return inference::ChatPrice{.dollars_in = in.value_or(0), .dollars_out = out.value_or(in.value_or(0))};
  if (inference::is_local_chat(model)) return inference::ChatPrice{};
  return inference::chat_list_price(model);
}

void write_dollars(const std::optional<double>& dollars, serve::JsonWriter& json) {
  if (dollars) json.field("dollars", *dollars);
}

std::string estimate_json(const Estimate& estimate, const std::string& model) {
  serve::JsonWriter json;
  json.begin_object().field("model", model).field("questions", estimate.questions).field("kept", estimate.kept);
  json.field("tokens_in", estimate.tokens_in).field("tokens_out", estimate.tokens_out);
  write_dollars(estimate.dollars, json);
  json.end_object();
  return json.take() + '\n';
}

std::string report_json(const KbReport& report) {
  const Spent& spent = report.spent;
  serve::JsonWriter json;
  json.begin_object().field("out", report.out).field("questions", report.questions);
  json.field("asked", spent.asked).field("kept", spent.kept).field("failed", spent.failed);
  json.field("tokens_in", spent.tokens_in).field("tokens_out", spent.tokens_out);
  write_dollars(spent.dollars, json);
  for (const auto& [name, count] : report.counts) json.field(name, count);
  if (spent.failed > 0) json.field("failures", report.failures_file);
  json.end_object();
  return json.take() + '\n';
}

std::string report_text(const KbReport& report) {
  std::string text = fmt::format("{}: ", report.out);
  for (const auto& [name, count] : report.counts) text += fmt::format("{} {}, ", count, name);
  return text + spent_text(report.spent) + '\n';
}

}  // namespace

struct KbModel::Choice {
  std::unique_ptr<inference::ChatModel> model;
  std::optional<inference::ChatPrice> price;
  std::string answers;  ///< Folder.
  unsigned jobs;
};

KbModel::KbModel(Choice choice, const Invocation& invocation, Session& session)
    : model_(std::move(choice.model)),
      price_(choice.price),
      cache_(std::move(choice.answers)),
      cached_(inference::cached_chat_model(*model_, cache_)),
      session_(session),
      jobs_(choice.jobs),
      forgets_failed_(invocation.has("retry-failed")) {}

Result<std::unique_ptr<KbModel>> KbModel::open(const Invocation& invocation, Session& session, const ModelWishes& wishes) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  GROVE_ASSIGN_OR_RETURN(const inference::ChatChoice chat, chat_choice(invocation, *settings, wishes));
  Choice choice{.model = {}, .price = {}, .answers = invocation.text("cache"), .jobs = 0};
  GROVE_ASSIGN_OR_RETURN(choice.model, inference::open_chat(chat));
  GROVE_ASSIGN_OR_RETURN(choice.price, price_of(invocation, chat.model));
  if (choice.answers.empty()) choice.answers = settings->text(Setting::kDataDirectory) + "/answers";
  choice.jobs = static_cast<unsigned>(invocation.integer("concurrency", wishes.jobs.value_or(4)));
  return std::unique_ptr<KbModel>(new KbModel(std::move(choice), invocation, session));
}

knowledge::ModelRun KbModel::run(std::string_view stage) const {
  knowledge::ModelRun run{
      .model = *cached_, .progress = session_.progress(), .cancel = session_.cancel(), .jobs = jobs_, .price = price_, .stage = stage};
  if (forgets_failed_) run.forget = [this](const inference::ChatRequest& request) { return cache_.forget(name(), request); };
  return run;
}

std::span<const knowledge::ChunkDto> limited(const Invocation& invocation, std::span<const knowledge::ChunkDto> chunks) {
  const auto most = static_cast<std::size_t>(invocation.integer("limit", static_cast<std::int64_t>(chunks.size())));
  return chunks.first(std::min(most, chunks.size()));
}

Status print_estimate(std::span<const knowledge::Question> questions, const KbModel& model, Session& session) {
  const Estimate estimate = knowledge::estimate(questions, model.basis());
  const Console& console = session.console();
  return console.print(console.json() ? estimate_json(estimate, model.name())
                                      : fmt::format("{} would be asked {}\n", model.name(), estimate_text(estimate)));
}

Result<int> print_report(const KbReport& report, Session& session) {
  session.progress().clear();
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? report_json(report) : report_text(report)));
  if (report.spent.failed == 0) return 0;
  console.note(
      fmt::format("{} of {} questions have no answer; {} says why. Running it again asks those that nothing came back for; "
                  "--retry-failed asks those, too, whose answer can't be used.",
                  report.spent.failed, report.questions, report.failures_file));
  return report.spent.failed == report.questions ? 1 : 0;
}

Status keep_what_is_there(const std::string& out) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(out, ignored)) return {};
  return fail(ErrorCode::kUnavailable, fmt::format("no question had an answer that can be used: {} stays as it was", out),
              fmt::format("{} says why; --retry-failed asks again", beside(out, "failures")));
}

std::string beside(const std::string& path, std::string_view what, std::string_view ending) {
  const std::string_view own = extension(path);
  const std::string stem = own.empty() ? path : path.substr(0, path.size() - own.size() - 1);
  return fmt::format("{}.{}.{}", stem, what, ending);
}

}  // namespace grove::cli
