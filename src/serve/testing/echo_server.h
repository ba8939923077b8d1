#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "serve/http/problem.h"
#include "serve/http/server.h"
#include "serve/testing/raw_client.h"

namespace grove::serve {

/// Streams that send what a test hands them.
class TestStreams {
 public:
  std::shared_ptr<BodyStream> open();
  /// To every stream that is open.
  void send(const std::string& text);
  void finish();
  int count() const;

 private:
  class Stream;
  mutable std::mutex mutex_;
  std::vector<Stream*> open_;
};

/// Answers with what it was sent; `/wait` waits until it is let go or cancelled, `/deaf` until it is let go, `/stream` is a stream.
class EchoHandler final : public HttpHandler {
 public:
  std::optional<HttpResponse> refuse(const HttpRequest& head) const override {
    if (head.target != "/forbidden") return std::nullopt;
    return problem(403, {ErrorCode::kInvalidArgument, "no", ""});
  }
  Lane lane(const HttpRequest& head) const override {
    if (head.target == "/inline") return Lane::kInline;
    return head.target == "/long" ? Lane::kLong : Lane::kQuick;
  }
  HttpResponse handle(const HttpRequest& request, const CancelToken& cancel) override {
    if (request.target == "/stream") return {.content_type = "text/event-stream", .stream = streams.open()};
    ++handled;
    if (request.target == "/deaf") wait(CancelToken());
    if (request.target == "/wait" || request.target == "/long") wait(cancel);
    return {.content_type = "text/plain", .body = request.method + " " + request.target + " " + request.body};
  }
  void answered(const HttpRequest&, const HttpResponse& response, double) override { last_status = response.status; }

  void let_go() {
    const std::lock_guard lock(mutex_);
    let_go_ = true;
    changed_.notify_all();
  }
  void forget_waiting() {
    const std::lock_guard lock(mutex_);
    waiting_ = 0;
  }
  void until_waiting(int how_many) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(10), [&] { return waiting_ >= how_many; });
  }
  TestStreams streams;
  std::atomic<unsigned> last_status = 0;
  std::atomic<int> handled = 0;
  std::atomic<bool> was_cancelled = false;

 private:
  void wait(const CancelToken& cancel) {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    while (!let_go_ && !cancel.cancelled()) changed_.wait_for(lock, std::chrono::milliseconds(5));
    was_cancelled = was_cancelled || cancel.cancelled();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  bool let_go_ = false;
  int waiting_ = 0;
};

/// A server with short limits that answers with what it was sent.
class EchoServer {
 public:
  EchoServer() {
    options_.header_bytes = 2048;
    options_.body_bytes = 4096;
    options_.request_timeout = std::chrono::milliseconds(300);
    options_.idle_timeout = std::chrono::milliseconds(300);
    options_.shutdown_grace = std::chrono::seconds(10);
  }
  ~EchoServer() { stop(); }
  EchoServer(const EchoServer&) = delete;
  EchoServer& operator=(const EchoServer&) = delete;

  void start();
  void stop();
  std::optional<RawAnswer> exchange(std::string_view bytes) const;

  ServerOptions options_;
  EchoHandler handler_;
  std::unique_ptr<HttpServer> server_;
  std::thread thread_;
};

}  // namespace grove::serve
