#include "serve/testing/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

#include "base/text.h"

namespace grove::serve {

std::string RawAnswer::header(std::string_view name) const {
  for (const std::string_view line : split(head, '\n')) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !equals_ignoring_ascii_case(line.substr(0, colon), name)) continue;
    return std::string(trim(line.substr(colon + 1)));
  }
  return {};
}

RawClient::RawClient(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval limit{.tv_sec = 10, .tv_usec = 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(fd_);
    fd_ = -1;
  }
}

RawClient::~RawClient() {
  if (fd_ >= 0) ::close(fd_);
}

void RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void RawClient::finish_sending() { ::shutdown(fd_, SHUT_WR); }

void RawClient::reset() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(fd_);
  fd_ = -1;
}

std::string RawClient::receive_until(std::string_view end) {
  while (buffer_.find(end) == std::string::npos && fill()) {
  }
  const auto at = buffer_.find(end);
  const std::size_t size = at == std::string::npos ? buffer_.size() : at + end.size();
  std::string text = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return text;
}

bool RawClient::fill() {
  char bytes[4096];
  const ssize_t got = ::recv(fd_, bytes, sizeof bytes, 0);
  if (got <= 0) return false;
  buffer_.append(bytes, static_cast<std::size_t>(got));
  return true;
}

std::optional<RawAnswer> RawClient::receive(Body body) {
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!fill()) return std::nullopt;
  }
  RawAnswer answer;
  answer.head = buffer_.substr(0, end + 2);
  buffer_.erase(0, end + 4);
  answer.status = static_cast<unsigned>(std::strtoul(answer.head.substr(9, 3).c_str(), nullptr, 10));
  const std::size_t length = body == Body::kNone ? 0 : std::strtoul(answer.header("Content-Length").c_str(), nullptr, 10);
  while (buffer_.size() < length) {
    if (!fill()) return std::nullopt;
  }
  answer.body = buffer_.substr(0, length);
  buffer_.erase(0, length);
  return answer;
}

bool RawClient::closed_by_server() {
  while (fill()) {
  }
  char byte = 0;
  return buffer_.empty() && ::recv(fd_, &byte, 1, 0) == 0;
}

std::string http_request(std::string_view method, std::string_view target, std::string_view body, std::string_view headers) {
  std::string request = std::string(method) + ' ' + std::string(target) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + std::string(headers);
  if (!body.empty()) {
    request += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  }
  return request + "\r\n" + std::string(body);
}

}  // namespace grove::serve
