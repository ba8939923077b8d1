#include <fmt/format.h>

#include <algorithm>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/serving.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "apps/grove/terminal/table.h"
#include "apps/grove/vectors_text.h"
#include "base/printable.h"
#include "base/text.h"
#include "serve/json/shapes.h"

// What is there, what is missing, whether all is well: stats, coverage, doctor.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kNames[] = {{.name = "NAME",
                                    .help = "Repositories; all where none is given",
                                    .count = ArgumentSpec::Count::kAny,
                                    .completion = Completion::kRepository}};

constexpr OptionSpec kOptions[] = {kRepoOption};

std::string stats_text(const engine::Stats& stats, const std::vector<engine::RepositoryState>& states) {
  std::string out = fmt::format("{} repositories, {} files, {} units, {} symbols, {} references, {} edges, {} vectors, {} on disk\n",
                                stats.repositories, stats.files, stats.units, stats.symbols, stats.references, stats.edges, stats.vectors,
                                readable_size(stats.bytes_on_disk));
  out += fmt::format("product {}: {} (units), {} (with vectors)\n", stats.product, stats.raw_collection, stats.serving_collection);
  for (const auto& [kind, count] : stats.units_by_kind) out += fmt::format("  {:<12} {:>10}\n", kind, count);
  for (const auto& repository : stats.by_repository)
    out += fmt::format("{}: {} units, vectors: {}\n", repository.name, repository.units,
                       printable_line(vectors_text(repository.vectors, repository.units)));
  for (const engine::RepositoryState& state : states)
    if (!state.problem.empty())
      out += fmt::format("{}: {}: {}\n", state.repository.name, engine::state_name(state.state), printable_line(state.problem));
  return out;
}

Result<int> run_stats(const Invocation&, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const engine::Stats stats, engine->stats());
  GROVE_ASSIGN_OR_RETURN(const auto states, engine->repositories());
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::stats_json(stats, states) + '\n' : stats_text(stats, states)));
  return 0;
}

std::string coverage_text(const engine::Coverage& coverage, const Console& console) {
  std::string out = fmt::format("{}  {} of {} files searchable\n", console.bold(coverage.name), coverage.indexed, coverage.files);
  for (const auto& omission : coverage.omissions) {
    const bool is_found = omission.state == FileState::kIndexed;
    const std::string_view state = is_found ? "searchable, but" : file_state_name(omission.state);
    const bool says_it = omission.reason.starts_with(fmt::format("{}: ", state));  // `binary: PNG image`
    const std::string why = omission.reason.empty() || says_it ? omission.reason : (is_found ? " " : ": ") + omission.reason;
    out +=
        fmt::format("  {}  {}\n", printable_line(omission.path), console.faint(printable_line((says_it ? "" : std::string(state)) + why)));
  }
  return out;
}

Result<int> run_coverage(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const auto repositories, engine->coverage(named_repositories(invocation)));
  const Console& console = session.console();
  std::string text;
  for (const engine::Coverage& coverage : repositories) text += coverage_text(coverage, console);
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::coverage_json(repositories) + '\n' : text));
  return 0;
}

std::string check_text(const engine::Check& check, const Console& console) {
  using Outcome = engine::Check::Outcome;
  const std::string mark = check.outcome == Outcome::kOk        ? console.green("ok     ")
                           : check.outcome == Outcome::kWarning ? console.yellow("warning")
                                                                : console.red("failed ");
  std::string out = fmt::format("{}  {}: {}\n", mark, check.name, printable(check.message));
  if (!check.hint.empty()) out += fmt::format("         {}\n", printable(check.hint));
  return out;
}

constexpr OptionSpec kDoctorOptions[] = {
    {.name = "mcp", .help = "Print what to paste into the configuration of each assistant instead", .type = OptionType::kFlag}};

std::string setup_text(const serve::mcp::ClientSetup& setup, const Console& console) {
  std::string out = fmt::format("{}\n  {}:\n{}\n", console.bold(setup.client), setup.where, setup.text);
  if (!setup.command.empty()) out += fmt::format("  or: {}\n", setup.command);
  return out + '\n';
}

Result<int> print_setups(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const serve::mcp::Reach reach, reach_of(invocation, session));
  const auto setups = serve::mcp::client_setups(reach);
  const Console& console = session.console();
  std::string text;
  for (const serve::mcp::ClientSetup& setup : setups) text += setup_text(setup, console);
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::mcp::setups_json(setups) + '\n' : text));
  return 0;
}

Result<int> run_doctor(const Invocation& invocation, Session& session) {
  if (invocation.has("mcp")) return print_setups(invocation, session);
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const auto checks, engine->doctor());
  const Console& console = session.console();
  std::string text;
  bool failed = false;
  for (const engine::Check& check : checks) {
    text += check_text(check, console);
    failed = failed || check.outcome == engine::Check::Outcome::kFailed;
  }
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::doctor_json(checks) + '\n' : text));
  return failed ? 1 : 0;
}

}  // namespace

const CommandSpec kStatsCommand = {.name = "stats", .summary = "Count what is there", .run = run_stats};

const CommandSpec kCoverageCommand = {
    .name = "coverage",
    .summary = "List what was not indexed, or not whole, and why",
    .arguments = kNames,
    .options = kOptions,
    .run = run_coverage,
};

const CommandSpec kDoctorCommand = {
    .name = "doctor",
    .summary = "Check that everything needed is there and every index is sound",
    .description = "Exits with 1 where a check failed; a warning is no failure.",
    .options = kDoctorOptions,
    .run = run_doctor,
};

}  // namespace grove::cli
