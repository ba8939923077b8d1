#pragma once

#include <string>

namespace grove::rdf {

/// The life of a process that a client of `open_embedded_store` started: holds the quads that are kept in `folder` (empty: none are kept),
/// and takes calls on stdin, which is a socket. Returns the exit code once the client is gone. Call before any thread is started.
int serve_store(const std::string& folder);

}  // namespace grove::rdf
