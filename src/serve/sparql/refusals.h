#pragma once

#include <string>
#include <string_view>

#include "serve/http/message.h"

namespace grove::serve::sparql {

/// 405 with `Allow`.
HttpResponse method_not_allowed(const HttpRequest& request, std::string_view allowed);
/// 406; `known` says what there is.
HttpResponse not_acceptable(std::string_view known);
/// 403: nothing can be changed here.
HttpResponse read_only();

}  // namespace grove::serve::sparql
