#include "rdf/embedded/holder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>
#include <utility>

#include "rdf/embedded/descriptors.h"
#include "rdf/embedded/worker.h"

namespace grove::rdf {
namespace {

/// Answering at the same time; others wait.
std::size_t most_workers() { return std::max<std::size_t>(4, std::size_t{2} * std::thread::hardware_concurrency()); }

/// Removed ones cost memory; a store is made anew when there are more of them than others and these.
constexpr std::uint64_t kFewStatements = 100'000;

std::int64_t now_ns() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }

void reply_to(const Descriptor& status, const Reply& reply) { static_cast<void>(send_message(status.get(), encode(reply))); }

Error late() { return {ErrorCode::kTimeout, "the time limit ended it", "Ask for less, or raise the limit."}; }

/// Why a worker ended before its call did.
Error reason_of(int wait_status, ErrorCode by_us) {
  if (by_us == ErrorCode::kTimeout) return late();
  if (by_us == ErrorCode::kCancelled) return {ErrorCode::kCancelled, "interrupted", ""};
  const int signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  if (signal == SIGALRM) return late();
  if (signal == SIGABRT || signal == SIGKILL)
    return {ErrorCode::kResourceLimit, "it needed more memory than it may use", "Ask for less, or raise the limit."};
  if (signal == SIGSEGV || signal == SIGBUS)
    return {ErrorCode::kResourceLimit, "it needed more stack than there is", "Write it with less nesting."};
  return {ErrorCode::kInternal, "the process that answered it ended", ""};
}

/// A copy of this process that doesn't outlive it.
pid_t fork_child() {
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
  }
  return pid;
}

}  // namespace

void Holder::run() {
  const Status opened = open();
  static_cast<void>(send_message(client_, encode(Reply{.status = opened})));
  if (!opened) return;
  while (client_is_there_) {
    give_out_calls();
    wait_and_handle();
    end_what_is_late();
    keep_small();
  }
}

Status Holder::open() {
  if (folder_.empty()) return {};
  GROVE_ASSIGN_OR_RETURN(journal_, Journal::open(folder_, [this](std::string_view delta) { return store_.apply(delta); }));
  return {};
}

void Holder::wait_and_handle() {
  std::vector<pollfd> watched{{.fd = client_, .events = POLLIN, .revents = 0}};
  std::int64_t first_deadline = now_ns() + 1'000'000'000;
  const auto watch_call = [&](const Call& call) {
    watched.push_back({.fd = call.status.get(), .events = 0, .revents = 0});
    first_deadline = std::min(first_deadline, call.head.deadline_ns);
  };
  for (const std::unique_ptr<Worker>& worker : workers_) watched.push_back({.fd = worker->socket.get(), .events = POLLIN, .revents = 0});
  const std::size_t workers = workers_.size();
  for (const std::unique_ptr<Worker>& worker : workers_)
    if (worker->call) watch_call(*worker->call);
  for (const Call& call : waiting_) watch_call(call);

  const std::int64_t left = std::max<std::int64_t>(0, (first_deadline - now_ns()) / 1'000'000 + 1);
  if (::poll(watched.data(), watched.size(), static_cast<int>(left)) < 0) return;

  for (std::size_t i = 0; i < workers; ++i)
    if (watched[1 + i].revents != 0) hear_from(*workers_[i]);

  // Whoever asked and has gone away waits for nothing any more.
  const auto is_gone = [&](const Call& call) {
    return std::ranges::any_of(watched,
                               [&](const pollfd& one) { return one.fd == call.status.get() && (one.revents & (POLLHUP | POLLERR)) != 0; });
  };
  for (const std::unique_ptr<Worker>& worker : workers_)
    if (worker->process && worker->call && is_gone(*worker->call)) {
      worker->ended_for = ErrorCode::kCancelled;
      worker->process.end();
    }
  std::erase_if(waiting_, is_gone);

  std::erase_if(workers_, [](const std::unique_ptr<Worker>& worker) { return !worker->process; });
  if (watched[0].revents != 0) take_call();
}

void Holder::take_call() {
  std::optional<Message> message = receive_message(client_);
  if (!message) {
    client_is_there_ = false;
    return;
  }
  const std::optional<CallHead> head = head_of(message->bytes);
  if (!head || message->descriptors.size() != 3) return;
  Call call{.head = *head,
            .request = std::move(message->descriptors[0]),
            .out = std::move(message->descriptors[1]),
            .status = std::move(message->descriptors[2])};
  if (head->kind == CallKind::kSize)
    reply_to(call.status, {.status = {}, .number = store_.size()});
  else
    waiting_.push_back(std::move(call));
}

void Holder::hear_from(Worker& worker) {
  const std::optional<Message> message = receive_message(worker.socket.get());
  if (!message || !worker.call) return bury(worker);
  Reply reply = decode_reply(message->bytes);
  if (reply.status && changes_store(worker.call->head.kind)) reply.status = make_change(*worker.call);
  worker.is_leaving = reply.is_last;
  reply_to(worker.call->status, reply);
  worker.call.reset();
}

void Holder::bury(Worker& worker) {
  worker.process.end();  // where it only closed its socket
  const int status = worker.process.wait();
  if (worker.call) reply_to(worker.call->status, {.status = std::unexpected(reason_of(status, worker.ended_for))});
  if (worker.writes_snapshot && WIFEXITED(status) && WEXITSTATUS(status) == 0) static_cast<void>(journal_->finish_snapshot());
  worker.call.reset();
}

void Holder::end_what_is_late() {
  const std::int64_t now = now_ns();
  for (const std::unique_ptr<Worker>& worker : workers_)
    if (worker->call && worker->call->head.deadline_ns < now && worker->ended_for == ErrorCode::kInternal) {
      worker->ended_for = ErrorCode::kTimeout;
      worker->process.end();
    }
  std::erase_if(waiting_, [&](const Call& call) {
    const bool is_late = call.head.deadline_ns < now;
    if (is_late) reply_to(call.status, {.status = std::unexpected(late())});
    return is_late;
  });
}

bool Holder::is_changing() const {
  return std::ranges::any_of(workers_, [](const auto& worker) { return worker->call && changes_store(worker->call->head.kind); });
}

Holder::Worker* Holder::idle_worker() {
  const auto found = std::ranges::find_if(workers_, [&](const auto& worker) {
    return !worker->call && !worker->writes_snapshot && !worker->is_leaving && worker->generation == generation_ &&
           worker->ended_for == ErrorCode::kInternal;
  });
  return found == workers_.end() ? nullptr : found->get();
}

void Holder::give_out_calls() {
  for (auto call = waiting_.begin(); call != waiting_.end();) {
    if (changes_store(call->head.kind) && is_changing()) {
      ++call;
      continue;
    }
    Worker* worker = idle_worker();
    if (worker == nullptr && workers_.size() < most_workers() && fork_worker()) worker = workers_.back().get();
    if (worker == nullptr) break;
    Call taken = std::move(*call);
    call = waiting_.erase(call);
    give(*worker, std::move(taken));
  }
  // One is kept ready, so that the next call doesn't wait for a fork.
  if (idle_worker() == nullptr && workers_.size() < most_workers()) fork_worker();
}

bool Holder::give(Worker& worker, Call call) {
  if (changes_store(call.head.kind)) {
    Result<Descriptor> delta = anonymous_file({});
    if (!delta) {
      reply_to(call.status, {.status = std::unexpected(delta.error())});
      return false;
    }
    call.out = std::move(*delta);
    call.head.change = static_cast<std::uint32_t>((journal_ ? journal_->changes() : changes_) + 1);
  }
  const std::array<int, 2> descriptors{call.request.get(), call.out.get()};
  const bool is_sent = send_message(worker.socket.get(), bytes_of(call.head), descriptors).has_value();
  if (!is_sent) worker.process.end();
  if (!changes_store(call.head.kind)) call.out = Descriptor();  // the client reads until the worker closes its end
  worker.call = std::move(call);
  return is_sent;
}

bool Holder::fork_worker() {
  Result<DescriptorPair> sockets = message_sockets();
  if (!sockets) return false;
  const pid_t pid = fork_child();
  if (pid < 0) return false;
  if (pid == 0) {
    ::dup2(sockets->second.get(), STDIN_FILENO);
    ::close_range(STDERR_FILENO + 1, ~0U, 0);  // the client, other workers and the lock are not for this one
    run_worker(store_, STDIN_FILENO);
  }
  auto worker = std::make_unique<Worker>();
  worker->process = Child(pid);
  worker->socket = std::move(sockets->first);
  worker->generation = generation_;
  workers_.push_back(std::move(worker));
  return true;
}

Status Holder::make_change(const Call& call) {
  GROVE_ASSIGN_OR_RETURN(const Mapped delta, Mapped::open(call.out.get()));
  if (journal_) GROVE_RETURN_IF_ERROR(journal_->append(delta.bytes()));
  if (Status status = store_.apply(delta.bytes()); !status) {
    if (journal_) journal_->take_back();
    return status;
  }
  ++generation_;
  ++changes_;
  if (store_.removed() > store_.size() + kFewStatements) static_cast<void>(store_.tidy());
  for (const std::unique_ptr<Worker>& other : workers_)
    if (!other->call && !other->writes_snapshot) other->process.end();
  return {};
}

void Holder::keep_small() {
  if (!journal_ || !journal_->wants_snapshot()) return;
  if (std::ranges::any_of(workers_, [](const auto& worker) { return worker->writes_snapshot; })) return;
  if (!journal_->begin_snapshot()) return;
  Result<DescriptorPair> sockets = message_sockets();
  const pid_t pid = sockets ? fork_child() : -1;
  if (pid < 0) return;
  if (pid == 0) {
    const Status written = journal_->write_snapshot([&](const ByteSink& out) { return store_.snapshot(out); });
    ::_exit(written ? 0 : 1);
  }
  auto writer = std::make_unique<Worker>();
  writer->process = Child(pid);
  writer->socket = std::move(sockets->first);
  writer->writes_snapshot = true;
  workers_.push_back(std::move(writer));
}

}  // namespace grove::rdf
