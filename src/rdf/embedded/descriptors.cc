#include "rdf/embedded/descriptors.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file.h"

namespace grove::rdf {
namespace {

constexpr std::size_t kLongestMessage = std::size_t{64} << 10U;
constexpr std::size_t kMostDescriptors = 4;
constexpr int kPipeBytes = 1 << 20;

std::unexpected<Error> system_failure(std::string_view doing) { return std::unexpected(system_error(doing, errno)); }

}  // namespace

Result<DescriptorPair> message_sockets() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return system_failure("cannot make a socket");
  return DescriptorPair{Descriptor(ends[0]), Descriptor(ends[1])};
}

Result<DescriptorPair> byte_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_failure("cannot make a pipe");
  ::fcntl(ends[1], F_SETPIPE_SZ, kPipeBytes);  // fewer switches between the two; as it was where it is refused
  return DescriptorPair{Descriptor(ends[0]), Descriptor(ends[1])};
}

Result<Descriptor> anonymous_file(std::span<const std::string_view> pieces) {
  Descriptor file(::memfd_create("grove-rdf", MFD_CLOEXEC));
  if (file.get() < 0) return system_failure("cannot make a file in memory");
  for (const std::string_view piece : pieces)
    if (!write_all(file.get(), piece)) return system_failure("cannot write a file in memory");
  return file;
}

Status send_message(int socket, std::string_view bytes, std::span<const int> descriptors) {
  iovec part{.iov_base = const_cast<char*>(bytes.data()), .iov_len = bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMostDescriptors)> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(head), descriptors.data(), descriptors.size_bytes());
  }
  while (::sendmsg(socket, &message, MSG_NOSIGNAL) < 0) {
    if (errno != EINTR) return fail(ErrorCode::kUnavailable, system_error("cannot reach the store's process", errno).message);
  }
  return {};
}

std::optional<Message> receive_message(int socket) {
  Message received;
  received.bytes.resize(kLongestMessage);
  iovec part{.iov_base = received.bytes.data(), .iov_len = received.bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMostDescriptors)> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t size = -1;
  do {
    size = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  if (size <= 0) return std::nullopt;
  received.bytes.resize(static_cast<std::size_t>(size));
  for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(head) + i * sizeof(int), sizeof(int));
      received.descriptors.emplace_back(fd);
    }
  }
  return received;
}

Result<Mapped> Mapped::open(int fd) {
  struct stat info{};
  if (::fstat(fd, &info) != 0) return system_failure("cannot read a file in memory");
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size == 0) return Mapped(nullptr, 0);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) return system_failure("cannot read a file in memory");
  return Mapped(static_cast<const char*>(data), size);
}

Mapped::Mapped(Mapped&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Mapped::~Mapped() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace grove::rdf
