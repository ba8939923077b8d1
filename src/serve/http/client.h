#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "serve/http/message.h"

namespace grove::serve {

/// One call of a server of ours.
struct ClientCall {
  std::string host = "127.0.0.1";  ///< An IP address, or `localhost`; no brackets around one of IPv6.
  std::uint16_t port = 0;
  std::string method = "GET";
  std::string target = "/";
  std::string body = {};
  std::string token = {};
  std::chrono::milliseconds timeout{5000};
};

/// Calls it over plain HTTP and waits for the answer, whatever its status. kUnavailable where nobody listens, kTimeout where nobody
/// answers.
Result<HttpResponse> call_server(const ClientCall& call);

}  // namespace grove::serve
