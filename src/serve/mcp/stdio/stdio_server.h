#pragma once

#include <cstddef>

#include "base/cancel.h"
#include "base/log.h"
#include "serve/mcp/conversation.h"

namespace grove::serve::mcp {

/// One client over a pair of descriptors: one message a line, UTF-8.
struct StdioRequest {
  const Server& server;
  const Profile& profile;
  Workers& workers;
  Log& log;  ///< Not on `output`.
  int input = 0;
  int output = 1;
  int stop = -1;                                   ///< Readable once serving has to end; -1: never.
  std::size_t line_bytes = std::size_t{4} << 20U;  ///< Longer lines are dropped.
};

/// Serves until the client closes the input, stops reading the output, or `stop`. Quick requests in flight are then still answered, long
/// ones are cancelled; nothing is written after it has returned. Lines may end in CR LF and may be empty. Costs no time while the client is
/// silent.
/// REQUIRES: SIGPIPE is ignored.
void serve_stdio(const StdioRequest& request);

}  // namespace grove::serve::mcp
