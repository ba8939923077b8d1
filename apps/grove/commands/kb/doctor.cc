#include <fmt/format.h>

#include <algorithm>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/engine_options.h"
#include "apps/grove/commands/kb/model.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "base/text.h"
#include "engine/repositories.h"
#include "inference/chat/open_chat.h"
#include "serve/json/writer.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {kModelOption, kBaseUrlOption, kApiKeyOption};

/// The language model that commands would ask.
struct EffectiveModel {
  std::string model;
  std::string base_url;
  bool has_key = false;
  bool is_local = false;
  std::string problem;  ///< Why it can't be asked, as far as that is known without asking; empty: nothing is known.

  explicit EffectiveModel(const Settings& settings)
      : model(settings.text(Setting::kKbModel)),
        base_url(settings.text(Setting::kKbBaseUrl)),
        has_key(!settings.text(Setting::kKbApiKey).empty()),
        is_local(inference::is_local_chat(model)) {
    if (!is_local) return;
    const auto opened = inference::open_chat({.model = model, .models_folder = settings.text(Setting::kDataDirectory) + "/models"});
    if (!opened) problem = describe(opened.error());
  }

  std::string_view server() const {
    if (is_local) return "in this process";
    return base_url.find("openrouter.ai") != std::string::npos ? "OpenRouter" : "OpenAI-compatible server";
  }
};

std::string report_text(const EffectiveModel& llm, const std::vector<knowledge::EngineState>& engines) {
  std::vector<std::string> words;
  for (const knowledge::EngineState& engine : engines)
    words.push_back(engine.is_there ? fmt::format("{} ✓", engine.name) : fmt::format("{} ({})", engine.name, engine.how));
  std::string text = fmt::format("OntoRAG environment\n  LLM: {} (model={})\n", llm.server(), printable_line(llm.model));
  if (!llm.problem.empty()) text += fmt::format("  problem: {}\n", printable_line(llm.problem));
  if (!llm.is_local)
    text += fmt::format("  base URL: {}\n  API key: {}\n", printable_line(engine::shown_location(llm.base_url)),
                        llm.has_key ? "set" : "not set");
  return text + fmt::format("  ingest engines: {}\n", join(words, "  "));
}

std::string report_json(const EffectiveModel& llm, const std::vector<knowledge::EngineState>& engines) {
  serve::JsonWriter json;
  json.begin_object().key("llm").begin_object().field("model", llm.model);
  if (!llm.is_local) json.field("base_url", engine::shown_location(llm.base_url)).field("key_set", llm.has_key);
  json.field("in_process", llm.is_local);
  if (!llm.problem.empty()) json.field("problem", llm.problem);
  json.end_object().key("ingest_engines").begin_array();
  for (const knowledge::EngineState& engine : engines) {
    json.begin_object().field("name", engine.name).field("available", engine.is_there);
    if (!engine.is_there) json.field("how", engine.how);
    json.end_object();
  }
  json.end_array().end_object();
  return json.take() + '\n';
}

Result<int> run_doctor(const Invocation&, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const EffectiveModel llm(*settings);
  const auto engines = knowledge::find_engines(engine_options(*settings), session.cancel());
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? report_json(llm, engines) : report_text(llm, engines)));
  return 0;
}

}  // namespace

const CommandSpec kKbDoctorCommand = {
    .name = "kb doctor",
    .summary = "Show the language model in effect, and which engines can read documents",
    .description =
        "Asks no server. Engines that are programs of others are looked for; for those that aren't there it says how to get them.",
    .options = kOptions,
    .run = run_doctor,
};

}  // namespace grove::cli
