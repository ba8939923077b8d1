#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace grove::http {

/// An HTTP/1.1 server on loopback for tests: one thread a connection, connections kept alive, bodies by Content-Length.
class TestServer {
 public:
  struct Request {
    std::string method;
    std::string target;
    std::map<std::string, std::string> headers;  ///< Names in lower case.
    std::string body;
  };
  struct Response {
    int status = 200;
    std::string body = {};
    std::vector<std::string> headers = {};
    std::size_t send_only = static_cast<std::size_t>(-1);  ///< Bytes of the body after which the connection breaks.
    int pause_ms = 0;
  };
  using Handler = std::function<Response(const Request&)>;

  /// `handler` is called from many threads.
  explicit TestServer(Handler handler);
  ~TestServer();
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  /// "http://127.0.0.1:PORT"
  std::string url() const;
  int connections() const { return connections_; }

 private:
  void accept_all();
  void serve(int socket);

  Handler handler_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<int> connections_ = 0;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::vector<int> sockets_;
  std::vector<std::jthread> threads_;
  std::jthread acceptor_;
};

}  // namespace grove::http
