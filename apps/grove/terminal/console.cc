#include "apps/grove/terminal/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/file.h"

namespace grove::cli {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace

Console::Console(Format format, Verbosity verbosity) : format_(format), verbosity_(verbosity) {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  colours_ = format == Format::kText && ::isatty(STDOUT_FILENO) == 1 && !is_set("NO_COLOR") && !dumb;
  interactive_ = ::isatty(STDERR_FILENO) == 1 && !dumb;
}

Status Console::print(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) return {};
    if (written < 0) return std::unexpected(system_error("cannot write the results", errno));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

void Console::note(std::string_view text) const {
  if (verbosity_ != Verbosity::kQuiet) complain(text);
}

void Console::complain(std::string_view text) const {
  const std::string line = fmt::format("{}\n", text);
  // Where even this can't be written there is nobody to tell.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

std::string Console::styled(std::string_view code, std::string_view text) const {
  return colours_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

}  // namespace grove::cli
