#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <thread>
#include <utility>

#include "base/file.h"

namespace grove {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kPieceBytes = std::size_t{64} << 10U;
constexpr std::size_t kErrorTail = std::size_t{16} << 10U;
constexpr std::size_t kLongestLine = std::size_t{1} << 20U;
constexpr int kPollMilliseconds = 50;
constexpr auto kPatience = std::chrono::milliseconds(2000);  // between asking a process to end and ending it

/// Both ends of a pipe; closed at the end of a scope unless taken.
class Pipe {
 public:
  Pipe() { ok_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_reader();
    close_writer();
  }
  bool ok() const { return ok_; }
  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_reader() { close_end(ends_[0]); }
  void close_writer() { close_end(ends_[1]); }
  int take_reader() { return std::exchange(ends_[0], -1); }
  int take_writer() { return std::exchange(ends_[1], -1); }

 private:
  static void close_end(int& end) {
    if (end >= 0) ::close(std::exchange(end, -1));
  }
  std::array<int, 2> ends_{-1, -1};
  bool ok_ = false;
};

/// While it lives, writing where nobody reads is an error of this thread's call (EPIPE), and does not end the process.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    ::sigemptyset(&pipe_signal_);
    ::sigaddset(&pipe_signal_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_signal_, &before_);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;
  ~NoPipeSignal() {
    constexpr timespec kNow{};
    if (raised_) ::sigtimedwait(&pipe_signal_, nullptr, &kNow);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  /// As the system call: what was written, or -1 with the reason in `errno`.
  ssize_t write(int fd, std::string_view bytes) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EPIPE) raised_ = true;
    return put;
  }

 private:
  sigset_t pipe_signal_;
  sigset_t before_;
  bool raised_ = false;
};

struct Streams {
  int input = -1;  // -1: nothing to read, or nowhere to write
  int output = -1;
  int error = -1;
};

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> list;
  for (const std::string& text : strings) list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

void redirect(posix_spawn_file_actions_t& actions, int to, int from) {
  if (from >= 0) {
    ::posix_spawn_file_actions_adddup2(&actions, from, to);
  } else {
    ::posix_spawn_file_actions_addopen(&actions, to, "/dev/null", to == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
  }
}

/// The process, or the error number as a failure.
Result<pid_t> spawn(const std::vector<std::string>& arguments, const std::vector<std::string>& environment, const Streams& streams) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  redirect(actions, STDIN_FILENO, streams.input);
  redirect(actions, STDOUT_FILENO, streams.output);
  redirect(actions, STDERR_FILENO, streams.error);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  sigset_t none, all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t pid = -1;
  const auto argv = pointers(arguments);
  const auto envp = pointers(environment);
  const int failed = ::posix_spawnp(&pid, arguments.front().c_str(), &actions, &attributes, argv.data(), envp.data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return std::unexpected(system_error("cannot run " + arguments.front(), failed));
  return pid;
}

std::unexpected<Error> silent_for_too_long(const ProcessRequest& request) {
  return fail(ErrorCode::kTimeout, "cannot run " + request.arguments.front() + ": it has not moved for " +
                                       std::to_string(request.silence_limit.count() / 1000) + " s");
}

int exit_code_of(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

/// Ends a process and all of its session that stayed in its group.
void end_process(pid_t pid) {
  ::kill(-pid, SIGTERM);
  const auto deadline = steady_clock::now() + kPatience;
  int status = 0;
  while (::waitpid(pid, &status, WNOHANG) == 0) {
    if (steady_clock::now() >= deadline) {
      ::kill(-pid, SIGKILL);
      ::waitpid(pid, &status, 0);
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ::kill(-pid, SIGKILL);
}

/// Waits for a process that writes no more; its exit code.
Result<int> await_end(pid_t pid, const ProcessRequest& request, const CancelToken& cancel) {
  const auto begin = steady_clock::now();
  auto pause = std::chrono::microseconds(50);
  for (int status = 0;;) {
    const pid_t ended = ::waitpid(pid, &status, WNOHANG);
    if (ended == pid) return exit_code_of(status);
    if (ended < 0 && errno != EINTR) return std::unexpected(system_error("cannot wait for " + request.arguments.front(), errno));
    GROVE_RETURN_IF_ERROR(cancel.check());
    if (request.silence_limit.count() > 0 && steady_clock::now() - begin > request.silence_limit) return silent_for_too_long(request);
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(10'000));
  }
}

/// Gives one run its input and collects what it writes until both of its streams end.
class Collector {
 public:
  Collector(const ProcessRequest& request, const CancelToken& cancel) : request_(request), cancel_(cancel), input_(request.input) {}

  Status collect(Pipe& input, Pipe& output, Pipe& error) {
    auto last_sign = steady_clock::now();
    while (output.reader() >= 0 || error.reader() >= 0) {
      GROVE_RETURN_IF_ERROR(cancel_.check());
      if (input_.empty()) input.close_writer();
      std::array<pollfd, 3> ready = {pollfd{.fd = output.reader(), .events = POLLIN, .revents = 0},
                                     pollfd{.fd = error.reader(), .events = POLLIN, .revents = 0},
                                     pollfd{.fd = input.writer(), .events = POLLOUT, .revents = 0}};
      ::poll(ready.data(), ready.size(), kPollMilliseconds);
      if (ready[0].revents != 0) take(output, &Collector::take_output);
      if (ready[1].revents != 0) take(error, &Collector::take_error);
      if (ready[2].revents != 0) give(input);
      if (std::ranges::any_of(ready, [](const pollfd& stream) { return stream.revents != 0; })) last_sign = steady_clock::now();
      if (result_.output.size() > request_.output_limit)
        return fail(ErrorCode::kResourceLimit, "cannot run " + program() + ": it writes too much");
      if (request_.silence_limit.count() > 0 && steady_clock::now() - last_sign > request_.silence_limit)
        return silent_for_too_long(request_);
    }
    return {};
  }

  ProcessResult result(int exit_code) && {
    result_.exit_code = exit_code;
    return std::move(result_);
  }

 private:
  const std::string& program() const { return request_.arguments.front(); }

  /// A process that ends, or closes its input, without having read it all is no failure.
  void give(Pipe& pipe) {
    const ssize_t put = NoPipeSignal().write(pipe.writer(), input_);
    if (put > 0) input_.remove_prefix(static_cast<std::size_t>(put));
    if (put < 0 && errno != EINTR && errno != EAGAIN) pipe.close_writer();
  }
  void take(Pipe& pipe, void (Collector::*receive)(std::string_view)) {
    std::array<char, kPieceBytes> piece;
    const ssize_t got = ::read(pipe.reader(), piece.data(), piece.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) return pipe.close_reader();
    (this->*receive)({piece.data(), static_cast<std::size_t>(got)});
  }
  void take_output(std::string_view piece) { result_.output.append(piece); }
  void take_error(std::string_view piece) {
    if (request_.on_error_output) request_.on_error_output(piece);
    std::string& tail = result_.error_output;
    tail.append(piece);
    if (tail.size() > kErrorTail) tail.erase(0, tail.size() - kErrorTail);
  }

  const ProcessRequest& request_;
  const CancelToken& cancel_;
  std::string_view input_;  // what is left of it
  ProcessResult result_;
};

}  // namespace

Result<ProcessResult> run_process(const ProcessRequest& request, const CancelToken& cancel) {
  GROVE_RETURN_IF_ERROR(cancel.check());
  Pipe input, output, error;
  if (!input.ok() || !output.ok() || !error.ok()) return std::unexpected(system_error("cannot run " + request.arguments.front(), errno));
  const Streams streams{.input = request.input.empty() ? -1 : input.reader(), .output = output.writer(), .error = error.writer()};
  GROVE_ASSIGN_OR_RETURN(const pid_t pid, spawn(request.arguments, request.environment, streams));
  input.close_reader();
  ::fcntl(input.writer(), F_SETFL, O_NONBLOCK);
  output.close_writer();
  error.close_writer();
  Collector collector(request, cancel);
  const Status collected = collector.collect(input, output, error);
  const auto exit_code = collected ? await_end(pid, request, cancel) : std::unexpected(collected.error());
  if (!exit_code) {
    end_process(pid);
    return std::unexpected(exit_code.error());
  }
  return std::move(collector).result(*exit_code);
}

Result<ProcessSession> ProcessSession::start(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
  Pipe input, output;
  if (!input.ok() || !output.ok()) return std::unexpected(system_error("cannot run " + arguments.front(), errno));
  GROVE_ASSIGN_OR_RETURN(const pid_t pid, spawn(arguments, environment, {.input = input.reader(), .output = output.writer()}));
  return ProcessSession(pid, input.take_writer(), output.take_reader());
}

ProcessSession::ProcessSession(ProcessSession&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)),
      buffer_(std::move(other.buffer_)),
      consumed_(other.consumed_) {}

ProcessSession::~ProcessSession() {
  if (input_ >= 0) ::close(input_);
  if (output_ >= 0) ::close(output_);
  if (pid_ > 0) end_process(pid_);
}

Status ProcessSession::write(std::string_view bytes) {
  NoPipeSignal quiet;  // a program that has ended must not end us
  while (!bytes.empty()) {
    const ssize_t put = quiet.write(input_, bytes);
    if (put < 0 && errno != EINTR) return fail(ErrorCode::kUnavailable, "cannot write to a program: it has ended");
    if (put > 0) bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Status ProcessSession::fill() {
  buffer_.erase(0, std::exchange(consumed_, 0));
  const std::size_t size = buffer_.size();
  buffer_.resize(size + kPieceBytes);
  ssize_t got = -1;
  do {
    got = ::read(output_, buffer_.data() + size, kPieceBytes);
  } while (got < 0 && errno == EINTR);
  buffer_.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got <= 0) return fail(ErrorCode::kUnavailable, "cannot read from a program: it has ended");
  return {};
}

Result<std::string> ProcessSession::read_line() {
  for (;;) {
    const auto end = buffer_.find('\n', consumed_);
    if (end != std::string::npos) {
      std::string line = buffer_.substr(consumed_, end - consumed_);
      consumed_ = end + 1;
      return line;
    }
    if (buffer_.size() - consumed_ > kLongestLine)
      return fail(ErrorCode::kResourceLimit, "cannot read from a program: its line has no end");
    GROVE_RETURN_IF_ERROR(fill());
  }
}

Result<std::string> ProcessSession::read(std::uint64_t size) {
  while (buffer_.size() - consumed_ < size) GROVE_RETURN_IF_ERROR(fill());
  std::string bytes = buffer_.substr(consumed_, size);
  consumed_ += bytes.size();
  return bytes;
}

std::uint64_t allow_descriptors(std::uint64_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlimit raised{.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max), .rlim_max = limit.rlim_max};
  if (raised.rlim_cur <= limit.rlim_cur || ::setrlimit(RLIMIT_NOFILE, &raised) != 0) return limit.rlim_cur;
  return raised.rlim_cur;
}

std::vector<std::string> inherited_environment(const std::function<bool(std::string_view name)>& drop) {
  std::vector<std::string> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!drop(text.substr(0, text.find('=')))) kept.emplace_back(text);
  }
  return kept;
}

}  // namespace grove
