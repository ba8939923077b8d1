#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace grove {

/// Names and values in order of appearance.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// Lines `NAME=value`, as shells and container tools read them: blank lines and `#` comments skipped, `export ` allowed, a value in
/// single quotes as it stands, in double quotes with `\n \t \" \\`, otherwise up to ` #`. Nothing is expanded. `place` names the file in
/// errors.
Result<NamedValues> parse_env_file(std::string_view text, std::string_view place);

/// The leaves of a TOML document by dotted key; arrays of scalars joined by commas. Errors say line and column.
Result<NamedValues> parse_config_file(std::string_view text, std::string_view place);

}  // namespace grove
