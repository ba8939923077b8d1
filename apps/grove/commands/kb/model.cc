#include "apps/grove/commands/kb/model.h"

#include <fmt/format.h>

#include "base/text.h"
#include "serve/json/writer.h"

namespace grove::cli {
namespace {

using knowledge::Estimate;
using knowledge::Spent;

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

KbModel::KbModel(std::unique_ptr<inference::ChatModel> remote, std::string folder, Session& session, unsigned jobs)
    : remote_(std::move(remote)),
      cache_(std::move(folder)),
      cached_(inference::cached_chat_model(*remote_, cache_)),
      session_(session),
      jobs_(jobs) {}

Result<std::unique_ptr<KbModel>> KbModel::open(const Invocation& invocation, Session& session, const ModelWishes& wishes) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const auto chosen = [&](Setting setting, const std::string& wish) {
    return wish.empty() || settings->origin(setting) != "default" ? settings->text(setting) : wish;
  };
  auto remote = inference::open_chat_model(
      {.base_url = chosen(Setting::kKbBaseUrl, wishes.base_url),
       .model = chosen(Setting::kKbModel, wishes.model),
       .key = settings->text(Setting::kKbApiKey),
       .timeout = settings->duration(Setting::kKbTimeout),
       .retry = {.attempts = 5, .first_pause = std::chrono::milliseconds(500), .longest_pause = std::chrono::seconds(60)},
       .rates = {.requests_per_minute = static_cast<std::uint32_t>(settings->integer(Setting::kKbRequests)),
                 .tokens_per_minute = static_cast<std::uint64_t>(settings->integer(Setting::kKbTokens))},
       .app_name = settings->text(Setting::kKbAppName),
       .site_url = settings->text(Setting::kKbSiteUrl),
       .variables = "GROVE_KB"});
  std::string folder = invocation.text("cache");
  if (folder.empty()) folder = settings->text(Setting::kDataDirectory) + "/answers";
  const auto jobs = static_cast<unsigned>(invocation.integer("concurrency", wishes.jobs.value_or(4)));
  return std::unique_ptr<KbModel>(new KbModel(std::move(remote), std::move(folder), session, jobs));
}

knowledge::ModelRun KbModel::run(std::string_view stage) const {
  return {.model = *cached_,
          .progress = session_.progress(),
          .cancel = session_.cancel(),
          .jobs = jobs_,
          .price = inference::chat_list_price(name()),
          .stage = stage};
}

Status print_estimate(std::span<const knowledge::Question> questions, const KbModel& model, Session& session) {
  const Estimate estimate = knowledge::estimate(questions, model.name(), model.cache());
  const Console& console = session.console();
  return console.print(console.json() ? estimate_json(estimate, model.name())
                                      : fmt::format("{} would be asked {}\n", model.name(), estimate_text(estimate)));
}

Result<int> print_report(const KbReport& report, Session& session) {
  session.progress().clear();
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? report_json(report) : report_text(report)));
  if (report.spent.failed == 0) return 0;
  console.note(fmt::format("{} of {} questions have no answer; {} says why. Running it again asks only what is missing.",
                           report.spent.failed, report.questions, report.failures_file));
  return report.spent.failed == report.questions ? 1 : 0;
}

std::string beside(const std::string& path, std::string_view what) {
  const std::string_view ending = extension(path);
  const std::string stem = ending.empty() ? path : path.substr(0, path.size() - ending.size() - 1);
  return fmt::format("{}.{}.jsonl", stem, what);
}

}  // namespace grove::cli
