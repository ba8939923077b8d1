#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "serve/mcp/tools/tool.h"

namespace grove::serve::mcp {

inline constexpr std::int64_t kDefaultTokens = 8'000;
inline constexpr std::int64_t kMostTokens = 20'000;

inline constexpr FieldSpec kTokensArgument = {.name = "max_tokens",
                                              .type = FieldType::kInteger,
                                              .meaning = "Longest answer, in tokens of a language model, roughly.",
                                              .least = 500,
                                              .most = kMostTokens,
                                              .fallback = "8000"};
inline constexpr FieldSpec kCursorArgument = {
    .name = "cursor", .meaning = "`next_cursor` of an earlier answer, for the rest of it; the other arguments stay as they were."};

/// Puts items into an answer as long as there is room, and says where to go on. At least one item is put in, its `code` cut where it alone
/// is too long.
class Page {
 public:
  /// kInvalidArgument where the cursor is none of this call.
  /// `code_at` is the JSON pointer of an item's text that may be cut.
  static Result<Page> begin(const ToolCall& call, std::string_view code_at = "/code");

  /// How many items earlier pages held.
  std::size_t skip() const { return skip_; }
  /// False, and the item is left out, where there is no room for it.
  bool add(Json item);
  std::size_t count() const { return items_.size(); }
  /// The answer: `rest` with the items under `key`, and with `next_cursor` where `total` items (those skipped included) are not all told.
  Json finish(std::string_view key, Json rest, std::size_t total);

 private:
  Page(std::size_t skip, std::size_t room, std::string call, std::string_view code_at)
      : skip_(skip), room_(room), call_(std::move(call)), code_at_(std::string(code_at)) {}

  std::size_t skip_;
  std::size_t room_;  // bytes left
  std::string call_;  // says which call a cursor belongs to
  Json::json_pointer code_at_;
  Json items_ = Json::array();
};

/// About how many bytes of JSON that many tokens are.
std::size_t bytes_of_tokens(std::int64_t tokens);

/// The first whole lines of a text that fit into so many bytes, and whether that is not all.
struct CutText {
  std::string text;
  std::size_t lines = 0;
  bool cut = false;
};
CutText cut_lines(std::string_view text, std::size_t bytes);

}  // namespace grove::serve::mcp
