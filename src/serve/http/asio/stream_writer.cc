#include "serve/http/asio/stream_writer.h"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/write.hpp>
#include <utility>

namespace grove::serve {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::beast::error_code;

StreamWriter::StreamWriter(boost::beast::tcp_stream& stream, Request request, std::function<void(error_code)> on_end)
    : stream_(stream), request_(std::move(request)), on_end_(std::move(on_end)), pause_(stream.get_executor()) {}

void StreamWriter::start(const WireResponse& head) {
  head_.base() = head.base();
  head_.chunked(request_.framing == Request::Framing::kChunked);
  serializer_.emplace(head_);
  // Only a weak reference leaves the socket thread: nothing of a connection is destroyed on another one.
  request_.body->on_more([weak = weak_from_this(), executor = stream_.get_executor()] {
    asio::post(executor, [weak] {
      if (const auto self = weak.lock()) self->wake();
    });
  });
  stream_.expires_after(request_.timeout);
  http::async_write_header(stream_, *serializer_, [self = shared_from_this()](error_code error, std::size_t) {
    self->busy_ = false;
    error ? self->end(error) : self->pump();
  });
}

void StreamWriter::wake() {
  if (!busy_) pump();
}

void StreamWriter::pump() {
  if (!on_end_) return;
  pause_.cancel();
  BodyStream::Piece piece = request_.body->next();
  if (piece.text.empty() && !piece.last) return wait();
  send(std::move(piece));
}

void StreamWriter::send(BodyStream::Piece piece) {
  busy_ = true;
  sending_ = std::move(piece.text);
  auto sent = [self = shared_from_this(), last = piece.last](error_code error, std::size_t) {
    self->busy_ = false;
    error || last ? self->end(error) : self->pump();
  };
  stream_.expires_after(request_.timeout);
  if (request_.framing == Request::Framing::kUntilClose) return asio::async_write(stream_, asio::buffer(sending_), std::move(sent));
  // A chunk of no bytes would end the body.
  if (sending_.empty()) return asio::async_write(stream_, http::make_chunk_last(), std::move(sent));
  if (!piece.last) return asio::async_write(stream_, http::make_chunk(asio::buffer(sending_)), std::move(sent));
  asio::async_write(stream_, http::make_chunk(asio::buffer(sending_)), [self = shared_from_this()](error_code error, std::size_t) {
    error ? self->end(error) : self->send({.text = {}, .last = true});
  });
}

void StreamWriter::wait() {
  pause_.expires_after(request_.filler_after);
  pause_.async_wait([self = shared_from_this()](error_code error) {
    if (error || self->busy_ || !self->on_end_) return;
    self->send({.text = std::string(self->request_.body->filler()), .last = false});
  });
}

void StreamWriter::abort() {
  pause_.cancel();
  asio::post(stream_.get_executor(), [self = shared_from_this()] { self->end(asio::error::operation_aborted); });
}

void StreamWriter::end(error_code error) {
  pause_.cancel();
  if (const auto on_end = std::exchange(on_end_, nullptr)) on_end(error);
}

}  // namespace grove::serve
