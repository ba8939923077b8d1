#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/request_targets.h"

namespace grove::graph::web {

/// Says which functions take what a function sends over a broker, in the same repository or another one. Immutable, thread-safe; the
/// models must outlive it.
class MessageTargets {
 public:
  explicit MessageTargets(std::span<const RepositoryPrograms> programs);

  struct Target {
    std::size_t repository = 0;
    const MessageEnd* end = nullptr;
  };
  /// The messages that a function sends, in order of place.
  std::span<const MessageEnd* const> sent_by(std::size_t repository, const CodeOwner& owner) const;
  /// Those that take a message that is sent, by repository and place.
  std::vector<Target> of(const MessageEnd& sent) const;

 private:
  std::vector<std::map<CodeOwner, std::vector<const MessageEnd*>>> sent_;  // by repository
  std::map<std::string, std::vector<Target>, std::less<>> listeners_;      // by destination; RabbitMQ's by system alone
  std::vector<MessageBinding> bindings_;
};

}  // namespace grove::graph::web
