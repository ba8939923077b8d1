#include "source/testing/stub_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace grove::source::testing {

StubServer::StubServer(std::string redirect) : redirect_(std::move(redirect)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 8) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::runtime_error("no loopback socket");
  port_ = ntohs(address.sin_port);
  thread_ = std::jthread([this] { serve(); });
}

StubServer::~StubServer() {
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  ::close(listener_);
}

std::string StubServer::origin() const { return "http://127.0.0.1:" + std::to_string(port_); }

std::vector<std::string> StubServer::requests() {
  const std::lock_guard lock(mutex_);
  return requests_;
}

std::string StubServer::answer(const std::string& head) const {
  const std::string end = "Content-Length: 0\r\nConnection: close\r\n\r\n";
  if (!redirect_.empty()) {
    const std::string path = head.substr(4, head.find(' ', 4) - 4);
    return "HTTP/1.1 302 Found\r\nLocation: " + redirect_ + path + "\r\n" + end;
  }
  if (head.find("Authorization:") == std::string::npos)
    return "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"stub\"\r\n" + end;
  return "HTTP/1.1 404 Not Found\r\n" + end;
}

void StubServer::serve() {
  for (;;) {
    const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) return;
    std::string head;
    std::array<char, 4096> buffer{};
    while (head.find("\r\n\r\n") == std::string::npos) {
      const ssize_t got = ::read(client, buffer.data(), buffer.size());
      if (got <= 0) break;
      head.append(buffer.data(), static_cast<std::size_t>(got));
    }
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(head);
    }
    const std::string reply = answer(head);
    [[maybe_unused]] const ssize_t sent = ::write(client, reply.data(), reply.size());
    ::close(client);
  }
}

}  // namespace grove::source::testing
