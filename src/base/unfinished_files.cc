#include "base/unfinished_files.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill() is POSIX's

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/file.h"

namespace grove {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint64_t> whole_number(std::string_view digits) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

/// The process that a file of that name is being written by; none for files of other names.
std::optional<pid_t> writer_of(std::string_view name) {
  constexpr std::string_view kMark = ".tmp-";
  const std::size_t mark = name.rfind(kMark);
  if (mark == std::string_view::npos) return std::nullopt;
  const std::string_view numbers = name.substr(mark + kMark.size());
  const std::size_t dash = numbers.find('-');
  if (dash == std::string_view::npos || !whole_number(numbers.substr(dash + 1))) return std::nullopt;
  const auto process = whole_number(numbers.substr(0, dash));
  if (!process || *process == 0 || *process > INT32_MAX) return std::nullopt;
  return static_cast<pid_t>(*process);
}

/// Signal 0 asks, and does nothing.
bool is_gone(pid_t process) { return ::kill(process, 0) != 0 && errno == ESRCH; }

}  // namespace

Status remove_unfinished_files(const std::string& folder) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const auto writer = writer_of(name);
    if (!writer || !is_gone(*writer)) continue;
    if (std::error_code unseen; !fs::is_regular_file(entry->symlink_status(unseen))) continue;
    GROVE_RETURN_IF_ERROR(remove_file(entry->path().string()));
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return fail(ErrorCode::kIo, "cannot look through folder " + folder + ": " + error.message());
  return {};
}

}  // namespace grove
