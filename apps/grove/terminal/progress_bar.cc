#include "apps/grove/terminal/progress_bar.h"
#include "base/printable.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace grove::cli {
namespace {

constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::chrono::seconds kLineEvery{3};
constexpr std::size_t kBarCells = 24;

/// "1234567" → "1,234,567"
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string bar_of(const Progress& progress) {
  const std::uint64_t cells = std::min<std::uint64_t>(kBarCells, progress.done * kBarCells / std::max<std::uint64_t>(1, progress.total));
  return fmt::format("[{}{}]  ", std::string(cells, '#'), std::string(kBarCells - cells, '-'));
}

}  // namespace

std::string progress_line(const Progress& progress, std::chrono::milliseconds elapsed, Bar bar) {
  std::string line(progress.stage);
  if (!progress.subject.empty()) line += fmt::format(" {}", printable_line(progress.subject));
  line += "  ";
  const bool known = progress.total > 0;
  if (bar == Bar::kDrawn && known) line += bar_of(progress);
  line += known ? fmt::format("{} of {} {}", grouped(progress.done), grouped(progress.total), progress.unit)
                : fmt::format("{} {}", grouped(progress.done), progress.unit);
  const double seconds = static_cast<double>(elapsed.count()) / 1000;
  if (seconds < 0.5 || progress.done == 0) return line;
  const double rate = static_cast<double>(progress.done) / seconds;
  line += fmt::format("  {}/s", rate < 10 ? fmt::format("{:.1f}", rate) : grouped(static_cast<std::uint64_t>(rate)));
  if (!known || progress.done >= progress.total) return line;
  const auto left = static_cast<std::uint64_t>(static_cast<double>(progress.total - progress.done) / rate);
  return line + fmt::format("  {}:{:02} left", left / 60, left % 60);
}

void ProgressBar::report(const Progress& progress) {
  if (console_.verbosity() == Verbosity::kQuiet) return;
  const std::lock_guard lock(mutex_);
  const Time now = clock_.steady();
  if (stage_ != progress.stage) {
    stage_ = progress.stage;
    stage_began_ = now;
    if (!console_.interactive() && shown_ == Time{}) shown_ = now;
  }
  const auto since = now - shown_;
  const bool interactive = console_.interactive();
  if (interactive ? since < kRedraw : since < kLineEvery) return;
  shown_ = now;
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - stage_began_);
  const std::string line = progress_line(progress, elapsed, interactive ? Bar::kDrawn : Bar::kLeftOut);
  const std::string text = interactive ? fmt::format("\r\x1b[K{}", line) : line + '\n';
  visible_ = visible_ || interactive;
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

void ProgressBar::clear() {
  const std::lock_guard lock(mutex_);
  if (!visible_) return;
  visible_ = false;
  constexpr std::string_view kClear = "\r\x1b[K";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kClear.data(), kClear.size());
}

}  // namespace grove::cli
