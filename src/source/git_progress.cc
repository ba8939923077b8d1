#include "source/git_progress.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace grove::source {
namespace {

constexpr std::size_t kLongestLine = 1000;

struct Phase {
  std::string_view said;
  std::string_view stage;
  std::string_view unit;
};

constexpr auto kPhases = std::to_array<Phase>({
    {"remote: Counting objects:", "counting", "objects"},
    {"remote: Compressing objects:", "compressing", "objects"},
    {"Receiving objects:", "fetching", "objects"},
    {"Unpacking objects:", "fetching", "objects"},
    {"Resolving deltas:", "unpacking", "deltas"},
    {"Updating files:", "checking out", "files"},
    {"Checking out files:", "checking out", "files"},
});

/// The number at the begin of `text`, which moves past it.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

void GitProgress::read(std::string_view piece) {
  for (const char c : piece) {
    if (c == '\r' || c == '\n') {
      read_line();
      line_.clear();
    } else if (line_.size() < kLongestLine) {
      line_ += c;
    }
  }
}

void GitProgress::read_line() {
  for (const Phase& phase : kPhases) {
    if (!line_.starts_with(phase.said)) continue;
    std::string_view counts = line_;
    counts.remove_prefix(std::min(counts.find('('), counts.size()));
    if (counts.empty()) return;
    counts.remove_prefix(1);
    const auto done = take_number(counts);
    if (!done || !counts.starts_with('/')) return;
    counts.remove_prefix(1);
    if (const auto total = take_number(counts))
      sink_.report({.stage = phase.stage, .done = *done, .total = *total, .unit = phase.unit, .subject = subject_});
    return;
  }
}

}  // namespace grove::source
