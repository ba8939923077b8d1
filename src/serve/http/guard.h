#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/http/message.h"

namespace grove::serve {

/// Who may speak to the server.
struct Guard {
  std::string host;                        ///< Address listened on.
  std::string token;                       ///< Empty: none is needed.
  std::vector<std::string> allowed_hosts;  ///< Further names in `Host` and `Origin`.
};

/// "127.0.0.1", "::1", "localhost" and the rest of 127/8.
bool is_loopback(std::string_view host);

/// The answer to a request that may not pass, nothing for one that may. A page in a browser can make its visitor's machine send requests
/// to a loopback server (DNS rebinding, cross-site forms): therefore `Host` has to name us, and an `Origin` has to be our own or an
/// allowed one.
/// Looks at method, target and headers only.
std::optional<HttpResponse> refuse(const Guard& guard, const HttpRequest& head);

/// The answer to a request without the right token, nothing where it has it or none is needed. Compares in time that depends on the lengths
/// only.
std::optional<HttpResponse> refuse_without_token(const Guard& guard, const HttpRequest& head);

}  // namespace grove::serve
