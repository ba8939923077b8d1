#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace grove::inference {

/// How long a loaded model stays in memory after its last use.
struct KeepAlive {
  std::optional<std::chrono::seconds> grace = std::chrono::seconds(30);  ///< None: for the lifetime of the process.

  friend bool operator==(const KeepAlive&, const KeepAlive&) = default;
};

/// Reads "0", "45s", "5m", "2h", a plain number of seconds, "always"; "" is the default. kInvalidArgument for anything else.
Result<KeepAlive> parse_keep_alive(std::string_view text);
/// As `parse_keep_alive` reads it: "30s", "always".
std::string describe(const KeepAlive& keep_alive);

}  // namespace grove::inference
