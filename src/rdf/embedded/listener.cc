#include "rdf/embedded/listener.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/file.h"

namespace grove::rdf {
namespace {

constexpr int kBacklog = 64;

std::string path_in(const std::string& folder) { return folder + "/socket"; }

/// An address must be short, a folder's path may be long: it is told by a descriptor.
struct Address {
  Descriptor folder;
  sockaddr_un name{};
};

std::optional<Address> address_in(const std::string& folder) {
  Address address{.folder = Descriptor(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC))};
  if (address.folder.get() < 0) return {};
  address.name.sun_family = AF_UNIX;
  const std::string path = path_in(fmt::format("/proc/self/fd/{}", address.folder.get()));
  if (path.size() >= sizeof(address.name.sun_path)) return {};
  std::ranges::copy(path, address.name.sun_path);
  return address;
}

const sockaddr* generic(const Address& address) { return reinterpret_cast<const sockaddr*>(&address.name); }

bool is_of_our_user(int socket) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && (peer.uid == ::geteuid() || peer.uid == 0);
}

}  // namespace

Result<Listener> Listener::open(const std::string& folder) {
  const auto failed = [&] { return std::unexpected(system_error("cannot listen in " + folder, errno)); };
  const std::optional<Address> address = address_in(folder);
  Descriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!address || socket.get() < 0) return failed();
  ::unlink(path_in(folder).c_str());  // of one that was killed
  const mode_t before = ::umask(0077);
  const int bound = ::bind(socket.get(), generic(*address), sizeof(address->name));
  ::umask(before);
  if (bound != 0 || ::listen(socket.get(), kBacklog) != 0) return failed();
  return Listener(folder, std::move(socket));
}

Listener& Listener::operator=(Listener&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(socket_, other.socket_);
  return *this;
}

Listener::~Listener() {
  if (socket_.get() >= 0) ::unlink(path_in(folder_).c_str());
}

std::optional<Descriptor> Listener::accept() const {
  Descriptor caller(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (caller.get() < 0 || !is_of_our_user(caller.get())) return {};
  return caller;
}

std::optional<Descriptor> call_listener(const std::string& folder) {
  const std::optional<Address> address = address_in(folder);
  Descriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  if (!address || socket.get() < 0) return {};
  if (::connect(socket.get(), generic(*address), sizeof(address->name)) != 0 || !is_of_our_user(socket.get())) return {};
  return socket;
}

}  // namespace grove::rdf
