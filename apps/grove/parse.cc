#include "apps/grove/parse.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>

#include "base/nearest.h"
#include "base/text.h"

namespace grove::cli {
namespace {

using Count = ArgumentSpec::Count;

std::unexpected<Error> usage(std::string message, std::string hint = {}) {
  return fail(ErrorCode::kInvalidArgument, std::move(message), std::move(hint));
}

std::string help_hint(const CommandSpec* command) {
  return command == nullptr ? "`grove --help` lists all commands." : fmt::format("`grove {} --help` says more.", command->name);
}

/// The library's view of the table. It only splits words into options and arguments; what they may be is checked here, for messages that
/// help.
struct Parser {
  CLI::App root{"", "grove"};
  std::map<const CommandSpec*, CLI::App*> apps;
  std::map<const CommandSpec*, std::vector<std::string>> arguments;
  std::map<std::string, CLI::App*> families;
  struct Bound {
    const OptionSpec* spec;
    CLI::Option* option;
    const CommandSpec* command;
  };
  std::vector<Bound> bound;
  std::map<std::string, CLI::Option*> early;  // options of commands that may stand before them

  Parser() {
    root.set_help_flag();
    root.allow_extras();
    root.require_subcommand(0, 1);
    for (const OptionSpec& spec : global_options()) add_option(root, spec, nullptr);
    for (const CommandSpec* command : all_commands()) add_command(*command);
  }

  static CLI::Option* make_option(CLI::App& app, const OptionSpec& spec) {
    const std::string letter = spec.letter == 0 ? std::string() : fmt::format("-{},", spec.letter);
    const std::string name = letter + "--" + std::string(spec.name);
    CLI::Option* option = spec.type == OptionType::kFlag ? app.add_flag(name) : app.add_option(name);
    if (spec.type != OptionType::kFlag) option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
    return option;
  }

  void add_option(CLI::App& app, const OptionSpec& spec, const CommandSpec* command) {
    if (spec.place == OptionSpec::Place::kAnywhere) {
      CLI::Option*& option = early[std::string(spec.name)];
      if (option == nullptr) option = make_option(root, spec);
      bound.push_back({&spec, option, command});
    }
    bound.push_back({&spec, make_option(app, spec), command});
  }

  CLI::App& child(CLI::App& parent, std::string_view name) {
    CLI::App& app = *parent.add_subcommand(std::string(name), "");
    app.set_help_flag();
    app.fallthrough();
    app.allow_extras();
    return app;
  }

  void add_command(const CommandSpec& command) {
    const auto space = command.name.find(' ');
    CLI::App* parent = &root;
    if (space != std::string_view::npos) {
      const std::string family(command.name.substr(0, space));
      if (!families.contains(family)) families[family] = &child(root, family);
      parent = families[family];
      parent->require_subcommand(0, 1);
    }
    CLI::App& app = child(*parent, space == std::string_view::npos ? command.name : command.name.substr(space + 1));
    for (const OptionSpec& spec : command.options) add_option(app, spec, &command);
    app.add_option("arguments", arguments[&command])->expected(0, 1'000'000);
    apps[&command] = &app;
  }

  const CommandSpec* chosen() const {
    const auto found = std::ranges::find_if(apps, [](const auto& entry) { return entry.second->parsed(); });
    return found == apps.end() ? nullptr : found->first;
  }
};

std::vector<std::string> command_words(std::string_view family) {
  std::vector<std::string> names;
  for (const CommandSpec* command : all_commands()) {
    std::string_view name = command->name;
    if (!family.empty()) {
      if (!name.starts_with(family) || name.size() == family.size() || name[family.size()] != ' ') continue;
      name.remove_prefix(family.size() + 1);
    }
    const std::string word(name.substr(0, name.find(' ')));
    if (std::ranges::find(names, word) == names.end()) names.push_back(word);
  }
  return names;
}

std::unexpected<Error> unknown_command(std::string_view family, std::string_view word) {
  const auto known = command_words(family);
  std::string hint = did_you_mean(word, known);
  if (hint.empty()) hint = family.empty() ? help_hint(nullptr) : fmt::format("Known: {}.", join(known, ", "));
  const std::string_view space = family.empty() ? "" : " ";
  return usage(fmt::format("there is no command `grove {}{}{}`", family, space, word), hint);
}

std::unexpected<Error> unknown_option(const CommandSpec* command, std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  std::vector<std::string> known;
  for (const OptionSpec& spec : global_options()) known.push_back("--" + std::string(spec.name));
  if (command != nullptr) {
    for (const OptionSpec& spec : command->options) known.push_back("--" + std::string(spec.name));
  }
  const std::string near = did_you_mean(name, known);
  return usage(fmt::format("there is no option `{}`{}", name, command == nullptr ? "" : fmt::format(" of `grove {}`", command->name)),
               near.empty() ? help_hint(command) : near);
}

Status check_option(const OptionSpec& spec, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    if (value.empty()) return usage(fmt::format("--{} takes a value, and got an empty one", spec.name));
    if (spec.type == OptionType::kInteger) {
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      const bool whole = error == std::errc{} && end == value.data() + value.size();
      if (!whole || number < spec.least || number > spec.most) {
        return usage(fmt::format("--{} takes a whole number from {} to {}, not `{}`", spec.name, spec.least, spec.most, value));
      }
    }
    if (spec.type == OptionType::kChoice) {
      const auto choices = split(spec.choices, '|');
      if (std::ranges::find(choices, value) != choices.end()) continue;
      return usage(fmt::format("--{} takes one of {}, not `{}`", spec.name, replace_all(std::string(spec.choices), "|", ", "), value));
    }
    if (spec.setting) {
      if (const auto number = parse_setting(spec_of(*spec.setting), value); !number) {
        return usage(fmt::format("--{}: `{}` {}", spec.name, value, number.error().message));
      }
    }
  }
  return {};
}

Status check_arguments(const CommandSpec& command, const std::vector<std::string>& given) {
  std::size_t least = 0;
  std::size_t most = 0;
  for (const ArgumentSpec& spec : command.arguments) {
    if (spec.count == Count::kOne || spec.count == Count::kAtLeastOne) ++least;
    most = spec.count == Count::kAny || spec.count == Count::kAtLeastOne ? SIZE_MAX : most + 1;
  }
  if (given.size() < least) {
    return usage(fmt::format("`grove {}` needs {}", command.name, command.arguments[given.size()].name), help_hint(&command));
  }
  if (given.size() > most) {
    return usage(fmt::format("`grove {}` has no use for `{}`", command.name, given[most]), help_hint(&command));
  }
  return {};
}

Status collect_options(const Parser& parser, Invocation& invocation) {
  for (const Parser::Bound& bound : parser.bound) {
    if (bound.option->count() == 0 || (bound.command != nullptr && bound.command != invocation.command)) continue;
    const std::vector<std::string> values = bound.spec->type == OptionType::kFlag ? std::vector<std::string>{} : bound.option->results();
    GROVE_RETURN_IF_ERROR(check_option(*bound.spec, values));
    invocation.options[std::string(bound.spec->name)] = values;
  }
  return {};
}

/// An option before a command that hasn't got it.
Status refuse_early_options(const Parser& parser, const Invocation& invocation) {
  for (const auto& [name, option] : parser.early)
    if (option->count() > 0 && !invocation.has(name)) return unknown_option(invocation.command, "--" + name);
  return {};
}

/// What the library could make nothing of.
Status refuse_leftovers(const Parser& parser, const Invocation& invocation) {
  const CommandSpec* command = invocation.command;
  const std::string_view family = invocation.family;
  for (const std::string& word : parser.root.remaining(true)) {
    if (word.size() > 1 && word.starts_with('-')) return unknown_option(command, word);
    if (command == nullptr) return unknown_command(family, word);
    return usage(fmt::format("`grove {}` has no use for `{}`", command->name, word), help_hint(command));
  }
  if (command == nullptr && !family.empty()) {
    return usage(fmt::format("`grove {}` needs one of: {}", family, join(command_words(family), ", ")),
                 fmt::format("`grove {} --help` says what they do.", family));
  }
  return {};
}

}  // namespace

Result<Invocation> parse_command_line(const std::vector<std::string>& words) {
  Parser parser;
  const auto end = std::ranges::find(words, "--");
  try {
    parser.root.parse(std::vector<std::string>(std::reverse_iterator(end), words.rend()));
  } catch (const CLI::ParseError& error) {
    return usage(fmt::format("the command line can't be read: {}", error.what()), help_hint(parser.chosen()));
  }
  Invocation invocation;
  invocation.command = parser.chosen();
  for (const auto& [name, app] : parser.families)
    if (app->parsed()) invocation.family = name;
  GROVE_RETURN_IF_ERROR(collect_options(parser, invocation));
  const bool only_asks = invocation.has("help") || invocation.has("version");
  if (auto status = refuse_leftovers(parser, invocation); !status && !only_asks) return std::unexpected(status.error());
  if (!only_asks) GROVE_RETURN_IF_ERROR(refuse_early_options(parser, invocation));
  if (invocation.command == nullptr) return invocation;
  invocation.arguments = parser.arguments[invocation.command];
  if (end != words.end()) invocation.arguments.insert(invocation.arguments.end(), end + 1, words.end());
  if (!only_asks) GROVE_RETURN_IF_ERROR(check_arguments(*invocation.command, invocation.arguments));
  return invocation;
}

bool asks_for_json(const std::vector<std::string>& words) {
  const auto end = std::ranges::find(words, "--");
  return std::find(words.begin(), end, "--json") != end;
}

}  // namespace grove::cli
