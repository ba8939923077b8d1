#include "http/pacer.h"

#include <algorithm>

#include "http/rate_limits.h"

namespace grove::http {
namespace {

constexpr auto kWindow = std::chrono::minutes(1);

}  // namespace

std::chrono::milliseconds Pacer::take(std::size_t tokens) {
  const std::lock_guard lock(mutex_);
  const Moment now = clock_.steady();
  while (!sent_.empty() && now - sent_.front().at >= kWindow) {
    sent_tokens_ -= sent_.front().tokens;
    sent_.pop_front();
  }
  const Moment free = free_at(tokens, now);
  if (free > now) return std::chrono::ceil<std::chrono::milliseconds>(free - now);
  if (now < requests_.until && requests_.left > 0) --requests_.left;
  if (now < tokens_.until) tokens_.left -= std::min<std::uint64_t>(tokens_.left, tokens);
  if (limits_.requests_per_minute == 0 && limits_.tokens_per_minute == 0) return std::chrono::milliseconds(0);
  sent_.push_back({now, tokens});
  sent_tokens_ += tokens;
  return std::chrono::milliseconds(0);
}

/// The earliest moment that could do; more may be in the way then.
Pacer::Moment Pacer::free_at(std::size_t tokens, Moment now) {
  Moment free = std::max(now, closed_until_);
  if (requests_.left == 0) free = std::max(free, requests_.until);
  if (tokens_.left < tokens) free = std::max(free, tokens_.until);
  if (sent_.empty()) return free;
  const bool too_many = limits_.requests_per_minute > 0 && sent_.size() >= limits_.requests_per_minute;
  const bool too_much = limits_.tokens_per_minute > 0 && sent_tokens_ + tokens > limits_.tokens_per_minute;
  return too_many || too_much ? std::max(free, sent_.front().at + kWindow) : free;
}

void Pacer::heed(const HttpResponse& response) {
  const std::lock_guard lock(mutex_);
  const Moment now = clock_.steady();
  if (response.status == 429 || response.status == 503) closed_until_ = std::max(closed_until_, now + asked_pause(response));
  if (const auto left = requests_left(response)) requests_ = {.left = left->left, .until = now + left->full_in};
  if (const auto left = tokens_left(response)) tokens_ = {.left = left->left, .until = now + left->full_in};
}

}  // namespace grove::http
