#include "inference/residency/keep_alive.h"

#include <charconv>

namespace grove::inference {

Result<KeepAlive> parse_keep_alive(std::string_view text) {
  if (text.empty()) return KeepAlive{};
  if (text == "always") return KeepAlive{.grace = std::nullopt};
  constexpr std::int64_t kMost = std::int64_t{365} * 24 * 3600;
  std::int64_t number = -1;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  const std::int64_t seconds = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (error != std::errc() || seconds == 0 || number < 0 || number > kMost / seconds) {
    return fail(ErrorCode::kInvalidArgument, "cannot read \"" + std::string(text) + "\" as the time that a model stays loaded",
                "write 0, 45s, 5m, 2h or always");
  }
  return KeepAlive{.grace = std::chrono::seconds(number * seconds)};
}

std::string describe(const KeepAlive& keep_alive) {
  if (!keep_alive.grace) return "always";
  const auto seconds = keep_alive.grace->count();
  return seconds == 0 ? "0" : std::to_string(seconds) + "s";
}

}  // namespace grove::inference
