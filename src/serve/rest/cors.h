#pragma once

#include <optional>

#include "serve/http/message.h"

namespace grove::serve {

/// The answer to a browser's question whether a page of an origin that may pass may send such a request (the Fetch standard's preflight);
/// nothing where the request is no such question.
std::optional<HttpResponse> answer_preflight(const HttpRequest& head);

/// Lets the page that sent the request, if one did, read the answer.
void let_page_read(const HttpRequest& request, HttpResponse& response);

}  // namespace grove::serve
