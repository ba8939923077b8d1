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
  StubServer();
  StubServer(const StubServer&) = delete;
  StubServer& operator=(const StubServer&) = delete;
  ~StubServer();

  /// `http://127.0.0.1:PORT`
  std::string origin() const;
  /// Where each request is sent on to instead; empty for nowhere. Set before the first request.
  void redirect_to(std::string origin) { redirect_ = std::move(origin); }
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
