#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "serve/mcp/catalogue.h"

namespace grove::serve::mcp {

struct ProfileServerOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: a free one.
  std::string token = {};  ///< That clients have to send; required on any address but a loopback one.
  std::vector<std::string> allowed_hosts = {};
};

/// Serves some profiles over HTTP and nothing else, without a data directory: `/mcp`, `/mcp/{profile}`, `/sse`, `/messages`, `/health`.
class ProfileServer {
 public:
  /// Binds and listens; the first profile is the default one. kInvalidArgument where the address is not a loopback one and no token is set.
  static Result<std::unique_ptr<ProfileServer>> listen(const ProfileServerOptions& options, std::vector<Profile> profiles, Log& log);
  virtual ~ProfileServer() = default;

  /// "http://127.0.0.1:9020"
  virtual std::string url() const = 0;
  /// Serves until `stop`.
  virtual void run() = 0;
  /// Thread-safe.
  virtual void stop() = 0;
};

}  // namespace grove::serve::mcp
