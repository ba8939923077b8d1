#pragma once

#include <boost/beast/core/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <string>

#include "serve/http/message.h"
#include "serve/http/server.h"

namespace grove::serve {

/// A request as the library reads it, an answer as it writes it.
using WireRequest = boost::beast::http::request_parser<boost::beast::http::string_body>;
using WireResponse = boost::beast::http::response<boost::beast::http::string_body>;

/// A parser with the server's limits.
void prepare(std::optional<WireRequest>& parser, const ServerOptions& options);

/// Method, target and headers of a request whose head was read.
HttpRequest request_head(const WireRequest& parser, const std::string& peer);

/// Refuses a body whose end not all readers would see at the same place (RFC 9112, 6.1 and 6.3): only `chunked` alone is understood, and
/// only from HTTP/1.1 on.
std::optional<HttpResponse> refuse_framing(const WireRequest& parser);

/// The answer with its head complete, its body copied unless `request` was a HEAD one. The length of a streamed body stays open.
enum class KeepAlive { kYes, kNo };
WireResponse to_wire(const HttpResponse& response, const HttpRequest& request, KeepAlive keep_alive);

/// What to answer to a message that can't be read; nothing where the client is gone or was silent.
std::optional<HttpResponse> answer_to(boost::beast::error_code error, const ServerOptions& options);

}  // namespace grove::serve
