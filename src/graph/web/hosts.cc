#include "graph/web/hosts.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostHosts = 32;

bool is_host(std::string_view text) {
  return !text.empty() && text.size() <= 253 && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_' || c == '.';
  });
}

/// `word@host:80`
bool read_host(std::string_view text, NamedHost& address) {
  if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) text.remove_prefix(at + 1);
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    std::string_view digits = text.substr(colon + 1);
    digits = digits.substr(0, digits.find_first_not_of("0123456789"));
    std::from_chars(digits.data(), digits.data() + digits.size(), address.port);
  }
  address.host = to_lower_ascii(text.substr(0, colon));
  return is_host(address.host);
}

/// The scheme of one address, taken off it: the last word before `//`, or before `:thin:@`.
std::string take_scheme(std::string_view& text) {
  if (const std::size_t slashes = text.find("//"); slashes != std::string_view::npos && slashes > 0 && text[slashes - 1] == ':') {
    std::string_view scheme = text.substr(0, slashes - 1);
    text.remove_prefix(slashes + 2);
    const bool is_vendor = scheme.starts_with("jdbc:") || scheme.starts_with("r2dbc:");
    if (is_vendor) scheme.remove_prefix(scheme.find(':') + 1);
    if (is_vendor) scheme = scheme.substr(0, scheme.find(':'));
    if (const std::size_t colon = scheme.rfind(':'); colon != std::string_view::npos) scheme.remove_prefix(colon + 1);
    return to_lower_ascii(scheme.substr(scheme.find_first_not_of('(') == std::string_view::npos ? 0 : scheme.find_first_not_of('(')));
  }
  if (!text.starts_with("jdbc:")) return {};
  const std::string_view rest = text.substr(5);
  const std::size_t at = rest.find('@');
  text = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
  while (text.starts_with('/')) text.remove_prefix(1);
  return to_lower_ascii(rest.substr(0, rest.find(':')));
}

}  // namespace

std::vector<NamedHost> hosts_in(std::string_view text) {
  std::vector<NamedHost> found;
  std::string scheme;
  for (std::string_view part : split(text, ',')) {
    part = trim(part);
    const bool is_list = part.starts_with("failover:");
    if (is_list) part.remove_prefix(9);
    while (part.starts_with('(')) part.remove_prefix(1);
    if (std::string own = take_scheme(part); !own.empty()) scheme = std::move(own);
    part = part.substr(0, part.find_first_of("/?;)# \t"));
    NamedHost address{.scheme = scheme, .host = {}};
    if (read_host(part, address) && found.size() < kMostHosts) found.push_back(std::move(address));
  }
  return found;
}

bool is_own_machine(std::string_view host) {
  constexpr std::array<std::string_view, 5> kNames = {"localhost", "127.0.0.1", "0.0.0.0", "host.docker.internal",
                                                      "docker.for.mac.localhost"};
  return std::ranges::find(kNames, host) != kNames.end();
}

}  // namespace grove::graph::web
