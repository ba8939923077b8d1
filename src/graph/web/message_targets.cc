#include "graph/web/message_targets.h"

#include <fmt/format.h>

namespace grove::graph::web {
namespace {

/// What a sender and those who listen to it have in common. RabbitMQ delivers by bindings between exchanges and queues, so all of it is
/// one.
std::string key_of(const MessageEnd& end) {
  return fmt::format("{} {}", message_system_name(end.system), end.system == MessageSystem::kRabbit ? "" : end.destination);
}

}  // namespace

MessageTargets::MessageTargets(std::span<const RepositoryPrograms> programs) {
  sent_.resize(programs.size());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Messages& messages = programs[i].model->messages;
    bindings_.insert(bindings_.end(), messages.bindings.begin(), messages.bindings.end());
    for (const MessageEnd& end : messages.ends) {
      if (!end.owner.is_known()) continue;
      if (end.direction == MessageEnd::Direction::kSend)
        sent_[i][end.owner].push_back(&end);
      else
        listeners_[key_of(end)].push_back({.repository = i, .end = &end});
    }
  }
}

std::span<const MessageEnd* const> MessageTargets::sent_by(std::size_t repository, const CodeOwner& owner) const {
  const auto found = sent_[repository].find(owner);
  return found == sent_[repository].end() ? std::span<const MessageEnd* const>() : found->second;
}

std::vector<MessageTargets::Target> MessageTargets::of(const MessageEnd& sent) const {
  std::vector<Target> reached;
  const auto listening = listeners_.find(key_of(sent));
  if (listening == listeners_.end()) return reached;
  for (const Target& one : listening->second)
    if (is_delivered(sent, *one.end, bindings_)) reached.push_back(one);
  return reached;
}

}  // namespace grove::graph::web
