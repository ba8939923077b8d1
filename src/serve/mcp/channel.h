#pragma once

#include <chrono>

#include "serve/mcp/protocol/json.h"

namespace grove::serve::mcp {

/// Where messages to a client go. Thread-safe; messages arrive in the order they were sent, or not at all once the client is gone.
class Channel {
 public:
  virtual ~Channel() = default;
  virtual void send(const Json& message) = 0;
  /// Asks the client to come back for the rest after a while, where the transport knows such a thing.
  virtual void interrupt(std::chrono::milliseconds) {}
};

}  // namespace grove::serve::mcp
