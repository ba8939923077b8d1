#pragma once

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/serializer.hpp>
#include <functional>
#include <memory>

#include "serve/http/asio/wire.h"
#include "serve/http/body_stream.h"

namespace grove::serve {

/// Sends an answer whose body is a stream: its head, pieces as they come, the end. Runs on the socket thread.
class StreamWriter : public std::enable_shared_from_this<StreamWriter> {
 public:
  struct Request {
    std::shared_ptr<BodyStream> body;
    enum class Framing {
      kChunked,
      kUntilClose,  ///< For clients of HTTP/1.0: the end of the connection ends the body.
    } framing = Framing::kChunked;
    std::chrono::milliseconds timeout;  ///< For a client to take one piece.
    std::chrono::milliseconds filler_after;
  };
  /// `on_end` is called once: with what broke the sending, or nothing where all was sent. `stream` outlives that.
  StreamWriter(boost::beast::tcp_stream& stream, Request request, std::function<void(boost::beast::error_code)> on_end);

  void start(const WireResponse& head);
  /// Sends no more. `on_end` is called later, from the event loop.
  void abort();

 private:
  void wake();
  void pump();
  void send(BodyStream::Piece piece);
  void wait();
  void end(boost::beast::error_code error);

  boost::beast::tcp_stream& stream_;
  Request request_;
  std::function<void(boost::beast::error_code)> on_end_;
  boost::asio::steady_timer pause_;
  boost::beast::http::response<boost::beast::http::empty_body> head_;
  std::optional<boost::beast::http::response_serializer<boost::beast::http::empty_body>> serializer_;
  std::string sending_;
  bool busy_ = true;  // a write is pending
};

}  // namespace grove::serve
