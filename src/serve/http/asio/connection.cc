#include "serve/http/asio/connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <cerrno>
#include <utility>

#include "base/text.h"
#include "serve/http/problem.h"

namespace grove::serve {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::beast::error_code;

constexpr std::chrono::seconds kLingerTime{2};
constexpr std::size_t kLingerBytes = 256U << 20U;
constexpr std::size_t kMostOfOneRead = 64U << 10U;
constexpr std::size_t kKeptBytes = 64U << 10U;  // of a buffer between two requests
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

Connection::Connection(tcp::socket socket, Hub& hub)
    : hub_(hub), stream_(std::move(socket)), buffer_(hub.options.header_bytes + hub.options.body_bytes), deadline_(hub.io), grace_(hub.io) {
  error_code ignored;
  const auto endpoint = stream_.socket().remote_endpoint(ignored);
  if (!ignored) peer_ = endpoint.address().to_string(ignored);
  stream_.socket().set_option(tcp::no_delay(true), ignored);
  hub_.open.insert(this);
  hub_.open_count = hub_.open.size();
}

Connection::~Connection() {
  hub_.open.erase(this);
  hub_.open_count = hub_.open.size();
}

void Connection::start() { await_request(); }

void Connection::turn_away() {
  refuse_and_close(problem(503, {ErrorCode::kUnavailable, "all connections of the server are taken", "Try again later."}));
}

void Connection::finish() {
  close_after_ = true;
  if (waiting_) close();
}

void Connection::cancel() {
  if (token_) token_->cancel();
  if (writer_) close();
}

void Connection::await_request() {
  prepare(parser_, hub_.options);
  waiting_ = true;
  if (buffer_.size() > 0) return read_head();
  stream_.expires_after(hub_.options.idle_timeout);
  const auto room = buffer_.prepare(boost::beast::read_size(buffer_, kMostOfOneRead));
  stream_.async_read_some(room, [self = shared_from_this()](error_code error, std::size_t bytes) {
    if (error) return self->on_head(error);
    self->buffer_.commit(bytes);
    self->read_head();
  });
}

void Connection::read_head() {
  expect_rest();
  http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) { self->on_head(error); });
}

/// The stream's own clock closes it, which leaves no way to say why; this one only ends the reading.
void Connection::expect_rest() {
  stream_.expires_never();
  arriving_ = true;
  deadline_.expires_after(hub_.options.request_timeout);
  deadline_.async_wait([self = shared_from_this(), sequence = sequence_](error_code error) {
    if (error || !self->arriving_ || sequence != self->sequence_) return;
    self->arriving_ = false;
    self->is_late_ = true;
    self->stream_.cancel();
  });
}

void Connection::end_arrival() {
  if (!std::exchange(arriving_, false)) return;
  deadline_.cancel();
}

void Connection::on_head(error_code error) {
  waiting_ = false;
  watch_ = Stopwatch();
  request_ = {};
  if (error) return on_read_error(error);
  request_ = request_head(*parser_, peer_);
  close_after_ = close_after_ || hub_.stopping || !parser_->keep_alive();
  if (auto refused = refuse_framing(*parser_)) return refuse_and_close(std::move(*refused));
  if (auto refused = hub_.handler.refuse(request_))
    return parser_->is_done() ? respond(std::move(*refused)) : refuse_and_close(std::move(*refused));
  if (parser_->is_done()) return dispatch();
  if (equals_ignoring_ascii_case(request_.header("Expect"), "100-continue")) return confirm_body();
  read_body();
}

void Connection::confirm_body() {
  asio::async_write(stream_, asio::buffer(kContinue), [self = shared_from_this()](error_code error, std::size_t) {
    if (error) return self->on_read_error(error);
    self->read_body();
  });
}

void Connection::read_body() {
  http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) { self->on_body(error); });
}

void Connection::on_body(error_code error) {
  if (error) return on_read_error(error);
  request_.body = std::move(parser_->get().body());
  dispatch();
}

void Connection::on_read_error(error_code error) {
  if (std::exchange(is_late_, false)) {
    return refuse_and_close(problem(408, {ErrorCode::kTimeout, "the request did not arrive whole within the time that the server allows",
                                          "Send it in one go, or raise GROVE_REQUEST_TIMEOUT."}));
  }
  if (auto response = answer_to(error, hub_.options)) return refuse_and_close(std::move(*response));
  close();
}

void Connection::dispatch() {
  end_arrival();
  const std::uint64_t sequence = ++sequence_;
  const Lane lane = hub_.handler.lane(request_);
  token_.emplace();
  if (lane == Lane::kInline) return on_answer(sequence, hub_.handler.handle(request_, *token_));
  if (lane == Lane::kQuick) {
    deadline_.expires_after(hub_.options.request_timeout);
    deadline_.async_wait([self = shared_from_this(), sequence](error_code error) {
      if (!error) self->on_timeout(sequence);
    });
  }
  watch_client(sequence);
  // The worker has its own copy: the connection may give up on it and move on.
  auto work = [self = shared_from_this(), sequence, request = request_, token = *token_]() mutable {
    Hub& hub = self->hub_;
    // One that waited for a worker until nobody waited for it any more costs no work.
    HttpResponse response =
        token.cancelled() ? problem({ErrorCode::kCancelled, "the request was given up", ""}) : hub.handler.handle(request, token);
    asio::post(hub.io, [self = std::move(self), sequence, response = std::move(response)]() mutable {
      self->on_answer(sequence, std::move(response));
    });
  };
  asio::post(lane == Lane::kLong ? hub_.slow : hub_.quick, std::move(work));
}

void Connection::on_answer(std::uint64_t sequence, HttpResponse response) {
  if (sequence != sequence_ || !token_) return;
  token_.reset();
  deadline_.cancel();
  grace_.cancel();
  respond(std::move(response));
}

void Connection::on_timeout(std::uint64_t sequence) {
  if (sequence != sequence_ || !token_) return;
  token_->cancel();
  token_.reset();
  close_after_ = true;
  respond(problem(
      504, {ErrorCode::kTimeout, "the request took longer than the server allows", "Ask for less, or raise GROVE_REQUEST_TIMEOUT."}));
}

/// Nothing is read while a request is worked on, so that only a look at the socket tells whether somebody still waits for the answer.
void Connection::watch_client(std::uint64_t sequence) {
  stream_.socket().async_wait(tcp::socket::wait_read, [self = shared_from_this(), sequence](error_code error) {
    if (!error && self->in_flight(sequence)) self->look_at_client(sequence);
  });
}

void Connection::look_at_client(std::uint64_t sequence) {
  char byte = 0;
  const ssize_t got = ::recv(stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  if (got > 0) return;  // the next request: it hides whatever comes behind it
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return watch_client(sequence);
  if (got < 0 || writer_) return on_client_gone(sequence);
  // It closed, or it only sends no more and still listens: TCP doesn't tell these apart. A quick answer reaches it in either case.
  grace_.expires_after(hub_.options.half_close_grace);
  grace_.async_wait([self = shared_from_this(), sequence](error_code error) {
    if (!error) self->on_client_gone(sequence);
  });
}

void Connection::on_client_gone(std::uint64_t sequence) {
  if (!in_flight(sequence)) return;
  if (!token_) return close();
  token_->cancel();
  token_.reset();
  deadline_.cancel();
  hub_.handler.answered(request_, {.status = kClientGone}, watch_.milliseconds());
  close();
}

void Connection::respond(HttpResponse response) {
  end_arrival();
  response_ = std::move(response);
  close_after_ = close_after_ || hub_.stopping;
  if (response_.stream && parser_->get().version() < 11) close_after_ = true;
  wire_ = to_wire(response_, request_, close_after_ ? KeepAlive::kNo : KeepAlive::kYes);
  if (response_.stream && request_.method != "HEAD") return begin_stream();
  stream_.expires_after(hub_.options.request_timeout);
  auto written = [self = shared_from_this()](error_code error, std::size_t) { self->on_written(error); };
  http::async_write(stream_, wire_, std::move(written));
}

void Connection::begin_stream() {
  using Framing = StreamWriter::Request::Framing;
  const StreamWriter::Request request{.body = std::exchange(response_.stream, nullptr),
                                      .framing = parser_->get().version() < 11 ? Framing::kUntilClose : Framing::kChunked,
                                      .timeout = hub_.options.request_timeout,
                                      .filler_after = hub_.options.filler_after};
  hub_.handler.answered(request_, response_, watch_.milliseconds());
  writer_ = std::make_shared<StreamWriter>(stream_, request, [self = shared_from_this()](error_code error) {
    self->writer_.reset();
    self->go_on(error);
  });
  writer_->start(wire_);
  watch_client(sequence_);
}

void Connection::refuse_and_close(HttpResponse response) {
  close_after_ = true;
  respond(std::move(response));
}

void Connection::on_written(error_code error) {
  hub_.handler.answered(request_, response_, watch_.milliseconds());
  go_on(error);
}

void Connection::go_on(error_code error) {
  response_ = {};
  wire_ = {};
  if (buffer_.capacity() > kKeptBytes) buffer_.shrink_to_fit();
  if (error) return close();
  if (close_after_ || hub_.stopping) return linger();
  await_request();
}

/// Closing at once would reset the connection while the client still sends, and the answer would be lost on its way (RFC 9112, 9.6).
void Connection::linger() {
  error_code ignored;
  stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  if (parser_ && parser_->is_done() && buffer_.size() == 0) return close();
  stream_.expires_after(kLingerTime);
  buffer_.consume(buffer_.size());
  auto drained = std::make_shared<std::size_t>(0);
  auto read = [self = shared_from_this(), drained](auto& again) -> void {
    self->stream_.async_read_some(self->buffer_.prepare(std::min(kMostOfOneRead, self->buffer_.max_size())),
                                  [self, drained, again](error_code error, std::size_t bytes) mutable {
                                    *drained += bytes;
                                    if (error || *drained > kLingerBytes) return self->close();
                                    again(again);
                                  });
  };
  read(read);
}

void Connection::close() {
  end_arrival();
  error_code ignored;
  stream_.socket().close(ignored);
  if (writer_) writer_->abort();
}

}  // namespace grove::serve
