#pragma once

#include <optional>

#include "serve/http/message.h"

namespace grove::serve {

/// Whether a request is for the web UI: its page, a file that the page needs, or, by a browser that goes to an address (it accepts HTML),
/// a path of which `is_taken` knows nothing: what stands there is for the page to say.
bool asks_for_page(const HttpRequest& head, bool (*is_taken)(std::string_view first_part));

/// The answer to such a request: compressed as the client likes it, with a strong entity tag (304 where the client has it), for good where
/// the name has the content's hash in it, and with a Content-Security-Policy that lets nothing in but the program's own files. A file that
/// is not there is a problem 404.
HttpResponse page_response(const HttpRequest& request);

}  // namespace grove::serve
