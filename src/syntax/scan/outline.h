#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/facts.h"

namespace grove::syntax {

/// A named stretch of text that a scanner found: it lasts until an entry of the same or an outer level opens, or the text ends.
struct OutlineEntry {
  Kind kind = Kind::kSection;
  std::uint32_t level = 0;  ///< 0 is outermost.
  std::uint32_t begin = 0;  ///< Byte offset of its first line's first byte that counts.
  std::string_view name;    ///< A view into the text, or a literal.
  ByteRange name_range;     ///< Where the name stands.
  ByteRange signature;
  ByteRange doc;
};

/// Collects the symbols that a scanner finds in a file that no grammar reads. Symbols nest by their levels.
class Outline {
 public:
  Outline(std::string_view text, Facts& facts) : text_(text), facts_(facts) {}

  std::string_view text() const { return text_; }
  Facts& facts() { return facts_; }
  StringId intern(std::string_view text) { return facts_.strings.intern(text); }
  /// REQUIRES: entries come in source order.
  Index open(const OutlineEntry& entry);
  /// Ends the open entries of `level` and deeper ones at `end`, less white space before it.
  void close(std::uint32_t level, std::uint32_t end);
  /// The innermost open symbol; kNone at the top.
  Index symbol() const { return open_.empty() ? kNone : open_.back().symbol; }
  /// A run of comments on lines of their own, in source order.
  void add_comment(ByteRange comment) { comments_.push_back(comment); }
  const std::vector<ByteRange>& comments() const { return comments_; }

 private:
  struct Open {
    std::uint32_t level;
    Index symbol;
  };
  std::string_view text_;
  Facts& facts_;
  std::vector<Open> open_;
  std::vector<ByteRange> comments_;
};

/// A language that is read by scanning its lines: what is simpler, faster and hardier so than through a grammar.
struct ScannedLanguage {
  Language language = Language::kPlainText;
  std::uint32_t version = 1;                 ///< Raised whenever its facts change.
  std::string_view separator = ".";          ///< Between the parts of a qualified name.
  void (*scan)(Outline& outline) = nullptr;  ///< Linear in the text; never fails.
};

}  // namespace grove::syntax
