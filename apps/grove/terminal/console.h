#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/result.h"

namespace grove::cli {

/// How much goes to stderr.
enum class Verbosity { kQuiet, kNormal, kVerbose };

/// Where results and notes go. Results are written to stdout and nothing else is.
class Console {
 public:
  enum class Format { kText, kJson };
  Console(Format format, Verbosity verbosity);

  Format format() const { return format_; }
  bool json() const { return format_ == Format::kJson; }
  Verbosity verbosity() const { return verbosity_; }
  bool colours() const { return colours_; }
  /// Whether stderr is a terminal, so that a progress bar can be drawn.
  bool interactive() const { return interactive_; }

  /// Results. kIo where they can't be written; a reader that went away is no failure.
  Status print(std::string_view text) const;
  /// What a person may want to know, to stderr; nothing with --quiet.
  void note(std::string_view text) const;
  /// The same, whatever the verbosity.
  void complain(std::string_view text) const;

  std::string bold(std::string_view text) const { return styled("1", text); }
  std::string faint(std::string_view text) const { return styled("2", text); }
  std::string green(std::string_view text) const { return styled("32", text); }
  std::string red(std::string_view text) const { return styled("31", text); }
  std::string yellow(std::string_view text) const { return styled("33", text); }
  std::string cyan(std::string_view text) const { return styled("36", text); }

 private:
  std::string styled(std::string_view code, std::string_view text) const;

  Format format_;
  Verbosity verbosity_;
  bool colours_ = false;
  bool interactive_ = false;
};

}  // namespace grove::cli
