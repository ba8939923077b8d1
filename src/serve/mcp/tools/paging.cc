#include "serve/mcp/tools/paging.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/hash.h"
#include "base/text.h"
#include "base/utf8.h"

namespace grove::serve::mcp {
namespace {

// Code in JSON takes three to four bytes a token with today's vocabularies; the lower figure keeps the promise.
constexpr std::size_t kBytesPerToken = 3;
constexpr std::size_t kEnvelopeBytes = 300;

/// What tells one call from another: the tool and all arguments but those of paging.
std::string identity_of(const ToolCall& call) {
  FieldValues arguments = call.arguments;
  std::string text(call.tool);
  arguments.erase(kCursorArgument.name);
  arguments.erase(kTokensArgument.name);
  return fmt::format("{:016x}", hash64(text + '\n' + arguments.json()));
}

Result<std::size_t> read_cursor(std::string_view cursor, std::string_view identity) {
  const auto dash = cursor.find('-');
  std::size_t skip = 0;
  const std::string_view number = cursor.substr(0, dash);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), skip, 36);
  const bool fits =
      error == std::errc{} && end == number.data() + number.size() && dash != std::string_view::npos && cursor.substr(dash + 1) == identity;
  if (fits) return skip;
  return fail(ErrorCode::kInvalidArgument, "the cursor belongs to no answer of this call",
              "Give the cursor of the last answer with the same arguments, or none to begin anew.");
}

std::string make_cursor(std::size_t skip, std::string_view identity) {
  char digits[16];
  const auto written = std::to_chars(std::begin(digits), std::end(digits), skip, 36);
  return fmt::format("{}-{}", std::string_view(digits, written.ptr), identity);
}

}  // namespace

std::size_t bytes_of_tokens(std::int64_t tokens) { return static_cast<std::size_t>(tokens) * kBytesPerToken; }

CutText cut_lines(std::string_view text, std::size_t bytes) {
  CutText result;
  std::size_t place = 0;
  while (place < text.size()) {
    const auto end = std::min(text.find('\n', place), text.size() - 1) + 1;
    if (end > bytes) break;
    place = end;
    ++result.lines;
  }
  if (result.lines == 0 && !text.empty()) {
    place = utf8_boundary(text, bytes);
    result.lines = 1;
  }
  result.text = std::string(text.substr(0, place));
  result.cut = place < text.size();
  return result;
}

Result<Page> Page::begin(const ToolCall& call, std::string_view code_at) {
  const std::size_t bytes = bytes_of_tokens(call.arguments.integer(kTokensArgument.name, kDefaultTokens)) - kEnvelopeBytes;
  std::string identity = identity_of(call);
  if (!call.arguments.has(kCursorArgument.name)) return Page(0, bytes, std::move(identity), code_at);
  GROVE_ASSIGN_OR_RETURN(const std::size_t skip, read_cursor(call.arguments.text(kCursorArgument.name), identity));
  return Page(skip, bytes, std::move(identity), code_at);
}

bool Page::add(Json item) {
  std::size_t size = to_text(item).size() + 1;
  if (size > room_ && !items_.empty()) return false;
  if (size > room_ && item.contains(code_at_) && item[code_at_].is_string()) {
    const std::string all = item[code_at_].get<std::string>();
    const std::size_t surplus = size - room_;
    // Escapes make the text longer than it is here.
    const CutText cut = cut_lines(all, all.size() > surplus * 2 ? all.size() - surplus : room_ / 3);
    item[code_at_] = cut.text;
    item["code_is_cut_after_lines"] = cut.lines;
    size = to_text(item).size() + 1;
  }
  room_ -= std::min(room_, size);
  items_.push_back(std::move(item));
  return true;
}

Json Page::finish(std::string_view key, Json rest, std::size_t total) {
  const std::size_t told = skip_ + items_.size();
  rest[std::string(key)] = std::move(items_);
  if (told < total) {
    rest["total"] = total;
    rest["next_cursor"] = make_cursor(told, call_);
  }
  return rest;
}

}  // namespace grove::serve::mcp
