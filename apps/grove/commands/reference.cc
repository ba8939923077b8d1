#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/help.h"
#include "apps/grove/session.h"
#include "base/nearest.h"
#include "base/text.h"

// What is made from the table of commands itself: completions, manual, help.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kShell[] = {{.name = "SHELL", .help = "bash, zsh or fish"}};
constexpr ArgumentSpec kWords[] = {{.name = "COMMAND", .help = "A command", .count = ArgumentSpec::Count::kAny}};

Result<int> print(Session& session, const std::string& text) {
  GROVE_RETURN_IF_ERROR(session.console().print(text));
  return 0;
}

Result<int> run_completions(const Invocation& invocation, Session& session) {
  const std::string& shell = invocation.arguments[0];
  if (shell == "bash") return print(session, bash_completions());
  if (shell == "zsh") return print(session, zsh_completions());
  if (shell == "fish") return print(session, fish_completions());
  return fail(ErrorCode::kInvalidArgument, fmt::format("there are no completions for `{}`", shell), "Known shells: bash, zsh, fish.");
}

Result<int> run_manual(const Invocation&, Session& session) { return print(session, manual_page()); }

Result<int> run_help(const Invocation& invocation, Session& session) {
  if (invocation.arguments.empty()) return print(session, program_help());
  const std::string wanted = join(invocation.arguments, " ");
  for (const CommandFamily& family : command_families())
    if (family.name == wanted) return print(session, family_help(family));
  std::vector<std::string> names;
  for (const CommandSpec* command : all_commands()) {
    if (command->name == wanted) return print(session, command_help(*command));
    names.emplace_back(command->name);
  }
  return fail(ErrorCode::kInvalidArgument, fmt::format("there is no command `grove {}`", wanted), did_you_mean(wanted, names));
}

}  // namespace

const CommandSpec kCompletionsCommand = {
    .name = "completions",
    .summary = "Print completions for a shell",
    .arguments = kShell,
    .examples = "source <(grove completions bash)\ngrove completions fish > ~/.config/fish/completions/grove.fish",
    .run = run_completions,
};

const CommandSpec kManualCommand = {
    .name = "manual", .summary = "Print the man page", .examples = "grove manual | man -l -", .run = run_manual};

const CommandSpec kHelpCommand = {.name = "help", .summary = "Print help", .arguments = kWords, .run = run_help};

}  // namespace grove::cli
