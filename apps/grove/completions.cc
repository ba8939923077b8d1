#include <fmt/format.h>

#include <algorithm>

#include "apps/grove/help.h"
#include "base/text.h"

namespace grove::cli {
namespace {

/// The options of a command and the global ones: "--limit --json …".
std::string option_words(const CommandSpec* command) {
  std::string words;
  const auto add = [&](std::span<const OptionSpec> options) {
    for (const OptionSpec& option : options) {
      if (option.shown == OptionSpec::Shown::kYes) words += fmt::format("{}--{}", words.empty() ? "" : " ", option.name);
    }
  };
  if (command != nullptr) add(command->options);
  add(global_options());
  return words;
}

/// First words of all commands, each once.
std::string command_words() {
  std::string words;
  std::string_view last;
  for (const CommandSpec* command : all_commands()) {
    const std::string_view word = command->name.substr(0, command->name.find(' '));
    if (word != last) words += fmt::format("{}{}", words.empty() ? "" : " ", word);
    last = word;
  }
  return words;
}

/// Families of commands with the words that may follow: "models" → "status pull unload".
std::vector<std::pair<std::string, std::string>> families() {
  std::vector<std::pair<std::string, std::string>> found;
  for (const CommandSpec* command : all_commands()) {
    const auto space = command->name.find(' ');
    if (space == std::string_view::npos) continue;
    const std::string family(command->name.substr(0, space));
    if (found.empty() || found.back().first != family) found.emplace_back(family, "");
    found.back().second += fmt::format("{}{}", found.back().second.empty() ? "" : " ", command->name.substr(space + 1));
  }
  return found;
}

Completion argument_completion(const CommandSpec& command) {
  return command.arguments.empty() ? Completion::kNothing : command.arguments.back().completion;
}

template <class Visit>
void each_option(Visit visit) {
  std::vector<std::string_view> seen;
  const auto add = [&](std::span<const OptionSpec> options) {
    for (const OptionSpec& option : options) {
      if (option.value.empty() || std::ranges::find(seen, option.name) != seen.end()) continue;
      seen.push_back(option.name);
      visit(option);
    }
  };
  add(global_options());
  for (const CommandSpec* command : all_commands()) add(command->options);
}

std::string bash_values(Completion completion, std::string_view choices) {
  if (!choices.empty()) return fmt::format("COMPREPLY=($(compgen -W \"{}\" -- \"$word\"))", replace_all(std::string(choices), "|", " "));
  switch (completion) {
    case Completion::kFile: return "COMPREPLY=($(compgen -f -- \"$word\"))";
    case Completion::kDirectory: return "COMPREPLY=($(compgen -d -- \"$word\"))";
    case Completion::kRepository: return "COMPREPLY=($(compgen -W \"$(_grove_repositories)\" -- \"$word\"))";
    case Completion::kNothing: return "COMPREPLY=()";
  }
  return {};
}

// `list` in JSON has each name in a field of its own, so that no parser is needed beyond sed.
constexpr std::string_view kRepositories =
    "_grove_repositories() {\n"
    "  grove --quiet --json list 2>/dev/null | tr ',' '\\n' | sed -n 's/^\"name\":\"\\([^\"]*\\)\"$/\\1/p'\n"
    "}\n";

}  // namespace

std::string bash_completions() {
  std::string out = "# bash completion for grove; made by `grove completions bash`\n" + std::string(kRepositories);
  out +=
      "_grove() {\n  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" command= i\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n    [[ ${COMP_WORDS[i]} != -* ]] && { command=\"${COMP_WORDS[i]}\"; break; }\n  done\n"
      "  case \"$before\" in\n";
  each_option([&](const OptionSpec& option) {
    out += fmt::format("    --{}) {}; return ;;\n", option.name, bash_values(option.completion, option.choices));
  });
  for (const auto& [family, words] : families()) {
    out += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n", family, words);
  }
  out += fmt::format("  esac\n  case \"$command\" in\n    '') COMPREPLY=($(compgen -W \"{} {}\" -- \"$word\")) ;;\n", command_words(),
                     option_words(nullptr));
  for (const CommandSpec* command : all_commands()) {
    if (command->name.find(' ') != std::string_view::npos) continue;
    out += fmt::format("    {}) if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); else {}; fi ;;\n", command->name,
                       option_words(command), bash_values(argument_completion(*command), ""));
  }
  return out + "  esac\n}\ncomplete -F _grove grove\n";
}

std::string zsh_completions() {
  return "#compdef grove\n# zsh completion for grove; made by `grove completions zsh`\nautoload -U +X bashcompinit && bashcompinit\n" +
         bash_completions();
}

std::string fish_completions() {
  std::string out = "# fish completion for grove; made by `grove completions fish`\n";
  for (const CommandSpec* command : all_commands()) {
    const auto space = command->name.find(' ');
    const std::string_view word = space == std::string_view::npos ? command->name : command->name.substr(space + 1);
    const std::string when = space == std::string_view::npos
                                 ? "__fish_use_subcommand"
                                 : fmt::format("__fish_seen_subcommand_from {}", command->name.substr(0, space));
    out += fmt::format("complete -c grove -f -n '{}' -a {} -d '{}'\n", when, word, replace_all(std::string(command->summary), "'", "\\'"));
    for (const OptionSpec& option : command->options) {
      if (option.shown == OptionSpec::Shown::kNo) continue;
      out += fmt::format("complete -c grove -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n", word, option.name,
                         option.value.empty() ? "" : " -r", replace_all(std::string(option.help), "'", "\\'"));
      if (!option.choices.empty()) {
        out += fmt::format("complete -c grove -n '__fish_seen_subcommand_from {}' -l {} -a '{}'\n", word, option.name,
                           replace_all(std::string(option.choices), "|", " "));
      }
    }
  }
  for (const auto& [family, words] : families()) {
    out += fmt::format("complete -c grove -f -n '__fish_use_subcommand' -a {}\n", family);
  }
  for (const OptionSpec& option : global_options()) {
    out += fmt::format("complete -c grove -l {}{} -d '{}'\n", option.name, option.value.empty() ? "" : " -r",
                       replace_all(std::string(option.help), "'", "\\'"));
  }
  return out;
}

}  // namespace grove::cli
