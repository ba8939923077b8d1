#pragma once

#include <chrono>
#include <memory>

#include "base/cancel.h"
#include "base/result.h"
#include "http/http_client.h"
#include "http/pacer.h"

namespace grove::http {

/// When a request is worth repeating: the server is busy (429, 5xx) or broke the connection.
struct RetryPolicy {
  unsigned attempts = 5;
  std::chrono::milliseconds first_pause = std::chrono::milliseconds(500);  ///< Doubles each time, plus up to a quarter by chance.
  std::chrono::milliseconds longest_pause = std::chrono::seconds(60);      ///< A server that asks for more gets no further attempt.
  std::chrono::milliseconds whole = std::chrono::hours(24);                ///< For all attempts together, pauses included.
};

/// Whom to ask, and how patiently.
struct Line {
  HttpClient& client;
  const RetryPolicy& policy;
  Pacer* pacer = nullptr;  ///< Null where nothing limits the rate.
};

/// Statuses of a server that may answer otherwise a little later.
bool is_busy(int status);

/// Waits before attempt number `attempt` + 1. kCancelled.
Status pause_before_retry(unsigned attempt, const RetryPolicy& policy, const CancelToken& cancel);

/// The last answer or error after as many attempts as the policy allows. Retry-After and its like are honoured. Nobody listening is not
/// retried. kUnavailable where the pacer lets nothing through for longer than the policy waits.
Result<HttpResponse> send_with_retries(const Line& line, const HttpRequest& request, const CancelToken& cancel);

}  // namespace grove::http
