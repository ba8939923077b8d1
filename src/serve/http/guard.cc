#include "serve/http/guard.h"

#include <algorithm>

#include "base/text.h"
#include "serve/http/problem.h"

namespace grove::serve {
namespace {

/// "Example.org:80" → "Example.org", "[::1]:80" → "::1".
std::string_view host_of(std::string_view authority) {
  if (authority.starts_with('[')) return authority.substr(1, authority.find(']') - 1);
  return authority.substr(0, authority.find(':'));
}

/// "http://a:1" → "a:1"; "" for what is no http origin.
std::string_view authority_of(std::string_view origin) {
  for (std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return origin.substr(scheme.size());
  }
  return {};
}

bool allows(const Guard& guard, std::string_view host) {
  if (equals_ignoring_ascii_case(host, guard.host)) return true;
  if (std::ranges::any_of(guard.allowed_hosts, [&](const std::string& allowed) { return equals_ignoring_ascii_case(host, allowed); }))
    return true;
  if (is_loopback(guard.host)) return is_loopback(host);
  return guard.allowed_hosts.empty();  // Any name may lead to a public address; there the token keeps strangers out.
}

std::size_t count_headers(const HttpRequest& head, std::string_view name) {
  return static_cast<std::size_t>(
      std::ranges::count_if(head.headers, [&](const auto& header) { return equals_ignoring_ascii_case(header.first, name); }));
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const char other = b.empty() ? '\0' : b[i % b.size()];
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(other));
  }
  return difference == 0;
}

HttpResponse refused(unsigned status, std::string message, std::string hint) {
  return problem(status, Error{ErrorCode::kInvalidArgument, std::move(message), std::move(hint)});
}

}  // namespace

bool is_loopback(std::string_view host) {
  const bool numeric = host.find_first_not_of("0123456789.") == std::string_view::npos;
  return equals_ignoring_ascii_case(host, "localhost") || host == "::1" || (numeric && host.starts_with("127."));
}

std::optional<HttpResponse> refuse(const Guard& guard, const HttpRequest& head) {
  if (count_headers(head, "Host") != 1) return refused(400, "the request has no Host header, or more than one", "");
  const std::string_view authority = head.header("Host");
  if (!allows(guard, host_of(authority))) {
    return refused(421, "this server does not answer for the host named in the request",
                   "Use the address it listens on, or set GROVE_ALLOWED_HOSTS.");
  }
  const std::string_view origin = authority_of(head.header("Origin"));
  const bool is_named = std::ranges::any_of(guard.allowed_hosts, [&](const std::string& allowed) {
    return !origin.empty() && equals_ignoring_ascii_case(host_of(origin), allowed);
  });
  if (count_headers(head, "Origin") > 0 && !is_named && !equals_ignoring_ascii_case(origin, authority)) {
    return refused(403, "the request comes from a page of another origin", "Call the API from a program, or from its own pages.");
  }
  return std::nullopt;
}

std::optional<HttpResponse> refuse_without_token(const Guard& guard, const HttpRequest& head) {
  if (guard.token.empty()) return std::nullopt;
  constexpr std::string_view kScheme = "Bearer ";
  const std::string_view given = head.header("Authorization");
  const bool bearer = given.size() > kScheme.size() && equals_ignoring_ascii_case(given.substr(0, kScheme.size()), kScheme);
  if (bearer && equal_in_constant_time(given.substr(kScheme.size()), guard.token)) return std::nullopt;
  HttpResponse response = refused(401, given.empty() ? "the request carries no token" : "the token of the request is wrong",
                                  "Send `Authorization: Bearer …` with the server's GROVE_TOKEN.");
  response.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"grove\"");
  return response;
}

}  // namespace grove::serve
