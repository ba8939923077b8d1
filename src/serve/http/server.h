#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "base/result.h"
#include "serve/http/message.h"

namespace grove::serve {

/// Where a request is worked on.
enum class Lane : std::uint8_t {
  kInline,  ///< On the thread of the sockets: for answers that need no work and must not wait behind any.
  kQuick,   ///< On a worker; ended by the request timeout.
  kLong,    ///< On a worker of its own kind, with no time limit: indexing.
};

/// What a server answers with. Called from many threads at once.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  /// From the head of a request, before its body is read: what to refuse it with, if at all.
  virtual std::optional<HttpResponse> refuse(const HttpRequest& head) const = 0;
  virtual Lane lane(const HttpRequest& head) const = 0;
  /// Must not throw. The token is cancelled once nobody waits for the answer.
  virtual HttpResponse handle(const HttpRequest& request, const CancelToken& cancel) = 0;
  /// After an answer went out, or was given up.
  virtual void answered(const HttpRequest& request, const HttpResponse& response, double milliseconds) = 0;
};

struct ServerOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: a free one.
  std::size_t header_bytes = 16U << 10U;
  std::size_t body_bytes = 1U << 20U;
  std::chrono::milliseconds request_timeout{
      30'000};  ///< For a request to arrive from its first byte on, for an answer of Lane::kQuick, and for it to be sent.
  std::chrono::milliseconds idle_timeout{60'000};    ///< For the first byte of a request.
  std::chrono::milliseconds half_close_grace{250};   ///< For the answer to a client that sends no more, which may mean that it is gone.
  std::chrono::milliseconds filler_after{15'000};    ///< Without news of a stream, a filler is sent.
  std::chrono::milliseconds shutdown_grace{10'000};  ///< After `stop`, for requests in flight; then they are cancelled.
  std::size_t max_connections = 2048;                ///< Further ones are answered 503; a few dozen at a time, the rest are closed.
  unsigned threads = 2;                              ///< Workers of Lane::kQuick.
  unsigned long_threads = 2;
};

/// An HTTP/1.1 server (RFC 9112): keep-alive, pipelining in order, limits on everything a client sends.
class HttpServer {
 public:
  /// Binds and listens. kUnavailable where the address can't be had.
  static Result<std::unique_ptr<HttpServer>> listen(const ServerOptions& options, HttpHandler& handler);
  virtual ~HttpServer() = default;

  virtual std::uint16_t port() const = 0;
  /// Serves until `stop`, then finishes what is in flight. Call it once.
  virtual void run() = 0;
  /// Thread-safe. A second call cancels what is in flight at once.
  virtual void stop() = 0;
  virtual std::size_t connections() const = 0;
};

}  // namespace grove::serve
