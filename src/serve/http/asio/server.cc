#include "serve/http/server.h"

#include <fmt/format.h>

#include <memory>
#include <utility>
// Asio needs <utility> before it.
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "serve/http/asio/connection.h"
#include "serve/http/asio/hub.h"

namespace grove::serve {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::beast::error_code;

constexpr std::size_t kTurnedAwayAtOnce = 64;

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
      // Those that are told so hold a descriptor for a moment too; a flood of them is only closed.
      if (hub_.open.size() >= options_.max_connections + kTurnedAwayAtOnce) return accept();
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
