#include "serve/sparql/multipart.h"

#include "base/text.h"

namespace grove::serve::sparql {
namespace {

constexpr std::string_view kEnd = "\r\n";
constexpr std::string_view kBlank = "\r\n\r\n";

std::string content_type_of(std::string_view head) {
  for (const std::string_view line : split(head, '\n')) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || to_lower_ascii(trim(line.substr(0, colon))) != "content-type") continue;
    return std::string(trim(line.substr(colon + 1)));
  }
  return "text/turtle";
}

std::unexpected<Error> broken() {
  return fail(ErrorCode::kInvalidArgument, "the body is no multipart/form-data of its boundary", "Send it as RFC 7578 says.");
}

}  // namespace

Result<std::vector<BodyPart>> read_multipart(std::string_view body, std::string_view boundary) {
  if (boundary.empty() || boundary.size() > 70) return broken();
  const std::string mark = "--" + std::string(boundary);
  std::size_t at = body.find(mark);
  if (at == std::string_view::npos) return broken();
  std::vector<BodyPart> parts;
  while (true) {
    at += mark.size();
    if (body.substr(at, 2) == "--") return parts;
    const std::size_t begin = body.find(kEnd, at);
    const std::size_t next = body.find("\r\n" + mark, at);
    const std::size_t head = body.find(kBlank, at);
    if (begin == std::string_view::npos || next == std::string_view::npos || head == std::string_view::npos || head + kBlank.size() > next)
      return broken();
    parts.push_back({.content_type = content_type_of(body.substr(begin, head - begin)),
                     .body = body.substr(head + kBlank.size(), next - head - kBlank.size())});
    at = next + kEnd.size();
  }
}

}  // namespace grove::serve::sparql
