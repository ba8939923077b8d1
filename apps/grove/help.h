#pragma once

#include <string>

#include "apps/grove/command.h"

namespace grove::cli {

/// What `grove --help` prints: commands, global options, where to read on.
std::string program_help();
/// What `grove kb --help` prints: the commands of a family.
std::string family_help(const CommandFamily& family);
/// What `grove COMMAND --help` prints.
std::string command_help(const CommandSpec& command);
/// "grove search QUERY… [options]"
std::string usage_line(const CommandSpec& command);
/// "--limit N"
std::string option_head(const OptionSpec& option);
/// The help of an option with its choices, default and setting.
std::string option_text(const OptionSpec& option);
/// docs/command-line.md
std::string command_line_page();
/// grove(1), in man(7) macros.
std::string manual_page();
/// Completions for "bash", "zsh" or "fish".
std::string bash_completions();
std::string zsh_completions();
std::string fish_completions();

}  // namespace grove::cli
