#include "serve/http/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <utility>
// Asio needs <utility> before it.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "base/clock.h"
#include "base/text.h"
#include "serve/http/problem.h"

namespace grove::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using beast::error_code;

constexpr std::chrono::seconds kLingerTime{2};
constexpr std::size_t kLingerBytes = 256U << 10U;
constexpr std::size_t kKeptBytes = 64U << 10U;  // of a buffer between two requests
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

Error plain_error(ErrorCode code, std::string message, std::string hint = {}) { return {code, std::move(message), std::move(hint)}; }

/// What to answer to a message that can't be read; nothing where the client is gone or was silent.
std::optional<HttpResponse> answer_to(error_code error, const ServerOptions& options) {
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

std::string http_date() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[40];
  return {text, std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

class Connection;

/// What all connections of a server share. Touched from the socket thread only, but for the pools.
struct Hub {
  Hub(const ServerOptions& limits, HttpHandler& answering, asio::io_context& context)
      : options(limits), handler(answering), io(context), quick(std::max(1U, limits.threads)), slow(std::max(1U, limits.long_threads)) {}

  const ServerOptions& options;
  HttpHandler& handler;
  asio::io_context& io;
  asio::thread_pool quick;
  asio::thread_pool slow;
  std::set<Connection*> open;
  std::atomic<std::size_t> open_count = 0;
  bool stopping = false;
};

/// One client: reads a request, has it answered, writes the answer, and again. Runs on the socket thread; keeps itself alive by the
/// operation that is pending.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Hub& hub);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  void start();
  /// Answers 503 and closes: for a client too many.
  void turn_away();
  /// Closes where nothing is in flight; else after the answer.
  void finish();
  /// Ends the request in flight.
  void cancel();

 private:
  using Parser = http::request_parser<http::string_body>;
  using Wire = http::response<http::string_body>;

  void read_head();
  void on_head(error_code error);
  void confirm_body();
  void read_body();
  void on_body(error_code error);
  void dispatch();
  void on_answer(std::uint64_t sequence, HttpResponse response);
  void on_timeout(std::uint64_t sequence);
  void respond(HttpResponse response);
  void on_written(error_code error);
  void refuse_and_close(HttpResponse response);
  void on_read_error(error_code error);
  void linger();
  void close();
  HttpRequest head() const;

  Hub& hub_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  Wire wire_;
  asio::steady_timer deadline_;
  std::string peer_;
  HttpRequest request_;
  HttpResponse response_;
  std::optional<CancelToken> token_;  // of the request that is being worked on
  Stopwatch watch_;
  std::uint64_t sequence_ = 0;  // of the request; an answer to an earlier one is late
  bool close_after_ = false;
  bool waiting_ = false;  // for the head of a request, none of which has to have arrived
};

Connection::Connection(tcp::socket socket, Hub& hub)
    : hub_(hub), stream_(std::move(socket)), buffer_(hub.options.header_bytes + hub.options.body_bytes), deadline_(hub.io) {
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

void Connection::start() { read_head(); }

void Connection::turn_away() {
  Error error = plain_error(ErrorCode::kUnavailable, "all connections of the server are taken", "Try again later.");
  refuse_and_close(problem(503, error));
}

void Connection::finish() {
  close_after_ = true;
  if (waiting_) close();
}

void Connection::cancel() {
  if (token_) token_->cancel();
}

void Connection::read_head() {
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(hub_.options.header_bytes));
  parser_->body_limit(hub_.options.body_bytes);
  waiting_ = true;
  stream_.expires_after(hub_.options.idle_timeout);
  http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) { self->on_head(error); });
}

void Connection::on_head(error_code error) {
  waiting_ = false;
  watch_ = Stopwatch();
  request_ = {};
  if (error) return on_read_error(error);
  request_ = head();
  close_after_ = close_after_ || hub_.stopping || !parser_->keep_alive();
  if (auto refused = hub_.handler.refuse(request_))
    return parser_->is_done() ? respond(std::move(*refused)) : refuse_and_close(std::move(*refused));
  if (parser_->is_done()) return dispatch();
  if (equals_ignoring_ascii_case(request_.header("Expect"), "100-continue")) return confirm_body();
  read_body();
}

HttpRequest Connection::head() const {
  const auto& message = parser_->get();
  HttpRequest request;
  request.method = std::string(message.method_string());
  request.target = std::string(message.target());
  request.peer = peer_;
  for (const auto& field : message) request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
  return request;
}

void Connection::confirm_body() {
  stream_.expires_after(hub_.options.request_timeout);
  asio::async_write(stream_, asio::buffer(kContinue), [self = shared_from_this()](error_code error, std::size_t) {
    if (!error) self->read_body();
  });
}

void Connection::read_body() {
  stream_.expires_after(hub_.options.request_timeout);
  http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) { self->on_body(error); });
}

void Connection::on_body(error_code error) {
  if (error) return on_read_error(error);
  request_.body = std::move(parser_->get().body());
  dispatch();
}

void Connection::on_read_error(error_code error) {
  if (auto response = answer_to(error, hub_.options)) return refuse_and_close(std::move(*response));
  close();
}

void Connection::dispatch() {
  stream_.expires_never();
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
  // The worker has its own copy: the connection may give up on it and move on.
  auto work = [self = shared_from_this(), sequence, request = request_, token = *token_]() mutable {
    Hub& hub = self->hub_;
    HttpResponse response = hub.handler.handle(request, token);
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
  respond(std::move(response));
}

void Connection::on_timeout(std::uint64_t sequence) {
  if (sequence != sequence_ || !token_) return;
  token_->cancel();
  token_.reset();
  close_after_ = true;
  respond(problem(504, plain_error(ErrorCode::kTimeout, "the request took longer than the server allows",
                                   "Ask for less, or raise GROVE_REQUEST_TIMEOUT.")));
}

void Connection::respond(HttpResponse response) {
  response_ = std::move(response);
  close_after_ = close_after_ || hub_.stopping;
  wire_ = Wire(static_cast<http::status>(response_.status), 11);
  wire_.reason(std::string(reason_phrase(response_.status)));
  wire_.set(http::field::date, http_date());
  if (!response_.content_type.empty()) wire_.set(http::field::content_type, response_.content_type);
  wire_.set("X-Content-Type-Options", "nosniff");
  for (const auto& [name, value] : response_.headers) wire_.set(name, value);
  if (request_.method != "HEAD") wire_.body() = response_.body;
  wire_.keep_alive(!close_after_);
  wire_.content_length(response_.body.size());
  stream_.expires_after(hub_.options.request_timeout);
  auto written = [self = shared_from_this()](error_code error, std::size_t) { self->on_written(error); };
  http::async_write(stream_, wire_, std::move(written));
}

void Connection::refuse_and_close(HttpResponse response) {
  close_after_ = true;
  respond(std::move(response));
}

void Connection::on_written(error_code error) {
  hub_.handler.answered(request_, response_, watch_.milliseconds());
  response_ = {};
  wire_ = {};
  if (buffer_.capacity() > kKeptBytes) buffer_.shrink_to_fit();
  if (error) return close();
  if (close_after_) return linger();
  read_head();
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
    self->stream_.async_read_some(self->buffer_.prepare(4096), [self, drained, again](error_code error, std::size_t bytes) mutable {
      *drained += bytes;
      if (error || *drained > kLingerBytes) return self->close();
      again(again);
    });
  };
  read(read);
}

void Connection::close() {
  error_code ignored;
  stream_.socket().close(ignored);
}

class AsioServer final : public HttpServer {
 public:
  AsioServer(const ServerOptions& options, HttpHandler& handler)
      : options_(options), acceptor_(io_), pause_(io_), grace_(io_), hub_(options_, handler, io_) {}

  ~AsioServer() override {
    hub_.quick.join();
    hub_.slow.join();
    io_.restart();
    io_.run();  // Late answers hold connections, which have to end before the hub does.
  }

  Status bind() {
    error_code error;
    const auto address = asio::ip::make_address(options_.host == "localhost" ? "127.0.0.1" : options_.host, error);
    if (error) {
      return fail(ErrorCode::kInvalidArgument, fmt::format("cannot listen on {}: it is not an IP address", options_.host),
                  "Give an address of this machine, like 127.0.0.1 or ::1.");
    }
    const tcp::endpoint endpoint(address, options_.port);
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      return fail(ErrorCode::kUnavailable, fmt::format("cannot listen on {}:{}: {}", options_.host, options_.port, error.message()),
                  "Stop what listens there, or choose another port with --port.");
    }
    port_ = acceptor_.local_endpoint(error).port();
    return {};
  }

  std::uint16_t port() const override { return port_; }
  std::size_t connections() const override { return hub_.open_count; }

  void run() override {
    accept();
    io_.run();
  }

  void stop() override {
    asio::post(io_, [this] { hub_.stopping ? cancel_all() : begin_stop(); });
  }

 private:
  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (hub_.stopping) return;
      if (error) return accept_later();
      const bool full = hub_.open.size() >= options_.max_connections;
      const auto connection = std::make_shared<Connection>(std::move(socket), hub_);
      full ? connection->turn_away() : connection->start();
      accept();
    });
  }

  /// Out of descriptors: the client waits in the backlog until some are free again.
  void accept_later() {
    pause_.expires_after(std::chrono::milliseconds(50));
    pause_.async_wait([this](error_code error) {
      if (!error && !hub_.stopping) accept();
    });
  }

  void begin_stop() {
    hub_.stopping = true;
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    for (Connection* connection : std::set(hub_.open)) connection->finish();
    grace_.expires_after(options_.shutdown_grace);
    grace_.async_wait([this](error_code error) {
      if (!error) cancel_all();
    });
    watch_for_end();
  }

  /// The grace timer must not keep the server alive once the last connection is gone.
  void watch_for_end() {
    if (hub_.open.empty()) {
      grace_.cancel();
      return;
    }
    pause_.expires_after(std::chrono::milliseconds(5));
    pause_.async_wait([this](error_code) { watch_for_end(); });
  }

  void cancel_all() {
    for (Connection* connection : hub_.open) connection->cancel();
  }

  ServerOptions options_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  asio::steady_timer grace_;
  Hub hub_;
  std::uint16_t port_ = 0;
};

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::listen(const ServerOptions& options, HttpHandler& handler) {
  auto server = std::make_unique<AsioServer>(options, handler);
  GROVE_RETURN_IF_ERROR(server->bind());
  return server;
}

}  // namespace grove::serve
