#include "serve/http/client.h"

#include <fmt/format.h>

#include <utility>
// Asio needs <utility> before it.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

namespace grove::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using beast::error_code;

/// Connect, write, read, one after the other, all within one deadline.
struct Exchange {
  asio::io_context io;
  beast::tcp_stream stream{io};
  beast::flat_buffer buffer;
  http::request<http::string_body> request;
  http::response<http::string_body> response;
  error_code failure;

  void run(const tcp::endpoint& endpoint, std::chrono::milliseconds timeout) {
    stream.expires_after(timeout);
    stream.async_connect(endpoint, [this](error_code error) {
      if (ended(error)) return;
      http::async_write(stream, request, [this](error_code error, std::size_t) {
        if (ended(error)) return;
        http::async_read(stream, buffer, response, [this](error_code error, std::size_t) { failure = error; });
      });
    });
    io.run();
  }
  bool ended(error_code error) {
    failure = error;
    return error.failed();
  }
};

}  // namespace

Result<HttpResponse> call_server(const ClientCall& call) {
  error_code error;
  const auto address = asio::ip::make_address(call.host == "localhost" ? "127.0.0.1" : call.host, error);
  if (error) return fail(ErrorCode::kInvalidArgument, fmt::format("{} is not an IP address", call.host));
  Exchange exchange;
  exchange.request = {http::string_to_verb(call.method), call.target, 11};
  exchange.request.set(http::field::host, fmt::format("{}:{}", address.is_v6() ? "[" + call.host + "]" : call.host, call.port));
  if (!call.token.empty()) exchange.request.set(http::field::authorization, "Bearer " + call.token);
  if (!call.body.empty()) exchange.request.set(http::field::content_type, "application/json");
  exchange.request.body() = call.body;
  exchange.request.keep_alive(false);
  exchange.request.prepare_payload();
  exchange.run({address, call.port}, call.timeout);
  if (exchange.failure == beast::error::timeout) {
    return fail(ErrorCode::kTimeout, fmt::format("the server at {}:{} does not answer", call.host, call.port));
  }
  if (exchange.failure) {
    return fail(ErrorCode::kUnavailable, fmt::format("no server answers at {}:{}: {}", call.host, call.port, exchange.failure.message()));
  }
  HttpResponse answer{.status = exchange.response.result_int(), .body = std::move(exchange.response.body())};
  answer.content_type = std::string(exchange.response[http::field::content_type]);
  return answer;
}

}  // namespace grove::serve
