#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace grove::serve {

/// An answer as it came over a socket.
struct RawAnswer {
  unsigned status = 0;
  std::string head;  ///< With the status line.
  std::string body;

  /// The value of a header; "" where there is none.
  std::string header(std::string_view name) const;
};

/// A client that sends whatever bytes a test wants, to a server on 127.0.0.1. Gives up after ten seconds.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool connected() const { return fd_ >= 0; }
  void send(std::string_view bytes);
  /// Nothing more will come from this side.
  void finish_sending();
  /// The next answer; nothing where the server closed instead. `head_only` for answers to HEAD.
  enum class Body { kExpected, kNone };
  std::optional<RawAnswer> receive(Body body = Body::kExpected);
  /// Whatever comes next until `end` is in it, or all until the server closed.
  std::string receive_until(std::string_view end);
  /// Ends the connection the rude way, by a reset.
  void reset();
  /// True once the server closed its side and nothing is left to read.
  bool closed_by_server();

 private:
  bool fill();
  int fd_ = -1;
  std::string buffer_;
};

/// "POST /x HTTP/1.1" with Host, Content-Type, Content-Length and the extra header lines.
std::string http_request(std::string_view method, std::string_view target, std::string_view body = "", std::string_view headers = "");

}  // namespace grove::serve
