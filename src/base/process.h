#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"

namespace grove {

struct ProcessRequest {
  std::vector<std::string> arguments;    ///< The program first: a path, or a name to be found in PATH. No shell sees them.
  std::vector<std::string> environment;  ///< All of it, `NAME=value` each.
  /// What it reads from stdin, borrowed until the end of the run. A process need not read all of it.
  std::string_view input{};
  /// Receives what the process writes to stderr, piece by piece. May be empty; the end of it is kept in any case.
  std::function<void(std::string_view)> on_error_output{};
  std::uint64_t output_limit = std::uint64_t{1} << 30U;  ///< Of stdout, in bytes.
  std::chrono::milliseconds silence_limit{0};            ///< A process that writes nothing for so long is ended; 0 for never.
};

struct ProcessResult {
  int exit_code = 0;         ///< 128 + n where signal n ended it.
  std::string output;        ///< All of stdout.
  std::string error_output;  ///< The last 16 KB of stderr.
};

/// Runs a program to its end, without terminal or descriptors of ours, in a session of its own, so that nothing it starts can ask
/// questions or outlive a cancel. kNotFound where there is no such program; kCancelled, kTimeout and kResourceLimit after all its processes
/// were ended. A program that fails is a result, not an error. Thread-safe.
Result<ProcessResult> run_process(const ProcessRequest& request, const CancelToken& cancel);

/// A running program that one talks to over its stdin and stdout; its stderr goes nowhere. Ended, with all it started, by the destructor.
/// Belongs to one thread at a time.
class ProcessSession {
 public:
  static Result<ProcessSession> start(const std::vector<std::string>& arguments, const std::vector<std::string>& environment);
  ProcessSession(ProcessSession&& other) noexcept;
  ProcessSession& operator=(ProcessSession&&) = delete;
  ~ProcessSession();

  Status write(std::string_view bytes);
  /// Up to and without the next line feed. kUnavailable once the program has ended, kResourceLimit for an endless line.
  Result<std::string> read_line();
  /// Exactly `size` bytes.
  Result<std::string> read(std::uint64_t size);

 private:
  ProcessSession(int pid, int input, int output) : pid_(pid), input_(input), output_(output) {}
  Status fill();

  int pid_;
  int input_;
  int output_;
  std::string buffer_;
  std::size_t consumed_ = 0;
};

/// Lets this process hold so many descriptors open, as far as the system's hard limit allows; never lowers the limit it has. How many
/// those are now. Not for other threads to do at the same time.
std::uint64_t allow_descriptors(std::uint64_t wanted);

/// The environment of this process, without the variables for which `drop` says so.
std::vector<std::string> inherited_environment(const std::function<bool(std::string_view name)>& drop);

}  // namespace grove
