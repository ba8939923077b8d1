#pragma once

#include <string>

#include "source/ignore_rules.h"

namespace grove::source {

/// The rules of the ignore file `name`, relative to an open folder. None where there is no such file, where it is a symbolic link (Git
/// doesn't follow those either), or where it can't be read.
IgnoreRules read_ignore_file(int folder, const std::string& name);

}  // namespace grove::source
