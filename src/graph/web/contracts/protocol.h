#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graph/web/client_calls.h"
#include "graph/web/endpoints.h"

namespace grove::graph::web {

/// What a request is written in.
enum class Protocol : std::uint8_t { kHttp, kGrpc, kGraphQl };
/// "http", "grpc", "graphql".
std::string_view protocol_name(Protocol protocol);
Protocol protocol_of(Framework framework);
Protocol protocol_of(ClientLibrary library);

/// Names that generators spell each in their own way are one where letters and digits are the same: `GetCart`, `getCart`, `get_cart`.
std::string folded_name(std::string_view name);
/// `getCart` of `GetCart`, and the other way round.
std::string with_lower_first(std::string_view name);
std::string with_upper_first(std::string_view name);

}  // namespace grove::graph::web
