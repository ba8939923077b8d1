#pragma once

#include <string_view>

#include "serve/mcp/catalogue.h"

namespace grove::serve::mcp {

/// One method of the protocol.
struct Method {
  std::string_view name;
  enum class In { kSessions, kStateless, kBoth } in = In::kBoth;
  enum class Cost { kNothing, kLookup } cost = Cost::kNothing;
  enum class Caching {
    kNone,     ///< The result carries no hints.
    kShared,   ///< The same for everybody, and as long as the program runs.
    kPrivate,  ///< Stale at once.
  } caching = Caching::kNone;
  RpcResult<Json> (*run)(const Profile& profile, const Json& params, Exchange& exchange) = nullptr;  ///< Null: the transport's own work.
};

/// Null where the era has no such method.
const Method* find_method(std::string_view name, Era era);

}  // namespace grove::serve::mcp
