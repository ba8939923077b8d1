#include "serve/mcp/http/headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "serve/mcp/protocol/revision.h"

namespace grove::serve::mcp {
namespace {

constexpr unsigned kBadRequest = 400;
constexpr std::string_view kEncodedBegin = "=?base64?";
constexpr std::string_view kEncodedEnd = "?=";

std::unexpected<RpcError> mismatch(std::string message) { return refuse(RpcCode::kHeaderMismatch, std::move(message), kBadRequest); }

bool has_header(const HttpRequest& request, std::string_view name) {
  return std::ranges::any_of(request.headers, [&](const auto& header) { return equals_ignoring_ascii_case(header.first, name); });
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

/// RFC 4648, section 4, with its padding.
std::optional<std::string> base64_decoded(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && text.ends_with('=')) {
    text.remove_suffix(1);
    ++padding;
  }
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xFFU);
  }
  return out;
}

/// The parameter that a method's `Mcp-Name` repeats; "" where it has none.
std::string_view named_by(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  return method == "resources/read" ? "uri" : "";
}

RpcResult<void> check_header(const HttpRequest& request, std::string_view name, std::string_view wanted) {
  if (!has_header(request, name)) return mismatch(fmt::format("the header `{}` is missing", name));
  const auto given = decoded_header(request.header(name));
  if (!given) return mismatch(fmt::format("the header `{}` is not well-formed", name));
  if (*given != wanted) return mismatch(fmt::format("the header `{}` says something else than the body", name));
  return {};
}

std::string plain(const Json& value) { return value.is_string() ? value.get<std::string>() : to_text(value); }

/// Headers that repeat arguments of a tool.
RpcResult<void> check_arguments(const HttpRequest& request, const Message& message, const ToolEntry& tool) {
  const Json* schema = member(tool.definition, "inputSchema");
  const Json* properties = schema == nullptr ? nullptr : member(*schema, "properties");
  if (properties == nullptr) return {};
  const Json none = Json::object();
  const Json* arguments = member(message.params, "arguments");
  for (const auto& [name, property] : properties->items()) {
    const std::string header = text_member(property, "x-mcp-header");
    if (header.empty()) continue;
    const std::string full = "Mcp-Param-" + header;
    const Json* value = arguments == nullptr ? nullptr : member(*arguments, name);
    if (value == nullptr && !has_header(request, full)) continue;
    if (value == nullptr) return mismatch(fmt::format("the header `{}` repeats an argument that was not given", full));
    if (auto fine = check_header(request, full, plain(*value)); !fine) return fine;
  }
  return {};
}

}  // namespace

std::optional<std::string> decoded_header(std::string_view value) {
  value = trim(value);
  if (!value.starts_with(kEncodedBegin) || !value.ends_with(kEncodedEnd) || value.size() < kEncodedBegin.size() + kEncodedEnd.size()) {
    return std::string(value);
  }
  value.remove_prefix(kEncodedBegin.size());
  value.remove_suffix(kEncodedEnd.size());
  auto decoded = base64_decoded(value);
  if (!decoded || !is_valid_utf8(*decoded)) return std::nullopt;
  return decoded;
}

RpcResult<void> check_headers(const HttpRequest& request, const Message& message, const Profile& profile) {
  const Json* meta = member(message.params, "_meta");
  const std::string version = meta == nullptr ? std::string() : text_member(*meta, "io.modelcontextprotocol/protocolVersion");
  if (auto fine = check_header(request, "MCP-Protocol-Version", version); !fine) return fine;
  if (auto fine = check_header(request, "Mcp-Method", message.method); !fine) return fine;
  const std::string_view parameter = named_by(message.method);
  if (parameter.empty()) return {};
  if (auto fine = check_header(request, "Mcp-Name", text_member(message.params, parameter)); !fine) return fine;
  const ToolEntry* tool = message.method == "tools/call" ? profile.tool(text_member(message.params, "name")) : nullptr;
  if (tool == nullptr) return {};
  return check_arguments(request, message, *tool);
}

Accepted accepted_by(const HttpRequest& request) {
  const std::string accept = to_lower_ascii(request.header("Accept"));
  Accepted accepted;
  accepted.events = accept.find("text/event-stream") != std::string::npos;
  accepted.json = accept.empty() || accept.find("json") != std::string::npos || accept.find("*/*") != std::string::npos ||
                  accept.find("application/*") != std::string::npos || !accepted.events;
  return accepted;
}

}  // namespace grove::serve::mcp
