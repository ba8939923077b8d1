#pragma once

#include "rdf/quad_store.h"

namespace grove::rdf {

/// The life of a forked process: takes calls that come on the socket, one after the other, sends a Reply to each on it, and ends with it. A
/// call comes with two descriptors: the request, and where its answer goes; of a change, that is a file for its delta. A call that goes
/// past its deadline or its memory ends this process by a signal (SIGALRM, SIGABRT).
[[noreturn]] void run_worker(QuadStore& store, int socket);

}  // namespace grove::rdf
