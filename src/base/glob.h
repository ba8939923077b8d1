#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grove {

/// A shell pattern over whole paths, as Git matches them (gitignore(5), with WM_PATHNAME): `?` and `*` match within one part, `**/`, `/**`
/// and `/**/` match any number of parts, `[a-z]`, `[!a]` and `[[:alpha:]]` one byte, `\` takes the next byte literally. A malformed
/// pattern matches nothing. Matching takes time polynomial in the sizes, whatever the pattern. Immutable, thread-safe.
class Glob {
 public:
  explicit Glob(std::string_view pattern);
  bool matches(std::string_view path) const;

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
  bool malformed_ = false;
};

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
