#include "graph/web/messages.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/text.h"
#include "graph/web/message_listeners.h"
#include "graph/web/message_senders.h"

namespace grove::graph::web {
namespace {

/// `*` stands for one word between dots, `#` for any number of them.
bool fits(std::span<const std::string_view> pattern, std::span<const std::string_view> words) {
  if (pattern.empty()) return words.empty();
  if (pattern.front() == "#") {
    for (std::size_t skipped = 0; skipped <= words.size(); ++skipped)
      if (fits(pattern.subspan(1), words.subspan(skipped))) return true;
    return false;
  }
  return !words.empty() && (pattern.front() == "*" || pattern.front() == words.front()) && fits(pattern.subspan(1), words.subspan(1));
}

bool key_fits(std::string_view pattern, std::string_view key) {
  if (pattern.empty() || key.empty()) return true;
  const std::vector<std::string_view> wanted = split(pattern, '.'), words = split(key, '.');
  return wanted.size() <= 12 && fits(wanted, words);
}

bool is_same_system(const MessageEnd& a, const MessageEnd& b) {
  return a.system == b.system || a.system == MessageSystem::kStream || b.system == MessageSystem::kStream;
}

}  // namespace

std::string_view message_system_name(MessageSystem system) {
  constexpr std::array<std::string_view, 4> kNames = {"kafka", "rabbitmq", "jms", "stream"};
  return kNames[static_cast<std::size_t>(system)];
}

Result<Messages> find_messages(Workplace& at, const CancelToken& cancel) {
  Messages found;
  const RabbitBeans beans(at);
  found.bindings = beans.bindings();
  GROVE_RETURN_IF_ERROR(find_message_listeners(at, beans, cancel, found));
  GROVE_RETURN_IF_ERROR(find_message_senders(at, cancel, found.ends));
  std::ranges::stable_sort(found.ends, {}, [](const MessageEnd& end) { return std::tie(end.path, end.line); });
  return found;
}

bool is_delivered(const MessageEnd& send, const MessageEnd& receive, std::span<const MessageBinding> bindings) {
  if (send.direction != MessageEnd::Direction::kSend || receive.direction != MessageEnd::Direction::kReceive) return false;
  if (!is_same_system(send, receive) || receive.destination.empty()) return false;
  if (send.system != MessageSystem::kRabbit) return send.destination == receive.destination;
  if (send.destination.empty()) return send.key == receive.destination;
  // A stream binds a queue of its own to the exchange of its destination's name.
  if (receive.system == MessageSystem::kStream && receive.destination == send.destination) return true;
  return std::ranges::any_of(bindings, [&](const MessageBinding& binding) {
    return binding.exchange == send.destination && binding.queue == receive.destination && key_fits(binding.key, send.key);
  });
}

}  // namespace grove::graph::web
