#include "rdf/embedded/holder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
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

/// Bytes of a change that is made in no time.
constexpr std::uint64_t kSmallChange = std::uint64_t{256} << 10U;

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

std::uint64_t size_of(const Descriptor& file) {
  struct stat facts{};
  return ::fstat(file.get(), &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
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

Holder::Holder(int client, std::string folder) : folder_(std::move(folder)) { clients_.emplace_back(client); }

Holder::~Holder() {
  if (making_) finish_change();
}

void Holder::run() {
  const Status opened = open();
  if (!opened) {
    static_cast<void>(send_message(clients_.front().get(), encode(Reply{.status = opened, .number = 0})));
    return;
  }
  for (const Descriptor& client : clients_)
    static_cast<void>(send_message(client.get(), encode(Reply{.status = {}, .number = kCallLanguage})));
  while (!clients_.empty()) {
    give_out_calls();
    wait_and_handle();
    end_what_is_late();
    keep_small();
    if (clients_.empty()) welcome();  // whoever comes later finds nobody, and opens the folder
  }
}

Status Holder::open() {
  if (folder_.empty()) return {};
  const auto listen = [this] {
    // Where a folder can't have a socket, the store is this client's alone.
    if (Result<Listener> listener = Listener::open(folder_)) listener_.emplace(std::move(*listener));
  };
  GROVE_ASSIGN_OR_RETURN(journal_, Journal::open(folder_, [this](std::string_view delta) { return store_.apply(delta); }, listen));
  size_ = store_.size();
  return {};
}

void Holder::wait_and_handle() {
  std::vector<pollfd> watched{{.fd = listener_ ? listener_->get() : -1, .events = POLLIN, .revents = 0},
                              {.fd = making_ ? making_->done.first.get() : -1, .events = POLLIN, .revents = 0}};
  const std::size_t clients = clients_.size();
  for (const Descriptor& client : clients_) watched.push_back({.fd = client.get(), .events = POLLIN, .revents = 0});
  const std::size_t before_workers = watched.size();
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
    if (watched[before_workers + i].revents != 0) hear_from(*workers_[i]);

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
  if (watched[1].revents != 0) finish_change();
  for (std::size_t i = 0; i < clients; ++i)
    if (watched[2 + i].revents != 0) take_call(clients_[i]);
  std::erase_if(clients_, [](const Descriptor& client) { return client.get() < 0; });
  if (watched[0].revents != 0) welcome();
}

void Holder::welcome() {
  if (!listener_) return;
  std::optional<Descriptor> client = listener_->accept();
  if (!client) return;
  static_cast<void>(send_message(client->get(), encode(Reply{.status = {}, .number = kCallLanguage})));
  clients_.push_back(std::move(*client));
}

void Holder::take_call(Descriptor& client) {
  std::optional<Message> message = receive_message(client.get());
  if (!message) {
    client = Descriptor();
    return;
  }
  const std::optional<CallHead> head = head_of(message->bytes);
  if (!head || message->descriptors.size() != 3) return;
  Call call{.head = *head,
            .request = std::move(message->descriptors[0]),
            .out = std::move(message->descriptors[1]),
            .status = std::move(message->descriptors[2])};
  if (head->kind == CallKind::kSize)
    reply_to(call.status, {.status = {}, .number = size_});
  else
    waiting_.push_back(std::move(call));
}

void Holder::hear_from(Worker& worker) {
  const std::optional<Message> message = receive_message(worker.socket.get());
  if (!message || !worker.call) return bury(worker);
  const Reply reply = decode_reply(message->bytes);
  worker.is_leaving = reply.is_last;
  Call call = *std::exchange(worker.call, std::nullopt);
  if (reply.status && changes_store(call.head.kind))
    begin_change(std::move(call), reply);
  else
    reply_to(call.status, reply);
}

void Holder::bury(Worker& worker) {
  worker.process.end();  // where it only closed its socket
  const int status = worker.process.wait();
  if (worker.call) reply_to(worker.call->status, {.status = std::unexpected(reason_of(status, worker.ended_for))});
  if (worker.writes_snapshot && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    has_snapshot_ = true;
    if (!making_) keep_snapshot();
  }
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
  return making_ ||
         std::ranges::any_of(workers_, [](const auto& worker) { return worker->call && changes_store(worker->call->head.kind); });
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
  if (making_) return false;  // the store is in pieces
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

void Holder::begin_change(Call call, const Reply& reply) {
  if (size_of(call.out) <= kSmallChange) {
    making_.emplace(Making{.call = std::move(call), .reply = reply});
    making_->reply.status = make_change(making_->call);
    return finish_change();
  }
  // Those that answer meanwhile.
  while (workers_.size() < most_workers() && fork_worker()) {
  }
  Making& making = making_.emplace(Making{.call = std::move(call), .reply = reply});
  if (Result<DescriptorPair> done = message_sockets()) making.done = std::move(*done);
  making.thread = std::thread([this, &making] {
    making.reply.status = make_change(making.call);
    static_cast<void>(send_message(making.done.second.get(), "."));
  });
  if (making.done.first.get() < 0) finish_change();
}

/// On disk, then in memory.
Status Holder::make_change(const Call& call) {
  GROVE_ASSIGN_OR_RETURN(const Mapped delta, Mapped::open(call.out.get()));
  if (journal_) GROVE_RETURN_IF_ERROR(journal_->append(delta.bytes()));
  if (Status status = store_.apply(delta.bytes()); !status) {
    if (journal_) journal_->take_back();
    return status;
  }
  if (store_.removed() > store_.size() + kFewStatements) static_cast<void>(store_.tidy());
  return {};
}

void Holder::finish_change() {
  if (making_->thread.joinable()) making_->thread.join();
  const Making made = *std::exchange(making_, std::nullopt);
  if (has_snapshot_) keep_snapshot();
  if (made.reply.status) {
    ++generation_;
    ++changes_;
    size_ = store_.size();
    for (const std::unique_ptr<Worker>& other : workers_)
      if (!other->call && !other->writes_snapshot) other->process.end();
  }
  reply_to(made.call.status, made.reply);
}

void Holder::keep_snapshot() {
  has_snapshot_ = false;
  static_cast<void>(journal_->finish_snapshot());
}

void Holder::keep_small() {
  if (making_ || !journal_ || !journal_->wants_snapshot()) return;
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
