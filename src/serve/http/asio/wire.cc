#include "serve/http/asio/wire.h"

#include <boost/beast/http/error.hpp>
#include <chrono>
#include <ctime>
#include <iterator>
#include <string_view>

#include "base/text.h"
#include "serve/http/problem.h"

namespace grove::serve {
namespace {

namespace http = boost::beast::http;

Error plain_error(ErrorCode code, std::string message, std::string hint = {}) { return {code, std::move(message), std::move(hint)}; }

std::string http_date() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[40];
  return {text, std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

}  // namespace

void prepare(std::optional<WireRequest>& parser, const ServerOptions& options) {
  parser.emplace();
  parser->header_limit(static_cast<std::uint32_t>(options.header_bytes));
  parser->body_limit(options.body_bytes);
}

HttpRequest request_head(const WireRequest& parser, const std::string& peer) {
  const auto& message = parser.get();
  HttpRequest request;
  request.method = std::string(message.method_string());
  request.target = std::string(message.target());
  request.peer = peer;
  for (const auto& field : message) request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
  return request;
}

std::optional<HttpResponse> refuse_framing(const WireRequest& parser) {
  const auto codings = parser.get().equal_range(http::field::transfer_encoding);
  if (codings.first == codings.second) return std::nullopt;
  if (parser.get().version() < 11) {
    return problem(400, plain_error(ErrorCode::kInvalidArgument, "a request of HTTP/1.0 can't have a Transfer-Encoding"));
  }
  const std::string_view coding(codings.first->value().data(), codings.first->value().size());
  if (std::next(codings.first) == codings.second && equals_ignoring_ascii_case(trim(coding), "chunked")) return std::nullopt;
  return problem(501, plain_error(ErrorCode::kInvalidArgument, "the only Transfer-Encoding understood here is `chunked`"));
}

WireResponse to_wire(const HttpResponse& response, const HttpRequest& request, KeepAlive keep_alive) {
  WireResponse wire(static_cast<http::status>(response.status), 11);
  wire.reason(std::string(reason_phrase(response.status)));
  wire.set(http::field::date, http_date());
  if (!response.content_type.empty()) wire.set(http::field::content_type, response.content_type);
  wire.set("X-Content-Type-Options", "nosniff");
  for (const auto& [name, value] : response.headers) wire.set(name, value);
  wire.keep_alive(keep_alive == KeepAlive::kYes);
  if (response.stream) return wire;
  if (request.method != "HEAD") wire.body() = response.body;
  const bool has_body = response.status != 204 && response.status != 304;
  if (has_body) wire.content_length(response.body.size());
  return wire;
}

std::optional<HttpResponse> answer_to(boost::beast::error_code error, const ServerOptions& options) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return problem(431, plain_error(ErrorCode::kResourceLimit,
                                    "the head of the request is larger than " + std::to_string(options.header_bytes) + " bytes"));
  }
  if (error == http::error::body_limit) {
    return problem(413, plain_error(ErrorCode::kResourceLimit,
                                    "the body of the request is larger than " + std::to_string(options.body_bytes) + " bytes",
                                    "Send less, or raise GROVE_MAX_BODY."));
  }
  if (error == http::error::bad_version)
    return problem(505, plain_error(ErrorCode::kInvalidArgument, "only HTTP/1.0 and HTTP/1.1 are spoken here"));
  if (error == http::error::end_of_stream || error == http::error::partial_message) return std::nullopt;
  if (error.category() == http::make_error_code(http::error::bad_method).category()) {
    return problem(400, plain_error(ErrorCode::kInvalidArgument, "the request is not well-formed HTTP: " + error.message()));
  }
  return std::nullopt;
}

}  // namespace grove::serve
