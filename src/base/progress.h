#pragma once

#include <cstdint>
#include <string_view>

namespace grove {

/// One moment of long work. `total` is 0 while it is not known.
struct Progress {
  std::string_view stage;  ///< "scanning", "parsing", "embedding", …
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::string_view unit = "files";  ///< What is counted.
  std::string_view subject;         ///< Repository or file at hand; may be empty.
};

/// Receives progress. Called from worker threads, one call at a time for one piece of work; must return quickly.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual void report(const Progress& progress) = 0;
};

/// Throws everything away.
class NullProgress final : public ProgressSink {
 public:
  void report(const Progress&) override {}
};

}  // namespace grove
