#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove {

/// A shell pattern over whole paths, as Git matches them (gitignore(5), with WM_PATHNAME): `?` and `*` match within one part, `**/`, `/**`
/// and `/**/` match any number of parts, `[a-z]`, `[!a]` and `[[:alpha:]]` one byte, `\` takes the next byte literally. A malformed
/// pattern matches nothing. Matching takes time polynomial in the sizes, whatever the pattern. Immutable, thread-safe.
class Glob {
 public:
  explicit Glob(std::string_view pattern);
  bool matches(std::string_view path) const;
  /// Where it is malformed, in bytes: the `[` without its end, or the `\` with nothing after it. Nothing for a sound one.
  std::optional<std::size_t> malformed_at() const { return malformed_at_; }

 private:
  enum class Op : std::uint8_t {
    kByte,     // this byte
    kAny,      // one byte but `/`
    kClass,    // one byte of a class
    kStar,     // any bytes but `/`
    kAll,      // any bytes
    kFolders,  // `**/`: nothing, or any bytes that end with `/`
  };
  struct Token {
    Op op = Op::kByte;
    char byte = 0;
    std::uint32_t class_index = 0;
  };
  class Compiler;
  class Matcher;

  std::vector<Token> tokens_;
  std::vector<std::bitset<256>> classes_;
  std::optional<std::size_t> malformed_at_;
};

/// kInvalidArgument, with the place, where a pattern that somebody typed is malformed; `what` names it: "path".
Status check_glob(std::string_view what, std::string_view pattern);

/// What people type to choose files: a pattern without `/` is met by any part of the path (`*.py`, `tests`), one with `/` counts from the
/// root (`src/**/api`, `/README.md`). A pattern that is met by a folder takes all below it. Immutable, thread-safe.
class PathFilter {
 public:
  explicit PathFilter(std::string_view pattern);
  bool matches(std::string_view path) const;

 private:
  Glob glob_;
  bool anchored_;
};

}  // namespace grove
