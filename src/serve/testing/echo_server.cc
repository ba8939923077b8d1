#include "serve/testing/echo_server.h"

#include <stdexcept>
#include <utility>

namespace grove::serve {

class TestStreams::Stream final : public BodyStream {
 public:
  explicit Stream(TestStreams& all) : all_(all) {
    const std::lock_guard lock(all_.mutex_);
    all_.open_.push_back(this);
  }
  ~Stream() override {
    const std::lock_guard lock(all_.mutex_);
    std::erase(all_.open_, this);
  }
  Piece next() override {
    const std::lock_guard lock(all_.mutex_);
    return {std::exchange(text_, {}), finished_};
  }
  void on_more(std::function<void()> wake) override {
    const std::lock_guard lock(all_.mutex_);
    wake_ = std::move(wake);
  }
  std::string_view filler() const override { return "(nothing)"; }

 private:
  friend class TestStreams;
  TestStreams& all_;
  std::function<void()> wake_;
  std::string text_;
  bool finished_ = false;
};

std::shared_ptr<BodyStream> TestStreams::open() { return std::make_shared<Stream>(*this); }

void TestStreams::send(const std::string& text) {
  const std::lock_guard lock(mutex_);
  for (Stream* stream : open_) {
    stream->text_ += text;
    if (stream->wake_) stream->wake_();
  }
}

void TestStreams::finish() {
  const std::lock_guard lock(mutex_);
  for (Stream* stream : open_) {
    stream->finished_ = true;
    if (stream->wake_) stream->wake_();
  }
}

int TestStreams::count() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(open_.size());
}

void EchoServer::start() {
  auto server = HttpServer::listen(options_, handler_);
  if (!server) throw std::runtime_error(server.error().message);
  server_ = *std::move(server);
  thread_ = std::thread([this] { server_->run(); });
}

void EchoServer::stop() {
  if (!server_) return;
  server_->stop();
  if (thread_.joinable()) thread_.join();
  server_.reset();
}

std::optional<RawAnswer> EchoServer::exchange(std::string_view bytes) const {
  RawClient client(server_->port());
  client.send(bytes);
  return client.receive();
}

}  // namespace grove::serve
