#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "serve/http/asio/hub.h"
#include "serve/http/asio/stream_writer.h"
#include "serve/http/asio/wire.h"

namespace grove::serve {

/// One client: reads a request, has it answered, writes the answer, and again. Runs on the socket thread; keeps itself alive by the
/// operation that is pending.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket socket, Hub& hub);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  void start();
  /// Answers 503 and closes: for a client too many.
  void turn_away();
  /// Closes where nothing is in flight; else after the answer.
  void finish();
  /// Ends the request or the stream in flight.
  void cancel();

 private:
  using Failure = boost::beast::error_code;

  void await_request();
  void read_head();
  void expect_rest();
  void end_arrival();
  void on_head(Failure error);
  void confirm_body();
  void read_body();
  void on_body(Failure error);
  void on_read_error(Failure error);
  void dispatch();
  void on_answer(std::uint64_t sequence, HttpResponse response);
  void on_timeout(std::uint64_t sequence);
  void watch_client(std::uint64_t sequence);
  void look_at_client(std::uint64_t sequence);
  void on_client_gone(std::uint64_t sequence);
  void respond(HttpResponse response);
  void begin_stream();
  void on_written(Failure error);
  void go_on(Failure error);
  void refuse_and_close(HttpResponse response);
  void linger();
  void close();
  /// Something of this request still has to be answered.
  bool in_flight(std::uint64_t sequence) const { return sequence == sequence_ && (token_ || writer_); }

  Hub& hub_;
  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  std::optional<WireRequest> parser_;
  WireResponse wire_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer grace_;  // for a client that sends no more
  std::string peer_;
  HttpRequest request_;
  HttpResponse response_;
  std::optional<CancelToken> token_;      // of the request that is being worked on
  std::shared_ptr<StreamWriter> writer_;  // of the stream that is being sent
  Stopwatch watch_;
  std::uint64_t sequence_ = 0;  // of the request; an answer to an earlier one is late
  bool close_after_ = false;
  bool arriving_ = false;  // a request, some of which is there
  bool is_late_ = false;   // the one that was arriving
  bool waiting_ = false;   // for the head of a request, none of which has to have arrived
};

}  // namespace grove::serve
