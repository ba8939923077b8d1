#include "http/testing/test_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <stdexcept>

namespace grove::http {
namespace {

/// Reads until `have` holds `size` bytes or, for size 0, an empty line. False at the end of the connection.
bool fill(int socket, std::string& have, std::size_t size) {
  char buffer[16384];
  while (size == 0 ? have.find("\r\n\r\n") == std::string::npos : have.size() < size) {
    const ssize_t n = ::recv(socket, buffer, sizeof buffer, 0);
    if (n <= 0) return false;
    have.append(buffer, static_cast<std::size_t>(n));
  }
  return true;
}

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

TestServer::Request parse_head(const std::string& head) {
  TestServer::Request request;
  std::size_t at = head.find("\r\n");
  const std::string line = head.substr(0, at);
  request.method = line.substr(0, line.find(' '));
  request.target = line.substr(line.find(' ') + 1, line.rfind(' ') - line.find(' ') - 1);
  while (at + 2 < head.size()) {
    const std::size_t end = head.find("\r\n", at + 2);
    const std::string header = head.substr(at + 2, end - at - 2);
    at = end;
    const std::size_t colon = header.find(':');
    if (colon == std::string::npos) break;
    std::string name = header.substr(0, colon);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    request.headers[name] = header.substr(header.find_first_not_of(' ', colon + 1));
  }
  return request;
}

}  // namespace

TestServer::TestServer(Handler handler) : handler_(std::move(handler)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_, generic, size) != 0 || ::listen(listener_, 16) != 0 || ::getsockname(listener_, generic, &size) != 0) {
    throw std::runtime_error("the test server cannot listen on loopback");
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::jthread([this] { accept_all(); });
}

TestServer::~TestServer() {
  stopping_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  ::close(listener_);
  {
    const std::lock_guard lock(mutex_);
    for (const int socket : sockets_) ::shutdown(socket, SHUT_RDWR);
  }
  threads_.clear();
  for (const int socket : sockets_) ::close(socket);
}

std::string TestServer::url() const { return "http://127.0.0.1:" + std::to_string(port_); }

void TestServer::accept_all() {
  while (!stopping_) {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) continue;
    ++connections_;
    const std::lock_guard lock(mutex_);
    sockets_.push_back(socket);
    threads_.emplace_back([this, socket] { serve(socket); });
  }
}

void TestServer::serve(int socket) {
  std::string have;
  while (!stopping_ && fill(socket, have, 0)) {
    const std::size_t head_size = have.find("\r\n\r\n") + 4;
    Request request = parse_head(have.substr(0, head_size - 2));
    const std::size_t body_size = request.headers.contains("content-length") ? std::stoul(request.headers["content-length"]) : 0;
    if (!fill(socket, have, std::max<std::size_t>(head_size + body_size, 1))) return;
    request.body = have.substr(head_size, body_size);
    have.erase(0, head_size + body_size);
    const Response response = handler_(request);
    for (int waited = 0; waited < response.pause_ms && !stopping_; waited += 5) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::string head =
        "HTTP/1.1 " + std::to_string(response.status) + " Status\r\nContent-Length: " + std::to_string(response.body.size()) + "\r\n";
    for (const std::string& header : response.headers) head += header + "\r\n";
    const bool breaks = response.send_only < response.body.size();
    if (!send_all(socket, head + "\r\n" + response.body.substr(0, response.send_only)) || breaks) {
      ::shutdown(socket, SHUT_RDWR);
      return;
    }
  }
}

}  // namespace grove::http
