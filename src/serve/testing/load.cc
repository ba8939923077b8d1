#include "serve/testing/load.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

namespace grove::serve {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kToldFailures = 10;
constexpr int kPatienceMilliseconds = 60'000;

/// The length of the answer that `text` begins with; nothing while it is not whole.
std::optional<std::size_t> answer_length(std::string_view text) {
  const auto head = text.find("\r\n\r\n");
  if (head == std::string_view::npos) return std::nullopt;
  const std::size_t body = head + 4;
  constexpr std::string_view kLength = "\r\nContent-Length: ";
  const auto length = text.substr(0, head).find(kLength);
  if (length != std::string_view::npos) {
    const std::size_t whole = body + std::strtoul(text.data() + length + kLength.size(), nullptr, 10);
    return text.size() < whole ? std::nullopt : std::optional(whole);
  }
  if (text.substr(0, head).find("\r\nTransfer-Encoding: chunked") == std::string_view::npos) return body;
  constexpr std::string_view kLastChunk = "\r\n0\r\n\r\n";
  return text.ends_with(kLastChunk) ? std::optional(text.size()) : std::nullopt;
}

unsigned status_of(std::string_view text) {
  return text.size() < 12 ? 0 : static_cast<unsigned>(std::strtoul(std::string(text.substr(9, 3)).c_str(), nullptr, 10));
}

class Client {
 public:
  explicit Client(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int now = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) close();
  }
  Client(Client&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), got_(std::move(other.got_)), asked_(other.asked_), since_(other.since_) {}
  Client& operator=(Client&&) = delete;
  ~Client() { close(); }

  int fd() const { return fd_; }
  const LoadRequest* asked() const { return asked_; }

  bool ask(const LoadRequest& request) {
    got_.clear();
    asked_ = &request;
    since_ = SteadyClock::now();
    const std::string& bytes = request.bytes;
    return fd_ >= 0 && ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }
  /// Reads what is there. False where the connection is over.
  bool read() {
    std::array<char, 65536> piece{};
    const ssize_t size = ::recv(fd_, piece.data(), piece.size(), MSG_DONTWAIT);
    if (size < 0) return errno == EAGAIN || errno == EINTR;
    got_.append(piece.data(), static_cast<std::size_t>(size));
    return size > 0;
  }
  /// The status of the answer once it is whole.
  std::optional<unsigned> answer() const {
    const auto length = answer_length(got_);
    if (!length) return std::nullopt;
    return *length == got_.size() ? status_of(got_) : 0;
  }
  std::string_view got() const { return got_; }
  double milliseconds() const { return std::chrono::duration<double, std::milli>(SteadyClock::now() - since_).count(); }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_ = -1;
  std::string got_;
  const LoadRequest* asked_ = nullptr;
  SteadyClock::time_point since_;
};

class Load {
 public:
  explicit Load(const LoadPlan& plan) : plan_(plan), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load() { ::close(epoll_); }

  LoadReport run() {
    std::vector<Client> idle = connect(plan_.idle);
    all_ask(idle);
    std::vector<Client> busy = connect(plan_.busy);
    go_on(busy);
    all_ask(idle);
    return std::move(report_);
  }

 private:
  std::vector<Client> connect(std::size_t count) const {
    std::vector<Client> clients;
    for (std::size_t i = 0; i < count; ++i) clients.emplace_back(plan_.port);
    return clients;
  }

  void watch(std::vector<Client>& clients) {
    for (std::size_t i = 0; i < clients.size(); ++i) {
      epoll_event event{.events = EPOLLIN, .data = {.u64 = i}};
      ::epoll_ctl(epoll_, EPOLL_CTL_ADD, clients[i].fd(), &event);
    }
  }
  void unwatch(std::vector<Client>& clients) {
    for (const Client& client : clients) ::epoll_ctl(epoll_, EPOLL_CTL_DEL, client.fd(), nullptr);
  }

  /// The same of every client, once.
  void all_ask(std::vector<Client>& clients) {
    watch(clients);
    waiting_ = 0;
    for (Client& client : clients) ask(client, plan_.mix.front());
    take_answers(clients, [](Client&) {});
    unwatch(clients);
  }

  void go_on(std::vector<Client>& clients) {
    watch(clients);
    waiting_ = 0;
    std::size_t left = plan_.requests;
    const auto next = [&](Client& client) {
      if (left == 0) return;
      --left;
      ask(client, plan_.mix[random_() % plan_.mix.size()]);
    };
    for (Client& client : clients) next(client);
    take_answers(clients, next);
    unwatch(clients);
  }

  void ask(Client& client, const LoadRequest& request) {
    if (!client.ask(request)) return wrong(client, "could not be sent");
    ++waiting_;
  }

  template <class Next>
  void take_answers(std::vector<Client>& clients, Next next) {
    std::array<epoll_event, 256> events{};
    while (waiting_ > 0) {
      const int count = ::epoll_wait(epoll_, events.data(), events.size(), kPatienceMilliseconds);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return give_up(clients);
      for (int i = 0; i < count; ++i) {
        Client& client = clients[events[static_cast<std::size_t>(i)].data.u64];
        if (take(client)) next(client);
      }
    }
  }

  /// Whether the client may ask again.
  bool take(Client& client) {
    const bool open = client.read();
    const auto status = client.asked() == nullptr ? std::nullopt : client.answer();
    if (open && !status) return false;
    --waiting_;
    if (!status || *status != client.asked()->status) {
      wrong(client, status ? std::string(client.got().substr(0, 200)) : "the connection broke");
      client.close();
      return false;
    }
    ++report_.answered;
    report_.milliseconds[client.asked()->name].push_back(client.milliseconds());
    return open;
  }

  void give_up(const std::vector<Client>& clients) {
    for (const Client& client : clients)
      if (client.fd() >= 0 && client.asked() != nullptr && !client.answer()) wrong(client, "no answer came");
    waiting_ = 0;
  }

  void wrong(const Client& client, std::string_view what) {
    ++report_.wrong;
    if (report_.what_was_wrong.size() < kToldFailures) report_.what_was_wrong.push_back(client.asked()->name + ": " + std::string(what));
  }

  const LoadPlan& plan_;
  int epoll_;
  std::size_t waiting_ = 0;
  std::mt19937 random_{1};
  LoadReport report_;
};

}  // namespace

LoadReport put_load(const LoadPlan& plan) { return Load(plan).run(); }

}  // namespace grove::serve
