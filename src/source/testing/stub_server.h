#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace grove::source::testing {

/// An HTTP server on this machine that asks every client for a password, keeps what it was sent, and then knows no repository.
class StubServer {
 public:
  /// With `redirect`, an origin, each request is sent on there instead.
  explicit StubServer(std::string redirect = {});
  StubServer(const StubServer&) = delete;
  StubServer& operator=(const StubServer&) = delete;
  ~StubServer();

  /// `http://127.0.0.1:PORT`
  std::string origin() const;
  /// The heads of all requests so far.
  std::vector<std::string> requests();

 private:
  void serve();
  std::string answer(const std::string& head) const;

  int listener_ = -1;
  int port_ = 0;
  std::string redirect_;
  std::mutex mutex_;
  std::vector<std::string> requests_;
  std::jthread thread_;
};

}  // namespace grove::source::testing
