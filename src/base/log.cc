#include "base/log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>

#include "base/printable.h"

namespace grove {
namespace {

constexpr std::array<std::string_view, 4> kLevelNames = {"debug", "info", "warning", "error"};

}  // namespace

void DescriptorLog::write(LogLevel level, std::string_view message) {
  if (level < least_) return;
  const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
  const std::string line =
      fmt::format("{:%Y-%m-%dT%H:%M:%SZ} {} {}\n", fmt::gmtime(now), kLevelNames[static_cast<std::size_t>(level)], printable_line(message));
  const std::lock_guard lock(mutex_);
  // A log that can't be written must not stop the work it tells about.
  [[maybe_unused]] const auto written = ::write(fd_, line.data(), line.size());
}

}  // namespace grove
