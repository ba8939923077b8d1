#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "serve/http/message.h"
#include "serve/mcp/catalogue.h"

namespace grove::serve::mcp {

/// The headers of a stateless request have to say what its body says: kHeaderMismatch with status 400 where they don't. Headers that a
/// tool's schema asks for with `x-mcp-header` are among them.
RpcResult<void> check_headers(const HttpRequest& request, const Message& message, const Profile& profile);

/// A value as it travels in a header: plain, or as `=?base64?…?=`. Nothing where that is malformed.
std::optional<std::string> decoded_header(std::string_view value);

/// What a client takes in answer to a POST.
struct Accepted {
  bool json = true;
  bool events = false;
};
/// Lenient, since many clients name only one of the two that they take.
Accepted accepted_by(const HttpRequest& request);

}  // namespace grove::serve::mcp
