#include "http/rate_limits.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace grove::http {
namespace {

using std::chrono::milliseconds;

constexpr double kMostSeconds = 365.0 * 24 * 3600;

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr std::array kUnits = {Unit{"ms", 0.001}, Unit{"s", 1}, Unit{"m", 60}, Unit{"h", 3600}, Unit{"d", 86400}};

std::optional<Allowance> allowance_of(const HttpResponse& response, const std::string& left_name, const std::string& reset_name) {
  const std::string_view text = trim(response.header(left_name));
  Allowance allowance;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), allowance.left);
  const auto reset = read_duration(trim(response.header(reset_name)));
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || !reset) return std::nullopt;
  allowance.full_in = *reset;
  return allowance;
}

/// `"retryDelay": "37s"`, wherever it stands in the body.
std::optional<milliseconds> delay_in_body(std::string_view body) {
  constexpr std::string_view kKey = "\"retryDelay\"";
  const auto key = body.find(kKey);
  if (key == std::string_view::npos) return std::nullopt;
  const auto open = body.find_first_not_of(" \t\r\n:", key + kKey.size());
  if (open == std::string_view::npos || body[open] != '"') return std::nullopt;
  const auto close = body.find('"', open + 1);
  return close == std::string_view::npos ? std::nullopt : read_duration(body.substr(open + 1, close - open - 1));
}

}  // namespace

std::optional<milliseconds> read_duration(std::string_view text) {
  if (text.empty()) return std::nullopt;
  double seconds = 0;
  while (!text.empty()) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc() || number < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const auto letters = std::min(text.find_first_of("0123456789."), text.size());
    const std::string_view name = text.substr(0, letters);
    const auto unit = name.empty() ? kUnits.begin() + 1 : std::ranges::find(kUnits, name, &Unit::name);
    if (unit == kUnits.end()) return std::nullopt;
    seconds += number * unit->seconds;
    text.remove_prefix(letters);
  }
  if (!(seconds <= kMostSeconds)) return std::nullopt;
  return std::chrono::ceil<milliseconds>(std::chrono::duration<double>(seconds));
}

milliseconds asked_pause(const HttpResponse& response) {
  milliseconds pause = response.retry_after.value_or(std::chrono::seconds(0));
  const std::string_view exact = trim(response.header("retry-after-ms"));
  if (!exact.empty()) {
    if (const auto asked = read_duration(std::string(exact) + "ms")) pause = *asked;
  }
  constexpr int kTooManyRequests = 429;
  if (pause == milliseconds(0) && response.status == kTooManyRequests) pause = delay_in_body(response.body).value_or(milliseconds(0));
  return pause;
}

std::optional<Allowance> requests_left(const HttpResponse& response) {
  if (const auto left = allowance_of(response, "x-ratelimit-remaining-requests", "x-ratelimit-reset-requests")) return left;
  return allowance_of(response, "ratelimit-remaining", "ratelimit-reset");
}

std::optional<Allowance> tokens_left(const HttpResponse& response) {
  return allowance_of(response, "x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens");
}

}  // namespace grove::http
