#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/session.h"
#include "base/text.h"
#include "serve/json/shapes.h"

namespace grove::cli {
namespace {

std::string report_text(const engine::ModelReport& report, const Console& console) {
  std::string out = fmt::format("{}  {}, {} dimensions, {}\n", console.bold(report.model.model), report.model.provider,
                                report.model.dimensions, report.resident ? "loaded" : "not loaded");
  if (!report.problem.empty()) out += fmt::format("  {}\n", console.red(printable(report.problem)));
  for (const auto& use : report.repositories) {
    out += fmt::format("  {}: {} of {} units have its vectors\n", use.repository, use.vectors, use.units);
  }
  return out;
}

Result<int> run_status(const Invocation&, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const engine::ModelReport report, engine->model_status());
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::model_json(report) + '\n' : report_text(report, console)));
  return 0;
}

}  // namespace

const CommandSpec kModelsStatusCommand = {
    .name = "models status", .summary = "Show the embedding model and which repositories have its vectors", .run = run_status};

}  // namespace grove::cli
