#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "syntax/config/property_writer.h"

namespace grove::syntax {

/// Reads values in brackets and braces: JSON (with comments, bare keys and trailing commas, as JSON5 allows), YAML flow collections, TOML
/// arrays and inline tables. Tolerant: skips what it does not understand and never looks past the text. Linear; past 100 levels values are
/// skipped.
class FlowReader {
 public:
  enum class Dialect { kJson, kYaml, kToml };

  FlowReader(Dialect dialect, std::string_view text, PropertyWriter& properties)
      : dialect_(dialect), text_(text), properties_(properties) {}

  /// Reads the value that begins at or after `at`, adds its properties below `path`, and returns the offset behind it.
  std::size_t read(std::size_t at, KeyPath& path);

 private:
  void value(KeyPath& path, int depth);
  void object(KeyPath& path, int depth);
  void array(KeyPath& path, int depth);
  /// A quoted or bare word, decoded. `in_key`: a key's separator ends a bare one.
  enum class Place { kKey, kValue };
  std::string word(Place place);
  std::size_t bare_end(Place place) const;
  void skip_blanks();
  void skip_nested();
  bool take(char c);
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }

  Dialect dialect_;
  std::string_view text_;
  PropertyWriter& properties_;
  std::size_t at_ = 0;
};

/// A string in double or single quotes that begins at `at`, decoded as JSON, YAML and TOML do (`\n`, `\u00e9`, `\x41`; a doubled quote in
/// single ones); line breaks inside are folded to one blank. `end` becomes the offset behind the closing quote, or npos where it is
/// missing.
std::string read_quoted(std::string_view text, std::size_t at, std::size_t& end);

}  // namespace grove::syntax
