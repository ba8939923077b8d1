#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace grove::cli {

/// Runs one command line (without the program's name); returns the exit code. Everything that goes wrong is told on stderr, and with
/// `--json` on stdout too.
int run_program(const std::vector<std::string>& words);

/// 1 failed, 2 wrong usage, 3 not there, 4 locked, 130 interrupted.
int exit_code_of(ErrorCode code);

}  // namespace grove::cli
