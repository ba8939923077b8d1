#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "rdf/embedded/calls.h"
#include "rdf/embedded/child.h"
#include "rdf/embedded/journal.h"
#include "rdf/quad_store.h"

namespace grove::rdf {

/// The process that holds the quads: takes calls from its client, hands each to a worker, a fork of itself, and makes changes that a worker
/// has worked out, one at a time: first on disk, then in memory. Single-threaded. A worker sees the store as it was when it was forked;
/// after a change new calls get new workers.
class Holder {
 public:
  /// Takes calls from this socket. An empty folder keeps nothing.
  Holder(int client, std::string folder) : client_(client), folder_(std::move(folder)) {}

  /// Reads the folder, says so, and serves until the client is gone.
  void run();

 private:
  struct Call {
    CallHead head;
    Descriptor request, out, status;
  };
  struct Worker {
    Child process;
    Descriptor socket;
    std::uint64_t generation = 0;
    std::optional<Call> call = {};
    ErrorCode ended_for = ErrorCode::kInternal;  // kTimeout, kCancelled: by us
    bool writes_snapshot = false;
    bool is_leaving = false;  // it has said so; whatever it were handed now would be lost
  };

  Status open();
  void wait_and_handle();
  void take_call();
  void hear_from(Worker& worker);
  void bury(Worker& worker);
  void end_what_is_late();
  void give_out_calls();
  Status make_change(const Call& call);
  void keep_small();

  Worker* idle_worker();
  bool fork_worker();
  bool give(Worker& worker, Call call);
  bool is_changing() const;

  const int client_;
  const std::string folder_;
  QuadStore store_;
  std::optional<Journal> journal_;
  std::uint64_t generation_ = 0;
  std::uint64_t changes_ = 0;  // where nothing is kept
  std::deque<Call> waiting_;
  std::vector<std::unique_ptr<Worker>> workers_;
  bool client_is_there_ = true;
};

}  // namespace grove::rdf
