#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/descriptor.h"
#include "rdf/embedded/calls.h"
#include "rdf/embedded/child.h"
#include "rdf/embedded/descriptors.h"
#include "rdf/embedded/journal.h"
#include "rdf/embedded/listener.h"
#include "rdf/quad_store.h"

namespace grove::rdf {

/// The process that holds the quads: takes calls from its clients, hands each to a worker, a fork of itself, and makes changes that a
/// worker has worked out, one at a time: first on disk, then in memory. A worker sees the store as it was when it was forked; after a
/// change new calls get new workers. A large change is made by a thread, while workers that were forked before it answer from what was
/// before; nothing is forked meanwhile.
class Holder {
 public:
  /// Takes calls from this socket, and from those who call the listener in its folder. An empty folder keeps nothing.
  Holder(int client, std::string folder);
  ~Holder();
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;

  /// Reads the folder, says so to each client, and serves until the last one is gone.
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

  /// A change that is being made.
  struct Making {
    Call call;
    Reply reply;
    DescriptorPair done = {};  // `first` is read once it is made
    std::thread thread = {};
  };

  Status open();
  void wait_and_handle();
  void welcome();
  void take_call(Descriptor& client);
  void hear_from(Worker& worker);
  void bury(Worker& worker);
  void end_what_is_late();
  void give_out_calls();
  void begin_change(Call call, const Reply& reply);
  Status make_change(const Call& call);
  void finish_change();
  void keep_snapshot();
  void keep_small();

  Worker* idle_worker();
  bool fork_worker();
  bool give(Worker& worker, Call call);
  bool is_changing() const;

  const std::string folder_;
  QuadStore store_;
  std::optional<Journal> journal_;
  std::uint64_t generation_ = 0;
  std::uint64_t changes_ = 0;  // where nothing is kept
  std::uint64_t size_ = 0;     // of the store, as clients know it
  std::deque<Call> waiting_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Descriptor> clients_;
  std::optional<Listener> listener_;
  std::optional<Making> making_;
  bool has_snapshot_ = false;  // one that was written while a change was made
};

}  // namespace grove::rdf
