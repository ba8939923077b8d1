#include "apps/grove/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace grove::cli {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kColumn = 30;

/// Words of `text` in lines of at most kWidth, the first after `head`, the others under its column.
std::string row(std::string_view head, std::string_view text) {
  std::string out = fmt::format("  {:<{}}", head, kColumn - 2);
  if (head.size() + 3 > kColumn) out += '\n' + std::string(kColumn, ' ');
  std::size_t column = kColumn;
  for (const std::string_view word : split_words(text)) {
    if (column > kColumn && column + 1 + word.size() > kWidth) {
      out += '\n' + std::string(kColumn, ' ');
      column = kColumn;
    } else if (column > kColumn) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out + '\n';
}

std::string argument_text(const ArgumentSpec& argument) {
  using Count = ArgumentSpec::Count;
  switch (argument.count) {
    case Count::kOne: return std::string(argument.name);
    case Count::kOptional: return fmt::format("[{}]", argument.name);
    case Count::kAny: return fmt::format("[{}…]", argument.name);
    case Count::kAtLeastOne: return fmt::format("{}…", argument.name);
  }
  return {};
}

std::string option_rows(std::span<const OptionSpec> options) {
  std::string out;
  for (const OptionSpec& option : options) {
    if (option.shown == OptionSpec::Shown::kYes) out += row(option_head(option), option_text(option));
  }
  return out;
}

/// The family that a command belongs to, or null.
const CommandFamily* family_of(const CommandSpec& command) {
  const auto families = command_families();
  const auto found = std::ranges::find(families, command.name.substr(0, command.name.find(' ')), &CommandFamily::name);
  return found == families.end() || command.name.find(' ') == std::string_view::npos ? nullptr : &*found;
}

/// A group's rows, a family being one row at its first command.
std::string folded_rows(const CommandGroup& group, std::vector<const CommandFamily*>& shown) {
  std::string out;
  for (const CommandSpec* command : group.commands) {
    const CommandFamily* family = family_of(*command);
    if (family == nullptr) {
      out += row(command->name, command->summary);
    } else if (std::ranges::find(shown, family) == shown.end()) {
      out += row(fmt::format("{} …", family->name), fmt::format("{}: `grove {} --help`", family->summary, family->name));
      shown.push_back(family);
    }
  }
  return out;
}

}  // namespace

std::string option_head(const OptionSpec& option) {
  const std::string letter = option.letter == 0 ? std::string() : fmt::format("-{}, ", option.letter);
  return fmt::format("{}--{}{}{}", letter, option.name, option.value.empty() ? "" : " ", option.value);
}

std::string option_text(const OptionSpec& option) {
  std::string text(option.help);
  if (option.type == OptionType::kList) text += "; may be given several times";
  if (!option.choices.empty()) text += ": " + replace_all(std::string(option.choices), "|", ", ");
  if (option.setting && option.setting != Setting::kDataDirectory) {
    const SettingSpec& setting = spec_of(*option.setting);
    text += fmt::format(" [${}{}]", setting.environment[0], setting.fallback.empty() ? "" : fmt::format(", else {}", setting.fallback));
  } else if (!option.fallback.empty()) {
    text += fmt::format(" [{}]", option.fallback);
  }
  return text;
}

std::string usage_line(const CommandSpec& command) {
  std::string line = fmt::format("grove {}", command.name);
  for (const ArgumentSpec& argument : command.arguments) line += ' ' + argument_text(argument);
  return command.options.empty() ? line : line + " [options]";
}

std::string program_help() {
  std::string out = "Grove finds things in your code and documents: by name, by words, by meaning.\n\nusage: grove [options] COMMAND …\n";
  std::vector<const CommandFamily*> shown;
  for (const CommandGroup& group : command_groups()) {
    const std::string rows = folded_rows(group, shown);
    if (!rows.empty()) out += fmt::format("\n{}:\n{}", group.title, rows);
  }
  out += "\nOptions, before or after the command:\n" + option_rows(global_options());
  out +=
      "\n`grove COMMAND --help` says more of a command. Settings also come from the environment and from\ngrove.toml: docs/settings.md.\n";
  return out;
}

std::string family_help(const CommandFamily& family) {
  std::string out = fmt::format("{}\n\nusage: grove {} COMMAND …\n", family.summary, family.name);
  for (const CommandGroup& group : command_groups()) {
    std::string rows;
    for (const CommandSpec* command : group.commands)
      if (family_of(*command) == &family) rows += row(command->name.substr(family.name.size() + 1), command->summary);
    if (!rows.empty()) out += fmt::format("\n{}:\n{}", group.title, rows);
  }
  return out + fmt::format("\n`grove {} COMMAND --help` says more of a command; `grove --help` lists all.\n", family.name);
}

std::string command_help(const CommandSpec& command) {
  std::string out = fmt::format("{}\n\nusage: {}\n", command.summary, usage_line(command));
  if (!command.description.empty()) out += fmt::format("\n{}\n", command.description);
  if (!command.arguments.empty()) {
    out += "\narguments:\n";
    for (const ArgumentSpec& argument : command.arguments) out += row(argument.name, argument.help);
  }
  if (!command.options.empty()) out += "\noptions:\n" + option_rows(command.options);
  out += "\nglobal options:\n" + option_rows(global_options());
  if (!command.examples.empty()) {
    out += "\nexamples:\n";
    for (const std::string_view example : split(command.examples, '\n')) out += fmt::format("  {}\n", example);
  }
  return out;
}

std::string command_line_page() {
  std::string out =
      "# The command line\n\nThis page is made from the table of commands in `apps/grove`; a test keeps the two equal "
      "(`UPDATE_EXPECT=1 ctest -R CommandLine`\nwrites it anew). `grove COMMAND --help`, `grove manual` (a man page) and `grove "
      "completions bash|zsh|fish` come "
      "from the same table.\n\nResults go to stdout and nothing else does; progress, warnings and logs go to stderr. With `--json` a "
      "command prints one "
      "JSON\nvalue, an error as `{\"error\": {\"code\", \"message\", \"hint\"}}`. docs/http-api.md describes the shapes.\n\n"
      "| exit code | means |\n|---|---|\n| 0 | done |\n| 1 | failed |\n| 2 | wrong usage |\n| 3 | what was named does not exist |\n"
      "| 4 | another process holds the lock and can't take the request |\n| 130 | interrupted |\n";
  out += "\n## Global options\n```\n" + option_rows(global_options()) + "```\n";
  for (const CommandSpec* command : all_commands()) {
    out += fmt::format("\n## grove {}\n{}.\n\n```\n{}\n", command->name, command->summary, usage_line(*command));
    for (const ArgumentSpec& argument : command->arguments) out += row(argument.name, argument.help);
    out += option_rows(command->options) + "```\n";
    if (!command->description.empty()) out += fmt::format("\n{}\n", command->description);
    if (!command->examples.empty()) out += fmt::format("\n```sh\n{}\n```\n", command->examples);
  }
  return out;
}

}  // namespace grove::cli
