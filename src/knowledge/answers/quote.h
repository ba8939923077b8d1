#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace grove::knowledge {

/// A passage in which quotes are looked up. Borrows the text; immutable.
class QuotedText {
 public:
  explicit QuotedText(std::string_view text);

  /// Where a quote stands, letter by letter but for white space: any run of it is as good as any other. Bytes of the text, the first place.
  /// Quotation marks and dots of omission around the quote are not looked for. Nothing for an empty quote.
  std::optional<document::TextSpan> find(std::string_view quote) const;
  /// Where a name stands as words of its own, in this case of letters first, else in any.
  std::optional<document::TextSpan> find_name(std::string_view name) const;
  /// All places of a name, in any case of letters.
  std::vector<document::TextSpan> find_names(std::string_view name) const;
  /// Whether a place says enough to bear something out: at least three letters, or all of `name`, and no piece of a word, but for one at an
  /// end of three words and more, as of a quote that was cut off. Of scripts that write no spaces between words, any place is whole.
  bool is_telling(document::TextSpan place, std::string_view name) const;
  /// The words around a place, at most `words` of them, from the same text.
  document::TextSpan around(document::TextSpan place, std::uint32_t words) const;
  std::string_view text() const { return text_; }

 private:
  document::TextSpan span_of(std::size_t begin, std::size_t size) const;

  std::string_view text_;
  std::string plain_;                   // with one space for each run of white space
  std::vector<std::uint32_t> offsets_;  // of each byte of `plain_` in `text_`
};

/// Whether a letter or digit, of any script, begins at a place of a text, or ends there.
bool begins_with_letter(std::string_view text, std::size_t at);
bool ends_with_letter(std::string_view text, std::size_t at);

/// With one space for each run of white space, and none at the ends.
std::string squeezed(std::string_view text);

}  // namespace grove::knowledge
