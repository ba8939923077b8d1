#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/result.h"
#include "http/http_client.h"

namespace grove::http {

/// What a server allows within any minute; 0 for no limit of that kind.
struct RateLimits {
  std::uint32_t requests_per_minute = 0;
  std::uint64_t tokens_per_minute = 0;
};

/// Keeps the requests to one server within limits: those set here, counted over the last sixty seconds, and those that the server tells of
/// in its answers. What it says to one request holds for all. Thread-safe.
class Pacer {
 public:
  /// `clock` outlives this.
  Pacer(const RateLimits& limits, const Clock& clock) : limits_(limits), clock_(clock) {}

  /// 0: the request may go now, and counts from now on. Else how long to wait before asking again. A request of more tokens than a minute
  /// allows goes when nothing else was sent within the last one.
  std::chrono::milliseconds take(std::size_t tokens);
  /// Notes what a server says of its limits.
  void heed(const HttpResponse& response);

 private:
  using Moment = std::chrono::steady_clock::time_point;
  struct Sent {
    Moment at;
    std::size_t tokens;
  };
  struct Left {
    std::uint64_t left = 0;
    Moment until;  // after it there is enough again
  };

  Moment free_at(std::size_t tokens, Moment now);

  const RateLimits limits_;
  const Clock& clock_;
  std::mutex mutex_;
  std::deque<Sent> sent_;  // within the last minute
  std::uint64_t sent_tokens_ = 0;
  Moment closed_until_;  // as a refusal said
  Left requests_, tokens_;
};

}  // namespace grove::http
