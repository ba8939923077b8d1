#include "http/retry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <thread>

#include "http/rate_limits.h"

namespace grove::http {
namespace {

using std::chrono::milliseconds;

bool is_worth_repeating(const Result<HttpResponse>& response) {
  return response ? is_busy(response->status) : response.error().code == ErrorCode::kIo;
}

milliseconds with_jitter(milliseconds pause) {
  thread_local std::minstd_rand random{std::random_device{}()};
  return pause + milliseconds(std::uniform_int_distribution<std::int64_t>(0, pause.count() / 4)(random));
}

Status sleep(milliseconds pause, const CancelToken& cancel) {
  constexpr auto kStep = milliseconds(20);
  const auto end = std::chrono::steady_clock::now() + pause;
  for (auto now = std::chrono::steady_clock::now(); now < end; now = std::chrono::steady_clock::now()) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(kStep, end - now));
  }
  return cancel.check();
}

milliseconds pause_after(unsigned attempt, const RetryPolicy& policy) {
  constexpr unsigned kMostDoublings = 16;
  return with_jitter(std::min(policy.first_pause * (1U << std::min(attempt - 1, kMostDoublings)), policy.longest_pause * 3 / 4));
}

milliseconds time_until(std::chrono::steady_clock::time_point moment) {
  return std::chrono::ceil<milliseconds>(moment - std::chrono::steady_clock::now());
}

Status wait_for_turn(const Line& line, std::size_t tokens, std::chrono::steady_clock::time_point deadline, const CancelToken& cancel) {
  for (auto pause = line.pacer->take(tokens); pause > milliseconds(0); pause = line.pacer->take(tokens)) {
    if (pause > line.policy.longest_pause || pause >= time_until(deadline)) {
      return fail(
          ErrorCode::kUnavailable,
          fmt::format("the limit of its rate is reached for another {:.0f} s", std::ceil(static_cast<double>(pause.count()) / 1000)),
          "wait, or ask for a higher limit");
    }
    GROVE_RETURN_IF_ERROR(sleep(pause, cancel));
  }
  return {};
}

}  // namespace

bool is_busy(int status) {
  constexpr int kNotImplemented = 501, kOtherVersion = 505, kLastOfRfc = 511;  // the rest of them will be so again
  if (status >= 505 && status <= kLastOfRfc) return false;
  return status == 408 || status == 429 || (status >= 500 && status < 600 && status != kNotImplemented && status != kOtherVersion);
}

Status pause_before_retry(unsigned attempt, const RetryPolicy& policy, const CancelToken& cancel) {
  return sleep(pause_after(attempt, policy), cancel);
}

Result<HttpResponse> send_with_retries(const Line& line, const HttpRequest& request, const CancelToken& cancel) {
  const RetryPolicy& policy = line.policy;
  const auto deadline = std::chrono::steady_clock::now() + policy.whole;
  HttpRequest sent = request;
  for (unsigned attempt = 1;; ++attempt) {
    if (line.pacer != nullptr) GROVE_RETURN_IF_ERROR(wait_for_turn(line, request.tokens, deadline, cancel));
    const auto left = time_until(deadline);
    sent.timeout = std::min(request.timeout.value_or(left), left);
    auto response = line.client.send(sent, cancel);
    if (response && line.pacer != nullptr) line.pacer->heed(*response);
    if (attempt >= policy.attempts || !is_worth_repeating(response)) return response;
    const auto asked = response ? asked_pause(*response) : milliseconds(0);
    const auto wait = std::max(pause_after(attempt, policy), asked);
    if (wait > policy.longest_pause || wait >= time_until(deadline)) return response;
    GROVE_RETURN_IF_ERROR(sleep(wait, cancel));
  }
}

}  // namespace grove::http
