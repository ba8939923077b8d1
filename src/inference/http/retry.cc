#include "inference/http/retry.h"

#include <algorithm>
#include <random>
#include <thread>

namespace grove::inference {
namespace {

bool is_worth_repeating(const Result<HttpResponse>& response) {
  return response ? is_busy(response->status) : response.error().code == ErrorCode::kIo;
}

std::chrono::milliseconds with_jitter(std::chrono::milliseconds pause) {
  thread_local std::minstd_rand random{std::random_device{}()};
  return pause + std::chrono::milliseconds(std::uniform_int_distribution<std::int64_t>(0, pause.count() / 4)(random));
}

Status sleep(std::chrono::milliseconds pause, const CancelToken& cancel) {
  constexpr auto kStep = std::chrono::milliseconds(20);
  const auto end = std::chrono::steady_clock::now() + pause;
  for (auto now = std::chrono::steady_clock::now(); now < end; now = std::chrono::steady_clock::now()) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(kStep, end - now));
  }
  return cancel.check();
}

std::chrono::milliseconds pause_after(unsigned attempt, const RetryPolicy& policy) {
  constexpr unsigned kMostDoublings = 16;
  return with_jitter(std::min(policy.first_pause * (1U << std::min(attempt - 1, kMostDoublings)), policy.longest_pause * 3 / 4));
}

}  // namespace

bool is_busy(int status) { return status == 408 || status == 429 || status == 500 || (status >= 502 && status <= 504); }

Status pause_before_retry(unsigned attempt, const RetryPolicy& policy, const CancelToken& cancel) {
  return sleep(pause_after(attempt, policy), cancel);
}

Result<HttpResponse> send_with_retries(HttpClient& client, const HttpRequest& request, const RetryPolicy& policy,
                                       const CancelToken& cancel) {
  for (unsigned attempt = 1;; ++attempt) {
    auto response = client.send(request, cancel);
    if (attempt >= policy.attempts || !is_worth_repeating(response)) return response;
    const auto asked = response ? response->retry_after.value_or(std::chrono::seconds(0)) : std::chrono::seconds(0);
    const auto wait = std::max<std::chrono::milliseconds>(pause_after(attempt, policy), asked);
    if (wait > policy.longest_pause) return response;
    GROVE_RETURN_IF_ERROR(sleep(wait, cancel));
  }
}

}  // namespace grove::inference
