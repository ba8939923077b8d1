#pragma once

#include <optional>
#include <string>

#include "base/descriptor.h"
#include "base/result.h"

namespace grove::rdf {

/// The socket in the folder of a store by which other programs of its user reach the process that has it open. It stands there while that
/// process listens.
class Listener {
 public:
  /// Listens; for who has the folder locked.
  static Result<Listener> open(const std::string& folder);
  Listener(Listener&&) = default;
  Listener& operator=(Listener&& other) noexcept;
  ~Listener();

  int get() const { return socket_.get(); }
  /// The next one that has called; nothing where nobody waits, or a stranger did.
  std::optional<Descriptor> accept() const;

 private:
  Listener(std::string folder, Descriptor socket) : folder_(std::move(folder)), socket_(std::move(socket)) {}
  std::string folder_;
  Descriptor socket_;
};

/// A connection to who listens in a folder; nothing where nobody does.
std::optional<Descriptor> call_listener(const std::string& folder);

}  // namespace grove::rdf
