#pragma once

#include <string>
#include <string_view>

#include "base/progress.h"

namespace grove::source {

/// Reads the progress that git writes to stderr ("Receiving objects:  45% (123/456), 1.2 MiB") and passes it on.
class GitProgress {
 public:
  GitProgress(ProgressSink& sink, std::string_view subject) : sink_(sink), subject_(subject) {}
  /// Any piece of the stream.
  void read(std::string_view piece);

 private:
  void read_line();

  ProgressSink& sink_;
  std::string subject_;
  std::string line_;
};

}  // namespace grove::source
