#include "serve/http/message.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace grove::serve {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

enum class Plus { kKept, kSpace };

std::optional<std::string> percent_decoded(std::string_view text, Plus plus) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus == Plus::kSpace) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = high < 0 ? -1 : hex_digit(text[i + 2]);
      if (low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  const auto found = std::ranges::find_if(headers, [&](const auto& header) { return equals_ignoring_ascii_case(header.first, name); });
  return found == headers.end() ? std::string_view{} : std::string_view(found->second);
}

std::string_view reason_phrase(unsigned status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 412: return "Precondition Failed";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 421: return "Misdirected Request";
    case 431: return "Request Header Fields Too Large";
    case kClientGone: return "Client Closed Request";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 504: return "Gateway Timeout";
    case 505: return "HTTP Version Not Supported";
    default: return "Error";
  }
}

bool may_be_json(std::string_view content_type) {
  const std::string type = to_lower_ascii(trim(content_type.substr(0, content_type.find(';'))));
  return type.empty() || type == "application/json" || (type.starts_with("application/") && type.ends_with("+json"));
}

Target parse_target(std::string_view target) {
  Target parsed;
  target = target.substr(0, target.find('#'));
  const auto question = target.find('?');
  std::string_view path = target.substr(0, question);
  if (!path.starts_with('/')) {
    parsed.valid = false;
    return parsed;
  }
  for (const std::string_view part : split(path.substr(1), '/')) {
    const auto decoded = percent_decoded(part, Plus::kKept);
    parsed.valid = parsed.valid && decoded.has_value();
    parsed.parts.push_back(decoded.value_or(""));
  }
  if (parsed.parts.size() > 1 && parsed.parts.back().empty()) parsed.parts.pop_back();
  if (question == std::string_view::npos) return parsed;
  for (const std::string_view pair : split(target.substr(question + 1), '&')) {
    if (pair.empty()) continue;
    const auto equals = pair.find('=');
    const auto name = percent_decoded(pair.substr(0, equals), Plus::kSpace);
    const auto value = percent_decoded(equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1), Plus::kSpace);
    parsed.valid = parsed.valid && name && value;
    if (name && value) parsed.query.emplace_back(*name, *value);
  }
  return parsed;
}

}  // namespace grove::serve
