#include <fmt/format.h>

#include <filesystem>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "engine/jobs.h"
#include "engine/watching.h"

namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {{.name = "NAME",
                                        .help = "Repositories, or folders to register; all that are registered where none is given",
                                        .count = ArgumentSpec::Count::kAny,
                                        .completion = Completion::kRepository}};
constexpr OptionSpec kOptions[] = {
    kRepoOption,
    {.name = "debounce", .value = "D", .help = "Index once nothing changed for that long", .setting = Setting::kWatchDebounce},
    {.name = "poll",
     .help = "Look for changes instead of having the system tell them",
     .type = OptionType::kFlag,
     .setting = Setting::kWatchPoll},
};

/// By its name; else a folder, registered where it isn't yet.
Result<Repository> find_or_add(engine::Engine& engine, const std::string& name_or_path, Session& session) {
  auto known = engine.repository(name_or_path);
  if (known) return std::move(known->repository);
  std::error_code ignored;
  if (known.error().code != ErrorCode::kNotFound || !std::filesystem::is_directory(name_or_path, ignored))
    return std::unexpected(std::move(known).error());
  return engine.add({.location = name_or_path}, session.progress(), session.cancel());
}

/// All registered folders where none is named.
Result<std::vector<Repository>> chosen(engine::Engine& engine, const std::vector<std::string>& names, Session& session) {
  std::vector<Repository> repositories;
  for (const std::string& name : names) {
    GROVE_ASSIGN_OR_RETURN(Repository repository, find_or_add(engine, name, session));
    repositories.push_back(std::move(repository));
  }
  if (!names.empty()) return repositories;
  GROVE_ASSIGN_OR_RETURN(const auto states, engine.repositories());
  for (const engine::RepositoryState& state : states)
    if (state.repository.url.empty()) repositories.push_back(state.repository);
  if (repositories.empty()) return fail(ErrorCode::kNotFound, "no folder is registered yet", "`grove watch PATH` registers one.");
  return repositories;
}

/// Here, so that a person sees how far it is, and what fails before anything is watched.
Status bring_up_to_date(engine::Engine& engine, const std::vector<Repository>& repositories, Session& session) {
  for (const Repository& repository : repositories) {
    const auto report = engine.index({.repository = repository.id}, session.progress(), session.cancel());
    session.progress().clear();
    if (report) continue;
    const ErrorCode code = report.error().code;
    if (repositories.size() == 1 || code == ErrorCode::kLocked || session.cancel().cancelled()) return std::unexpected(report.error());
    session.console().complain(fmt::format("grove: {}", printable(describe(report.error()))));
  }
  return {};
}

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const std::vector<std::string> names = named_repositories(invocation);
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> repositories, chosen(*engine, names, session));
  GROVE_RETURN_IF_ERROR(bring_up_to_date(*engine, repositories, session));
  const Console& console = session.console();
  engine::Jobs jobs({});
  engine::Watching watching({.engine = *engine, .jobs = jobs, .options = engine::watch_options(*settings), .tell = [&](const auto& news) {
                               const std::string line = fmt::format("{}: {}", news.repository, printable(news.text));
                               news.level == LogLevel::kError ? console.complain(line) : console.note(line);
                             }});
  const auto wake = session.on_interrupt([&watching] { watching.stop(); });
  for (const Repository& repository : repositories) GROVE_RETURN_IF_ERROR(watching.add(repository.id));
  if (names.empty()) watching.follow_registry();
  if (!session.cancel().cancelled()) watching.wait();
  if (session.cancel().cancelled()) return fail(ErrorCode::kCancelled, "interrupted; what was done is kept");
  return fail(ErrorCode::kNotFound, "nothing is left to watch");
}

}  // namespace

const CommandSpec kWatchCommand = {
    .name = "watch",
    .summary = "Keep indexes current while files change, until interrupted",
    .description =
        "Tells a line about every change that was indexed. A folder that is not registered yet is registered. `grove serve\n"
        "--watch` does the same beside answering over HTTP.",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove watch\ngrove watch ~/src/shop",
    .run = run,
};

}  // namespace grove::cli
