#pragma once

#include <string_view>

#include "base/result.h"
#include "serve/http/message.h"

namespace grove::serve {

/// An error as RFC 9457 `application/problem+json`: type, title, status, detail, and our `code` and `hint`.
HttpResponse problem(const Error& error);
/// The same under another status than the code's own.
HttpResponse problem(unsigned status, const Error& error);
/// 400 for kInvalidArgument, 404 for kNotFound, 409, 503, 504, 500.
unsigned status_of(ErrorCode code);

}  // namespace grove::serve
