#pragma once

#include <string>
#include <vector>

#include "apps/grove/command.h"

namespace grove::cli {

/// Reads the words after the program's name. kInvalidArgument where they are no command line of ours, naming near commands and options.
/// Options may stand anywhere; after `--` everything is an argument. With `--help` or `--version` what is missing isn't missed.
Result<Invocation> parse_command_line(const std::vector<std::string>& words);

/// Whether the words ask for JSON, even where they can't be parsed.
bool asks_for_json(const std::vector<std::string>& words);

}  // namespace grove::cli
