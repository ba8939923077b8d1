#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace grove::rdf {

/// Sockets, pipes and anonymous files between a store's process and those that ask it. All are closed in programs that are started.

struct DescriptorPair {
  Descriptor first, second;
};

/// A socket that keeps the borders of messages (SOCK_SEQPACKET).
Result<DescriptorPair> message_sockets();
/// `first` is read, `second` is written.
Result<DescriptorPair> byte_pipe();
/// A file without a name that holds these pieces one after the other.
Result<Descriptor> anonymous_file(std::span<const std::string_view> pieces);

/// A message of at most 64 KB with descriptors, which the receiver gets copies of. kUnavailable where nobody is there to receive it.
Status send_message(int socket, std::string_view bytes, std::span<const int> descriptors = {});

struct Message {
  std::string bytes;
  std::vector<Descriptor> descriptors;
};

/// Waits for the next message; nothing once the other side is gone.
std::optional<Message> receive_message(int socket);

/// All bytes of a file mapped; unmapped at the end.
class Mapped {
 public:
  static Result<Mapped> open(int fd);
  Mapped(Mapped&& other) noexcept;
  Mapped& operator=(Mapped&&) = delete;
  ~Mapped();
  std::string_view bytes() const { return {data_, size_}; }

 private:
  Mapped(const char* data, std::size_t size) : data_(data), size_(size) {}
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Writes all of it, waiting as long as it takes. False where nobody reads any more, or there is no room.
bool write_all(int fd, std::string_view bytes);

}  // namespace grove::rdf
