#pragma once

#include <functional>
#include <optional>
#include <string>

namespace grove::inference {

/// Looks up an environment variable; keys of paid services come from nowhere else.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// The environment of this process.
std::optional<std::string> process_environment(const std::string& name);

}  // namespace grove::inference
