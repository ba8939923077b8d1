#include "inference/remote/address.h"

#include <algorithm>

#include "base/text.h"

namespace grove::inference {
namespace {

/// OLLAMA_HOST may be a bare host, with or without a port, or the address the server listens on.
std::string complete_ollama_url(std::string url) {
  if (!url.contains("://")) url = "http://" + url;
  const std::size_t host = url.find("://") + 3;
  if (url.find(':', host) == std::string::npos && url.starts_with("http://"))
    url.insert(std::min(url.find('/', host), url.size()), ":11434");
  if (url.compare(host, 7, "0.0.0.0") == 0) url.replace(host, 7, "127.0.0.1");
  return url;
}

/// A password in it stays out of messages.
std::string shown(const std::string& url) {
  const auto scheme = url.find("://");
  const auto begin = scheme == std::string::npos ? 0 : scheme + 3;
  const auto at = url.rfind('@', url.find('/', begin));
  return at == std::string::npos || at < begin ? url : url.substr(0, begin) + url.substr(at + 1);
}

Result<std::string> find_base_url(const ProviderPlace& place, std::string url, const Environment& environment, const std::string& doing) {
  if (url.empty()) url = environment(std::string(place.base_url_variable)).value_or("");
  url = std::string(trim(url));
  if (url.empty()) url = place.base_url;
  if (place.name == "ollama") url = complete_ollama_url(std::move(url));
  while (url.ends_with('/')) url.pop_back();
  if (url.starts_with("http://") || url.starts_with("https://")) return url;
  return fail(ErrorCode::kInvalidArgument, doing + ": \"" + shown(url) + "\" is not an address",
              "write http://… or https://… in " + std::string(place.base_url_variable));
}

Result<std::string> find_key(const ProviderPlace& place, const std::string& base_url, const Environment& environment,
                             const std::string& doing) {
  for (const std::string_view variable : place.key_variables) {
    if (variable.empty()) continue;
    const std::string value = environment(std::string(variable)).value_or("");
    std::string key(trim(value));
    if (key.empty()) continue;
    if (std::ranges::all_of(key, [](unsigned char c) { return c > 0x20 && c < 0x7F; })) return key;
    return fail(ErrorCode::kInvalidArgument, doing + ": the key in " + std::string(variable) + " has blanks or control characters in it");
  }
  // Only the provider's own server is sure to want one.
  if (place.key_variables[0].empty() || base_url != place.base_url || base_url.starts_with("http://")) return std::string();
  return fail(ErrorCode::kUnavailable, doing + ": there is no key", "set " + std::string(place.key_variables[0]) + " in the environment");
}

}  // namespace

Result<Address> find_address(const ProviderPlace& place, const std::string& base_url, const Environment& environment,
                             const std::string& doing) {
  Address address;
  GROVE_ASSIGN_OR_RETURN(address.base_url, find_base_url(place, base_url, environment, doing));
  GROVE_ASSIGN_OR_RETURN(address.key, find_key(place, address.base_url, environment, doing));
  return address;
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::string_view("._-:/@").contains(c);
  });
}

}  // namespace grove::inference
