#pragma once

#include <mutex>
#include <string_view>

namespace grove {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

/// Receives what people who operate the program should know. Thread-safe. Secrets never go in.
class Log {
 public:
  virtual ~Log() = default;
  virtual void write(LogLevel level, std::string_view message) = 0;
};

/// One line a message on a descriptor: time in UTC, level, message. Line ends and control bytes in messages are escaped, so that a hostile
/// file name can't forge lines or drive a terminal.
class DescriptorLog final : public Log {
 public:
  DescriptorLog(int fd, LogLevel least) : fd_(fd), least_(least) {}
  void write(LogLevel level, std::string_view message) override;

 private:
  std::mutex mutex_;
  int fd_;
  LogLevel least_;
};

/// Throws everything away.
class NullLog final : public Log {
 public:
  void write(LogLevel, std::string_view) override {}
};

}  // namespace grove
