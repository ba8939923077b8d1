#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/facts.h"

namespace grove::syntax {

/// Where in a tree of keys a reader stands: `server.ssl`, `list[2].name`. `size` and `cut` take steps back.
class KeyPath {
 public:
  /// A step into a key. Names in brackets (`[/api/**]`) join without a dot, as Spring writes them.
  void name(std::string_view name);
  void index(std::size_t index);
  std::size_t size() const { return text_.size(); }
  void cut(std::size_t size) { text_.resize(size); }
  std::string_view text() const { return text_; }

 private:
  std::string text_;
};

/// Collects the flattened properties of one file, within limits: 4,000 properties a file, 400 bytes a key, 1,000 bytes a value (longer ones
/// are cut between code points). Past a limit further ones are dropped silently: this is material for joins, the text stays searchable.
class PropertyWriter {
 public:
  explicit PropertyWriter(Facts& facts) : facts_(facts) {}

  /// Whether anything further would be dropped; readers may stop.
  bool full() const;
  void add(std::string_view key, std::string_view value, std::uint32_t begin);
  std::size_t count() const { return facts_.properties.size(); }
  std::string_view key(std::size_t property) const { return facts_.text(facts_.properties[property].key); }
  std::string_view value(std::size_t property) const { return facts_.text(facts_.properties[property].value); }
  /// Gives properties `first` and later the profile that one of them names (`spring.config.activate.on-profile`, `spring.profiles`), if
  /// any.
  void close_document(std::size_t first);
  /// Says that the text can't be what its language says from `begin` on. The first place counts.
  void breaks_off(std::size_t begin) { broken_ = std::min(broken_, begin); }
  /// npos where nothing was said.
  std::size_t broken() const { return broken_; }

 private:
  Facts& facts_;
  std::size_t broken_ = std::string_view::npos;
};

/// Text with code points cut off its end so that it has at most `bytes` bytes.
std::string_view cut_utf8(std::string_view text, std::size_t bytes);
/// Appends a code point as UTF-8; U+FFFD for surrogates and what is past Unicode.
void append_utf8(std::string& text, std::uint32_t code_point);

}  // namespace grove::syntax
