#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "http/http_client.h"

namespace grove::http {

/// What is left of one of a server's allowances, and when it is full again.
struct Allowance {
  std::uint64_t left = 0;
  std::chrono::milliseconds full_in{0};
};

/// "37s", "1.5s", "6m0s", "1h2m3s", "20ms", "2" (seconds); nothing for what is no duration.
std::optional<std::chrono::milliseconds> read_duration(std::string_view text);

/// How long a server that refused asks to be left alone: `retry-after-ms`, Retry-After, or `retryDelay` in the body of a Google API
/// (google.rpc.RetryInfo). 0 where it says nothing.
std::chrono::milliseconds asked_pause(const HttpResponse& response);

/// What is left of requests and of tokens, as `x-ratelimit-remaining-…` with `x-ratelimit-reset-…` say (OpenAI and many others), for
/// requests also `ratelimit-remaining` with `ratelimit-reset` (IETF draft ratelimit-headers-07). Nothing where one of the two is missing.
std::optional<Allowance> requests_left(const HttpResponse& response);
std::optional<Allowance> tokens_left(const HttpResponse& response);

}  // namespace grove::http
