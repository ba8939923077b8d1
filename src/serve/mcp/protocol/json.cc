#include "serve/mcp/protocol/json.h"

#include <fmt/format.h>

#include "serve/json/unreadable.h"

namespace grove::serve::mcp {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostMembers = 20'000;

/// Counts brackets and colons outside of strings, which needs no parser.
Status check_size(std::string_view text) {
  std::size_t depth = 0;
  std::size_t members = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
      continue;
    }
    if (c == '"') quoted = true;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && depth > 0) --depth;
    if (c == ':') ++members;
    if (depth > kDeepest) return fail(ErrorCode::kResourceLimit, fmt::format("the message nests deeper than {}", kDeepest));
    if (members > kMostMembers) return fail(ErrorCode::kResourceLimit, fmt::format("the message has more than {} members", kMostMembers));
  }
  return {};
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
  GROVE_RETURN_IF_ERROR(check_size(text));
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("the message is not JSON: {}", why_unreadable(error)));
  }
}

std::string to_text(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

const Json* member(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::string text_member(const Json& object, std::string_view name) {
  const Json* value = member(object, name);
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

}  // namespace grove::serve::mcp
