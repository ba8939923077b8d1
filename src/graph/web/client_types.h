#pragma once

#include <optional>
#include <string_view>

#include "graph/web/client_calls.h"

namespace grove::graph::web {

/// The library that a type sends requests with, by its qualified name: `org.springframework.web.client.RestTemplate`. Nothing for others.
std::optional<ClientLibrary> client_library(std::string_view qualified);
/// The name of the type that people know a library by: `RestTemplate`.
std::string_view client_type(ClientLibrary library);

}  // namespace grove::graph::web
