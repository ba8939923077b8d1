#include "rdf/embedded/worker.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <utility>
#include <vector>

#include "rdf/embedded/calls.h"
#include "rdf/embedded/descriptors.h"

namespace grove::rdf {
namespace {

/// A worker that grew by more than this in a call is not used again.
constexpr std::uint64_t kMostGrowth = std::uint64_t{32} << 20U;

std::uint64_t address_space() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limit_memory(std::uint64_t bytes) {
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  const rlim_t wanted = bytes == 0 ? limit.rlim_max : static_cast<rlim_t>(bytes);
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min(wanted, limit.rlim_max);
  ::setrlimit(RLIMIT_AS, &limit);
}

/// SIGALRM ends the process at the deadline; 0 takes it back.
void limit_time(std::int64_t deadline_ns) {
  itimerval timer{};
  if (deadline_ns != 0) {
    const std::int64_t now = std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
    const std::int64_t left = std::max<std::int64_t>(1'000, (deadline_ns - now) / 1'000);
    timer.it_value.tv_sec = left / 1'000'000;
    timer.it_value.tv_usec = left % 1'000'000;
  }
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

/// Writes to a client; ends the process where it doesn't listen any more.
ByteSink answer_to(int fd) {
  return [fd](std::string_view piece) {
    if (!write_all(fd, piece)) ::_exit(0);
  };
}

struct Delta {
  int fd;
  bool is_whole = true;
  ByteSink sink() {
    return [this](std::string_view piece) { is_whole = is_whole && write_all(fd, piece); };
  }
};

Status make_change(QuadStore& store, const CallHead& head, std::string_view request, Delta& delta) {
  switch (head.kind) {
    case CallKind::kUpdate: GROVE_RETURN_IF_ERROR(store.update(decode_update(request), delta.sink())); break;
    case CallKind::kLoad:
      GROVE_RETURN_IF_ERROR(QuadStore::load(decode_load(request), fmt::format("l{}", head.change), delta.sink()));
      break;
    default: GROVE_RETURN_IF_ERROR(store.drop_graph(decode_graph(request).name, delta.sink())); break;
  }
  if (!delta.is_whole) return fail(ErrorCode::kResourceLimit, "cannot change the store: there is no memory left for the change");
  return {};
}

Reply answer(const QuadStore& store, const CallHead& head, std::string_view request, int out) {
  Reply reply;
  if (head.kind == CallKind::kGraph) {
    const GraphRequest graph = decode_graph(request);
    reply.status = store.graph(graph.name, graph.syntax, answer_to(out));
    return reply;
  }
  const Result<QueryForm> form = store.query(decode_query(request), answer_to(out));
  if (form)
    reply.number = static_cast<std::uint64_t>(*form);
  else
    reply.status = std::unexpected(form.error());
  return reply;
}

/// Whether this process may take another call.
bool serve(QuadStore& store, const CallHead& head, const std::vector<Descriptor>& descriptors, int holder) {
  const int out = descriptors[1].get();
  const std::uint64_t before = address_space();
  limit_memory(before + head.memory);
  limit_time(head.deadline_ns);
  const Result<Mapped> request = Mapped::open(descriptors[0].get());
  Reply reply;
  if (!request) {
    reply.status = std::unexpected(request.error());
  } else if (changes_store(head.kind)) {
    Delta delta{out};
    reply.status = make_change(store, head, request->bytes(), delta);
  } else {
    reply = answer(store, head, request->bytes(), out);
  }
  limit_time(0);
  limit_memory(0);
  reply.is_last = changes_store(head.kind) || address_space() >= before + kMostGrowth;
  return send_message(holder, encode(reply)).has_value() && !reply.is_last;
}

}  // namespace

void run_worker(QuadStore& store, int socket) {
  std::signal(SIGALRM, SIG_DFL);
  while (std::optional<Message> call = receive_message(socket)) {
    const std::optional<CallHead> head = head_of(call->bytes);
    if (!head || call->descriptors.size() != 2) break;
    if (!serve(store, *head, call->descriptors, socket)) break;
  }
  ::_exit(0);
}

}  // namespace grove::rdf
