#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <thread>
#include <utility>

#include "base/file.h"
#include "rdf/embedded/calls.h"
#include "rdf/embedded/child.h"
#include "rdf/embedded/descriptors.h"
#include "rdf/embedded/listener.h"
#include "rdf/triple_store.h"

namespace grove::rdf {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kPollMilliseconds = 20;
constexpr std::size_t kPiece = std::size_t{256} << 10U;
/// A change that was handed over in time is waited for, however long the disk takes.
constexpr auto kPatienceWithTheDisk = std::chrono::hours(24);
/// Another program that opens or leaves the folder right now takes a moment.
constexpr auto kPatienceWithOthers = std::chrono::seconds(5);
constexpr auto kPatienceWithItsEnd = milliseconds(300);
/// What loading a text may cost.
constexpr QueryLimits kLoadLimits{.time = std::chrono::minutes(30), .rows = 0, .bytes = 0, .memory = std::uint64_t{16} << 30U};
constexpr QueryLimits kGraphLimits{.time = std::chrono::minutes(10), .rows = 0, .bytes = 0, .memory = std::uint64_t{2} << 30U};

/// The process that holds a store, and the socket to it: started here, or by another program that has the same folder open. It ends once
/// nobody has it open any more.
class StoreProcess {
 public:
  static Result<std::shared_ptr<StoreProcess>> open(const StoreOptions& options) {
    const auto end = steady_clock::now() + kPatienceWithOthers;
    while (true) {
      if (auto running = call(options.folder)) return running;
      auto started = start(options);
      // Another one was quicker, or is about to end.
      if (started || options.folder.empty() || started.error().code != ErrorCode::kLocked || steady_clock::now() > end) return started;
      std::this_thread::sleep_for(milliseconds(20));
    }
  }

  ~StoreProcess() {
    socket_ = Descriptor();
    if (is_shared_) process_.leave_after(kPatienceWithItsEnd);
  }

  int socket() const { return socket_.get(); }

 private:
  static std::shared_ptr<StoreProcess> call(const std::string& folder) {
    std::optional<Descriptor> socket = folder.empty() ? std::nullopt : call_listener(folder);
    if (!socket) return nullptr;
    auto process = std::make_shared<StoreProcess>();
    process->socket_ = std::move(*socket);
    return process->is_ready() ? process : nullptr;
  }

  static Result<std::shared_ptr<StoreProcess>> start(const StoreOptions& options) {
    GROVE_ASSIGN_OR_RETURN(DescriptorPair sockets, message_sockets());
    std::vector<std::string> arguments = options.store_program;
    if (arguments.empty()) return fail(ErrorCode::kInvalidArgument, "cannot open a triple store: no program is named that holds it");
    arguments.push_back(options.folder);
    auto process = std::make_shared<StoreProcess>();
    process->is_shared_ = !options.folder.empty();
    GROVE_RETURN_IF_ERROR(process->spawn(arguments, sockets.second.get()));
    process->socket_ = std::move(sockets.first);
    sockets.second = Descriptor();
    const Status ready = process->is_ready();
    if (!ready && ready.error().code == ErrorCode::kUnavailable)
      return fail(ErrorCode::kUnavailable, fmt::format("cannot open a triple store: {} ended at once", arguments.front()));
    GROVE_RETURN_IF_ERROR(ready);
    return process;
  }

  /// What it says first: that it has read the folder, or why not.
  Status is_ready() const {
    const std::optional<Message> ready = receive_message(socket_.get());
    if (!ready) return fail(ErrorCode::kUnavailable, "the triple store's process ended");
    const Reply reply = decode_reply(ready->bytes);
    GROVE_RETURN_IF_ERROR(reply.status);
    if (reply.number == kCallLanguage) return {};
    return fail(ErrorCode::kLocked, "another version of this program has the triple store open", "End it first.");
  }

  Status spawn(std::vector<std::string>& arguments, int socket) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    // An interrupt on the terminal is for its client, which ends it.
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    pid_t pid = 0;
    const int error = ::posix_spawnp(&pid, words[0], &actions, &attributes, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (error != 0) return std::unexpected(system_error(fmt::format("cannot start {}", arguments.front()), error));
    process_ = Child(pid);
    return {};
  }

  bool is_shared_ = false;  // others may have it open too
  Child process_ = {};
  Descriptor socket_ = {};
};

std::int64_t deadline_of(milliseconds time) {
  const auto longest = std::chrono::duration_cast<milliseconds>(kPatienceWithTheDisk);
  return (steady_clock::now() + std::clamp(time, milliseconds(1), longest)).time_since_epoch() / std::chrono::nanoseconds(1);
}

struct Request {
  CallKind kind;
  std::string head;
  std::string_view text = {};  ///< After it.
  QueryLimits limits = {};
};

struct Answer {
  std::string body;
  std::uint64_t number = 0;
};

/// One call on its way: reads what comes until its end, a cancel, or the deadline with a little patience.
class Call {
 public:
  static Result<Call> send(int socket, const Request& request) {
    const std::array<std::string_view, 2> pieces{request.head, request.text};
    GROVE_ASSIGN_OR_RETURN(const Descriptor file, anonymous_file(pieces));
    GROVE_ASSIGN_OR_RETURN(DescriptorPair pipe, byte_pipe());
    GROVE_ASSIGN_OR_RETURN(DescriptorPair status, message_sockets());
    const CallHead head{
        .kind = request.kind, .change = 0, .deadline_ns = deadline_of(request.limits.time), .memory = request.limits.memory};
    GROVE_RETURN_IF_ERROR(send_message(socket, bytes_of(head), std::array{file.get(), pipe.second.get(), status.second.get()}));
    // A query is never waited for much longer than it may take, whatever the store's process does.
    const auto patience = changes_store(request.kind) ? milliseconds(kPatienceWithTheDisk) : request.limits.time / 10 + milliseconds(20);
    return Call(std::move(pipe.first), std::move(status.first), steady_clock::now() + request.limits.time + patience);
  }

  Result<Answer> wait(const CancelToken& cancel) {
    Answer answer;
    GROVE_RETURN_IF_ERROR(read_body(cancel, answer.body));
    GROVE_RETURN_IF_ERROR(wait_for(status_.get(), cancel));
    const std::optional<Message> message = receive_message(status_.get());
    if (!message) return fail(ErrorCode::kUnavailable, "the triple store's process ended");
    Reply reply = decode_reply(message->bytes);
    GROVE_RETURN_IF_ERROR(std::move(reply.status));
    answer.number = reply.number;
    return answer;
  }

 private:
  Call(Descriptor body, Descriptor status, steady_clock::time_point end) : body_(std::move(body)), status_(std::move(status)), end_(end) {}

  Status wait_for(int fd, const CancelToken& cancel) const {
    while (true) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      if (steady_clock::now() > end_) return fail(ErrorCode::kTimeout, "the time limit ended it", "Ask for less, or raise the limit.");
      pollfd watched{.fd = fd, .events = POLLIN, .revents = 0};
      if (::poll(&watched, 1, kPollMilliseconds) > 0) return {};
    }
  }

  Status read_body(const CancelToken& cancel, std::string& body) const {
    std::size_t size = 0;
    while (true) {
      GROVE_RETURN_IF_ERROR(wait_for(body_.get(), cancel));
      if (body.size() < size + kPiece) body.resize(std::max(body.size() * 2, size + kPiece));
      const ssize_t read = ::read(body_.get(), body.data() + size, body.size() - size);
      if (read < 0 && errno == EINTR) continue;
      if (read <= 0) break;
      size += static_cast<std::size_t>(read);
    }
    body.resize(size);
    return {};
  }

  Descriptor body_, status_;
  steady_clock::time_point end_;
};

class EmbeddedStore final : public TripleStore {
 public:
  EmbeddedStore(StoreOptions options, std::shared_ptr<StoreProcess> process) : options_(std::move(options)), process_(std::move(process)) {}

  Result<QueryAnswer> query(const QueryRequest& request, const CancelToken& cancel) override {
    GROVE_ASSIGN_OR_RETURN(Answer answer, ask({.kind = CallKind::kQuery, .head = encode(request), .limits = request.limits}, cancel));
    return QueryAnswer{.form = static_cast<QueryForm>(answer.number), .body = std::move(answer.body)};
  }

  Status update(const UpdateRequest& request, const CancelToken& cancel) override {
    return change({.kind = CallKind::kUpdate, .head = encode(request), .limits = request.limits}, cancel);
  }

  Status load(const LoadRequest& request, const CancelToken& cancel) override {
    return change({.kind = CallKind::kLoad, .head = encode(request), .text = request.text, .limits = kLoadLimits}, cancel);
  }

  Result<std::string> graph(const std::optional<std::string>& name, Syntax syntax, const CancelToken& cancel) override {
    const GraphRequest request{.name = name, .syntax = syntax};
    GROVE_ASSIGN_OR_RETURN(Answer answer, ask({.kind = CallKind::kGraph, .head = encode(request), .limits = kGraphLimits}, cancel));
    return std::move(answer.body);
  }

  Status drop_graph(const std::optional<std::string>& name, const CancelToken& cancel) override {
    return change({.kind = CallKind::kDrop, .head = encode(GraphRequest{.name = name}), .limits = kGraphLimits}, cancel);
  }

  Result<std::uint64_t> size() override {
    GROVE_ASSIGN_OR_RETURN(const Answer answer, ask({.kind = CallKind::kSize, .head = {}, .limits = kGraphLimits}, {}));
    return answer.number;
  }

 private:
  /// What only reads is asked again where the process was gone: it is started anew from its folder.
  Result<Answer> ask(const Request& request, const CancelToken& cancel) {
    const std::shared_ptr<StoreProcess> process = current();
    Result<Answer> answer = ask_once(*process, request, cancel);
    if (answer || answer.error().code != ErrorCode::kUnavailable) return answer;
    GROVE_ASSIGN_OR_RETURN(const std::shared_ptr<StoreProcess> again, start_again(process));
    return ask_once(*again, request, cancel);
  }

  Status change(const Request& request, const CancelToken& cancel) {
    const std::shared_ptr<StoreProcess> process = current();
    Result<Answer> answer = ask_once(*process, request, cancel);
    if (answer) return {};
    if (answer.error().code == ErrorCode::kUnavailable) {
      // The next call finds it started again; whether this change is in its folder, only looking tells.
      static_cast<void>(start_again(process));
      answer.error().hint = "Look whether the change is there, and make it again if not.";
    }
    return std::unexpected(std::move(answer).error());
  }

  static Result<Answer> ask_once(const StoreProcess& process, const Request& request, const CancelToken& cancel) {
    GROVE_ASSIGN_OR_RETURN(Call call, Call::send(process.socket(), request));
    return call.wait(cancel);
  }

  std::shared_ptr<StoreProcess> current() {
    const std::lock_guard lock(mutex_);
    return process_;
  }

  Result<std::shared_ptr<StoreProcess>> start_again(const std::shared_ptr<StoreProcess>& gone) {
    const std::lock_guard lock(mutex_);
    if (process_ != gone) return process_;
    if (options_.folder.empty())
      return fail(ErrorCode::kUnavailable, "the triple store's process ended, and what it held with it", "Load it again.");
    GROVE_ASSIGN_OR_RETURN(process_, StoreProcess::open(options_));
    return process_;
  }

  const StoreOptions options_;
  std::mutex mutex_;
  std::shared_ptr<StoreProcess> process_;
};

}  // namespace

Result<std::unique_ptr<TripleStore>> open_embedded_store(const StoreOptions& options) {
  GROVE_ASSIGN_OR_RETURN(std::shared_ptr<StoreProcess> process, StoreProcess::open(options));
  return std::make_unique<EmbeddedStore>(options, std::move(process));
}

}  // namespace grove::rdf
