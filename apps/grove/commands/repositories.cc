#include <fmt/format.h>

#include <algorithm>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "apps/grove/terminal/table.h"
#include "apps/grove/vectors_text.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "serve/json/shapes.h"
#include "serve/json/writer.h"

namespace grove::cli {
namespace {

constexpr ArgumentSpec kName[] = {
    {.name = "NAME", .help = "Name or id of a repository", .count = ArgumentSpec::Count::kOptional, .completion = Completion::kRepository}};
constexpr OptionSpec kOptions[] = {kRepoOption};

std::string state_text(const engine::RepositoryState& state, const Console& console) {
  using State = engine::RepositoryState::State;
  const std::string text = replace_all(std::string(engine::state_name(state.state)), "_", " ");
  if (state.state == State::kReady && state.has_pending_changes) return console.yellow(text + ", changes pending");
  if (state.state == State::kReady) return console.green(text);
  return state.state == State::kNotIndexed ? console.yellow(text) : console.red(text);
}

/// How much is found of a repository; unknown where its index can't be opened.
std::string figure(const engine::RepositoryState& state, std::uint64_t number) {
  const bool is_closed = state.state == engine::RepositoryState::State::kBroken && state.index.generation == 0;
  return is_closed ? "unknown" : std::to_string(number);
}

Result<int> run_list(const Invocation&, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const auto states, engine->repositories());
  const Console& console = session.console();
  if (console.json()) {
    GROVE_RETURN_IF_ERROR(console.print(serve::repositories_json(states) + '\n'));
    return 0;
  }
  if (states.empty()) {
    console.note("There are no repositories yet: `grove index PATH` adds one.");
    return 0;
  }
  Table table({"name", "state", "files", "units", "vectors", "root"}, console);
  for (const engine::RepositoryState& state : states) {
    table.add({console.bold(state.repository.name), state_text(state, console), figure(state, state.index.files),
               figure(state, state.index.units), printable_line(vectors_text(state.vectors, state.index.units)),
               printable_line(state.repository.root)});
  }
  std::string text = table.text();
  for (const engine::RepositoryState& state : states)
    if (!state.problem.empty()) text += fmt::format("{}: {}\n", state.repository.name, printable_line(state.problem));
  GROVE_RETURN_IF_ERROR(console.print(text));
  return 0;
}

std::string details(const engine::RepositoryState& state, const Console& console) {
  const Repository& repository = state.repository;
  std::string out = console.bold(repository.name) + "  " + state_text(state, console) + '\n';
  const auto line = [&](std::string_view what, const std::string& value) {
    if (!value.empty()) out += fmt::format("  {:<10}{}\n", what, printable_line(value));
  };
  line("problem", state.problem);
  line("root", repository.root);
  line("url", repository.url);
  line("branch", repository.branch);
  line("subpath", repository.subpath);
  line("commit", repository.commit);
  if (repository.added_at_ms > 0) line("added", rfc3339(repository.added_at_ms));
  if (repository.indexed_at_ms > 0) line("indexed", rfc3339(repository.indexed_at_ms));
  line("files", figure(state, state.index.files));
  line("units", figure(state, state.index.units));
  line("vectors", vectors_text(state.vectors, state.index.units));
  line("on disk", readable_size(state.index.bytes_on_disk));
  return out;
}

Result<int> run_show(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const std::string name, named_repository(invocation));
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const auto state, engine->repository(name));
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::repository_json(state) + '\n' : details(state, console)));
  return 0;
}

Result<int> run_remove(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const std::string name, named_repository(invocation));
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const Repository removed, engine->remove(name));
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::removed_json(removed) + '\n' : fmt::format("removed {}\n", removed.name)));
  return 0;
}

}  // namespace

const CommandSpec kListCommand = {.name = "list", .summary = "List the repositories", .run = run_list};

const CommandSpec kShowCommand = {
    .name = "show", .summary = "Show one repository", .arguments = kName, .options = kOptions, .run = run_show};

const CommandSpec kRemoveCommand = {
    .name = "remove",
    .summary = "Forget a repository and delete its index",
    .description = "A clone in the data directory is deleted too; a folder of yours is never touched.",
    .arguments = kName,
    .options = kOptions,
    .run = run_remove,
};

}  // namespace grove::cli
