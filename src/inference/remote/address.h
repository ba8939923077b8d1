#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/result.h"
#include "inference/environment.h"

namespace grove::inference {

/// Where a provider is by default, and which variables of the environment say otherwise.
struct ProviderPlace {
  std::string_view name;
  std::string_view base_url;
  std::string_view base_url_variable;
  std::array<std::string_view, 2> key_variables;  ///< The first that is set; empty where it wants no key.
};

/// Whom to ask.
struct Address {
  std::string base_url;  ///< Without a slash at the end.
  std::string key;       ///< Empty where none is set, which servers of one's own often allow.
};

/// `base_url` where it isn't empty, else the environment's, else the provider's own; `doing` begins the messages: "cannot embed with NAME".
/// kInvalidArgument for what is no address or no key, kUnavailable where the provider's own server wants a key and none is set. No message
/// holds a key or a password.
Result<Address> find_address(const ProviderPlace& place, const std::string& base_url, const Environment& environment,
                             const std::string& doing);

/// Letters, digits and `._-:/@`: what a model's name may have to stand in a path.
bool is_plain_name(std::string_view name);

}  // namespace grove::inference
