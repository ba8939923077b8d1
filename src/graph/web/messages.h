#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "graph/graph.h"
#include "graph/web/handlers.h"
#include "graph/web/inner_functions.h"

namespace grove::graph::web {

/// What carries messages between programs. kStream: Spring Cloud Stream and MicroProfile Reactive Messaging, over whatever they are bound
/// to.
enum class MessageSystem : std::uint8_t { kKafka, kRabbit, kJms, kStream };
/// "kafka", "rabbitmq", "jms", "stream"
std::string_view message_system_name(MessageSystem system);

/// A place where code sends messages, or a function that takes them.
struct MessageEnd {
  enum class Direction : std::uint8_t { kSend, kReceive };
  Direction direction = Direction::kSend;
  MessageSystem system = MessageSystem::kKafka;
  /// Topic or queue; of what is sent with RabbitMQ the exchange, empty for the default one. Empty too where code doesn't say whereto.
  std::string destination = {};
  std::string key = {};         ///< Of what is sent with RabbitMQ: the routing key; empty where it isn't known.
  SymbolId function = kNobody;  ///< The outermost function that sends; the function that is called with what comes.
  std::string module = {};      ///< Folder of the module.
  std::string path = {};        ///< Of the file.
  std::uint32_t line = 0;
  std::uint32_t begin = kNone;  ///< Byte offset of the call that sends; kNone where it is none.
  CodeOwner owner = {};         ///< Whose code sends: `function`, or a handler without a name in it.
  Confidence confidence = Confidence::kExact;
};

/// That RabbitMQ puts what comes to an exchange into a queue.
struct MessageBinding {
  std::string exchange, queue;
  std::string key = {};  ///< A pattern with `*` and `#`; empty for everything.
};

struct Messages {
  std::vector<MessageEnd> ends;  ///< In order of path and line.
  std::vector<MessageBinding> bindings;
};

/// All that the JVM programs of a repository send, and all they listen to whose name is known from constants and configuration; tests left
/// out. kCancelled on a cancel.
Result<Messages> find_messages(Workplace& at, const CancelToken& cancel);

/// Whether what one end sends comes to the other one.
bool is_delivered(const MessageEnd& send, const MessageEnd& receive, std::span<const MessageBinding> bindings);

}  // namespace grove::graph::web
