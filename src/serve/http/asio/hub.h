#pragma once

#include <utility>
// Asio needs <utility> before it.
#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <set>

#include "serve/http/server.h"

namespace grove::serve {

class Connection;

/// What all connections of a server share. Touched from the socket thread only, but for the pools and the count.
struct Hub {
  Hub(const ServerOptions& limits, HttpHandler& answering, boost::asio::io_context& context)
      : options(limits), handler(answering), io(context), quick(std::max(1U, limits.threads)), slow(std::max(1U, limits.long_threads)) {}

  const ServerOptions& options;
  HttpHandler& handler;
  boost::asio::io_context& io;
  boost::asio::thread_pool quick;
  boost::asio::thread_pool slow;
  std::set<Connection*> open;
  std::atomic<std::size_t> open_count = 0;
  bool stopping = false;
};

}  // namespace grove::serve
