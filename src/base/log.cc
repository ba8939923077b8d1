#include "base/log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>

namespace grove {
namespace {

constexpr std::array<std::string_view, 4> kLevelNames = {"debug", "info", "warning", "error"};

std::string escaped(std::string_view message) {
  std::string text;
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      text += fmt::format("\\x{:02x}", byte);
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

void DescriptorLog::write(LogLevel level, std::string_view message) {
  if (level < least_) return;
  const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
  const std::string line =
      fmt::format("{:%Y-%m-%dT%H:%M:%SZ} {} {}\n", fmt::gmtime(now), kLevelNames[static_cast<std::size_t>(level)], escaped(message));
  const std::lock_guard lock(mutex_);
  // A log that can't be written must not stop the work it tells about.
  [[maybe_unused]] const auto written = ::write(fd_, line.data(), line.size());
}

}  // namespace grove
