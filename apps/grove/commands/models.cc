#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "base/text.h"
#include "serve/json/shapes.h"
#include "serve/json/writer.h"

namespace grove::cli {
namespace {

std::string residency_text(bool resident, std::uint32_t active, const std::optional<std::chrono::seconds>& releases_in) {
  if (!resident) return "not loaded";
  if (active > 0) return fmt::format("loaded, {} {}", active, active == 1 ? "operation" : "operations");
  return releases_in ? fmt::format("loaded, released in {} s", releases_in->count()) : "loaded";
}

std::string use_text(const engine::ModelReport::Use& use) {
  std::string out = fmt::format("  {}: {} of {} units have its vectors\n", use.repository, use.vectors, use.units);
  for (const engine::VectorsOfModel& other : use.models) {
    if (!other.is_present)
      out += fmt::format("    {} have those of {} {} ({} dimensions)\n", other.units, other.provider, other.model, other.dimensions);
  }
  return out;
}

std::string report_text(const engine::ModelReport& report, const Console& console) {
  std::string out = fmt::format("{}  {}, {} dimensions, {}\n", console.bold(report.model.model), report.model.provider,
                                report.model.dimensions, residency_text(report.resident, report.active, report.releases_in));
  if (!report.keep_alive.empty()) out += fmt::format("  kept when unused: {}\n", report.keep_alive);
  if (!report.problem.empty()) out += fmt::format("  {}\n", console.red(printable(report.problem)));
  for (const auto& use : report.repositories) out += use_text(use);
  if (report.reranker) {
    out += fmt::format("reranker: {}  {}\n", console.bold(report.reranker->model),
                       residency_text(report.reranker->resident, report.reranker->active, report.reranker->releases_in));
    if (!report.reranker->problem.empty()) out += fmt::format("  {}\n", console.red(printable(report.reranker->problem)));
  }
  for (const auto& stored : report.stored) {
    out += fmt::format("downloaded: {}  {}\n", stored.name, console.faint(readable_size(stored.bytes)));
  }
  return out;
}

/// Of the server, where one runs for the data directory: models are loaded there.
Result<int> run_status(const Invocation&, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const serve::Handover handover, session.handover());
  std::optional<engine::ModelReport> report = handover.model_status();
  if (!report) {
    GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
    GROVE_ASSIGN_OR_RETURN(report, engine->model_status());
  }
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::model_json(*report) + '\n' : report_text(*report, console)));
  return 0;
}

constexpr ArgumentSpec kModel[] = {
    {.name = "NAME", .help = "A model that is known by name, an http or https address, or a file", .completion = Completion::kFile}};
constexpr OptionSpec kPullOptions[] = {
    {.name = "as", .value = "NAME", .help = "Keep it under this name"},
    {.name = "sha256", .value = "HEX", .help = "Refuse anything but this content"},
};

Result<int> run_pull(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const engine::PullRequest request{.source = invocation.arguments[0], .name = invocation.text("as"), .sha256 = invocation.text("sha256")};
  GROVE_ASSIGN_OR_RETURN(const auto stored, engine->pull_model(request, session.progress(), session.cancel()));
  session.progress().clear();
  const Console& console = session.console();
  const std::string text =
      fmt::format("{}  {} at {}\n", console.bold(stored.name), readable_size(stored.bytes), printable_line(stored.path));
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::stored_model_json(stored) + '\n' : text));
  return 0;
}

/// A model is loaded in the server, not here: so the server is asked.
Result<int> run_unload(const Invocation&, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const serve::Handover handover, session.handover());
  GROVE_ASSIGN_OR_RETURN(const bool unloaded, handover.unload_model());
  const Console& console = session.console();
  serve::JsonWriter json;
  json.begin_object().field("status", unloaded ? "unloaded" : "not_loaded").end_object();
  const std::string_view text = unloaded ? "unloaded\n" : "no server runs for this data directory, so no model is loaded\n";
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? json.take() + '\n' : text));
  return 0;
}

}  // namespace

const CommandSpec kModelsPullCommand = {
    .name = "models pull",
    .summary = "Download a model, or go on with a download",
    .description = "Nothing is ever downloaded but by this command. `--embedding-model NAME` or $GROVE_EMBEDDING_MODEL uses it then.",
    .arguments = kModel,
    .options = kPullOptions,
    .examples = "grove models pull all-minilm-l6-v2\ngrove models pull ./model.gguf --as mine",
    .run = run_pull,
};

const CommandSpec kModelsUnloadCommand = {.name = "models unload", .summary = "Have the server free its model's memory", .run = run_unload};

const CommandSpec kModelsStatusCommand = {
    .name = "models status", .summary = "Show the embedding model and which repositories have its vectors", .run = run_status};

}  // namespace grove::cli
