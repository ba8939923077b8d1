#include "serve/mcp/stdio/stdio_server.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <memory>
#include <mutex>
#include <string>

#include "base/text.h"

namespace grove::serve::mcp {
namespace {

using namespace std::chrono_literals;

// A pipe that is ready to be written takes as much without blocking (PIPE_BUF).
constexpr std::size_t kPiece = 4096;
constexpr std::size_t kReadAtOnce = 64U << 10U;
constexpr int kBetweenLooksMs = 100;
constexpr std::chrono::milliseconds kForAnswers = 2s;

/// One line a message. Waits where the client is slow, but never past `close`, nor once `stop` is readable: who sends may be the very
/// thread that would see it, and a client that no longer reads must not keep the process.
class LineChannel final : public Channel {
 public:
  LineChannel(int fd, int stop) : fd_(fd), stop_(stop) {}

  void send(const Json& message) override {
    const std::string line = to_text(message) + '\n';
    const std::lock_guard lock(mutex_);
    std::string_view rest = line;
    while (!rest.empty() && !closed_) {
      std::array<pollfd, 2> ready = {{{.fd = fd_, .events = POLLOUT, .revents = 0}, {.fd = stop_, .events = POLLIN, .revents = 0}}};
      if (::poll(ready.data(), ready.size(), kBetweenLooksMs) <= 0) continue;
      if (ready[0].revents == 0) {
        closed_ = true;
        return;
      }
      const ssize_t written = ::write(fd_, rest.data(), std::min(rest.size(), kPiece));
      if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
      if (written < 0 && errno != EINTR && errno != EAGAIN) closed_ = true;
    }
  }
  /// Waits for what is being written: the descriptor is the caller's again.
  void close() {
    closed_ = true;
    const std::lock_guard lock(mutex_);
  }
  bool is_closed() const { return closed_; }

 private:
  int fd_, stop_;
  std::mutex mutex_;
  std::atomic<bool> closed_ = false;
};

/// Cuts what is read into lines.
class Lines {
 public:
  Lines(std::size_t longest, Log& log) : longest_(longest), log_(log) {}

  template <class Take>
  void add(std::string_view bytes, Take take) {
    while (!bytes.empty()) {
      const auto end = bytes.find('\n');
      append(bytes.substr(0, end));
      if (end == std::string_view::npos) return;
      bytes.remove_prefix(end + 1);
      const std::string line = std::exchange(line_, {});
      if (std::exchange(too_long_, false)) log_.write(LogLevel::kWarning, "a message was dropped: it is longer than a line may be");
      if (const auto text = trim(line); !text.empty()) take(text);
    }
  }
  /// What follows the last line end.
  std::string take_rest() { return std::exchange(line_, {}); }

 private:
  void append(std::string_view bytes) {
    if (line_.size() + bytes.size() > longest_) too_long_ = true;
    if (too_long_) {
      line_.clear();
    } else {
      line_ += bytes;
    }
  }

  std::size_t longest_;
  Log& log_;
  std::string line_;
  bool too_long_ = false;
};

/// Waits until there is something to read; false once serving has to end.
bool wait_for_input(const StdioRequest& request, const LineChannel& channel) {
  while (!channel.is_closed()) {
    // Of the output only errors are told: the client has closed it.
    std::array<pollfd, 3> ready = {{{.fd = request.input, .events = POLLIN, .revents = 0},
                                    {.fd = request.output, .events = 0, .revents = 0},
                                    {.fd = request.stop, .events = POLLIN, .revents = 0}}};
    const int count = ::poll(ready.data(), ready.size(), -1);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 || ready[2].revents != 0 || (ready[1].revents & (POLLERR | POLLNVAL)) != 0) return false;
    if (ready[0].revents != 0) return true;
    if (ready[1].revents != 0) return false;
  }
  return false;
}

enum class End { kInputClosed, kOutputClosed };

End read_all(const StdioRequest& request, Conversation& conversation, const LineChannel& channel) {
  Lines lines(request.line_bytes, request.log);
  const auto take = [&](std::string_view line) { conversation.receive(line); };
  std::string buffer(kReadAtOnce, '\0');
  while (wait_for_input(request, channel)) {
    const ssize_t got = ::read(request.input, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) {
      if (const std::string rest = lines.take_rest(); !trim(rest).empty()) take(trim(rest));
      return End::kInputClosed;
    }
    lines.add(std::string_view(buffer).substr(0, static_cast<std::size_t>(got)), take);
  }
  return End::kOutputClosed;
}

}  // namespace

void serve_stdio(const StdioRequest& request) {
  const auto channel = std::make_shared<LineChannel>(request.output, request.stop);
  const auto conversation =
      std::make_shared<Conversation>(Conversation::Parts{request.server, request.profile, request.workers, request.log, channel}, "");
  const End end = read_all(request, *conversation, *channel);
  if (end == End::kInputClosed) request.workers.quick.wait_until_idle(kForAnswers);
  // First of all: who announces something waits for a client that does not read, and `end` waits for who announces.
  channel->close();
  conversation->end();
}

}  // namespace grove::serve::mcp
