#include "graph/web/message_senders.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/web/client_chains.h"
#include "graph/web/layers.h"
#include "graph/web/text_values.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 3;
constexpr std::size_t kMostEnds = 20'000;

/// A library's type whose functions send.
struct Sender {
  std::string_view type;
  MessageSystem system;
};
constexpr auto kSenders = std::to_array<Sender>({
    {"org.springframework.kafka.core.KafkaTemplate", MessageSystem::kKafka},
    {"org.springframework.kafka.core.KafkaOperations", MessageSystem::kKafka},
    {"org.springframework.kafka.core.reactive.ReactiveKafkaProducerTemplate", MessageSystem::kKafka},
    {"org.springframework.kafka.requestreply.ReplyingKafkaTemplate", MessageSystem::kKafka},
    {"org.apache.kafka.clients.producer.ProducerRecord", MessageSystem::kKafka},
    {"org.springframework.amqp.rabbit.core.RabbitTemplate", MessageSystem::kRabbit},
    {"org.springframework.amqp.rabbit.core.RabbitOperations", MessageSystem::kRabbit},
    {"org.springframework.amqp.rabbit.core.RabbitMessagingTemplate", MessageSystem::kRabbit},
    {"org.springframework.amqp.rabbit.AsyncRabbitTemplate", MessageSystem::kRabbit},
    {"org.springframework.amqp.core.AmqpTemplate", MessageSystem::kRabbit},
    {"org.springframework.jms.core.JmsTemplate", MessageSystem::kJms},
    {"org.springframework.jms.core.JmsOperations", MessageSystem::kJms},
    {"org.springframework.jms.core.JmsMessagingTemplate", MessageSystem::kJms},
    {"org.springframework.cloud.stream.function.StreamBridge", MessageSystem::kStream},
});
constexpr std::array<std::string_view, 6> kFunctions = {
    "send", "convertAndSend", "convertSendAndReceive", "sendAndReceive", "convertSendAndReceiveAsType", "ProducerRecord"};

class Senders {
 public:
  Senders(Workplace& at, std::vector<MessageEnd>& found)
      : at_(at),
        layers_(at),
        receivers_(at, layers_),
        files_(at.program),
        chains_(at, receivers_, files_),
        texts_(at, receivers_, files_),
        found_(found) {}

  void read(FileId file) {
    if (may_send(*at_.program.facts(file))) read_calls(file);
    read_function_beans(file);
  }

 private:
  /// Most files have no call of such a name, and needn't be looked through.
  static bool may_send(const Facts& facts) {
    return std::ranges::any_of(facts.references, [&](const Reference& one) {
      return one.role == Role::kCall && std::ranges::find(kFunctions, facts.text(one.name)) != kFunctions.end();
    });
  }

  void read_calls(FileId file) {
    const CallChains& calls = files_.of(file).calls();
    for (CallNumber call = 0; call < calls.calls().size(); ++call) {
      if (std::ranges::find(kFunctions, calls.name(call)) == kFunctions.end()) continue;
      const bool is_made = calls.name(call) == "ProducerRecord";
      if (is_made && !at_.program.imports_from(file, "org.apache.kafka.clients.producer")) continue;
      const std::string type = is_made ? "org.apache.kafka.clients.producer.ProducerRecord" : chains_.asked(file, call).library_type;
      const auto sender = std::ranges::find(kSenders, std::string_view(type), &Sender::type);
      if (sender != kSenders.end()) read_call(file, call, sender->system);
    }
  }

  struct Spot {
    FileId file = 0;
    CallNumber call = kNoCall;
    MessageSystem system = MessageSystem::kKafka;
  };

  Site argument(const Spot& spot, std::size_t place) {
    const CallChains& calls = files_.of(spot.file).calls();
    return {.file = spot.file,
            .facts = &calls.facts(),
            .scope = chains_.scope_of(spot.file, spot.call),
            .expression = calls.argument(spot.call, place)};
  }

  /// `send(topic, …)`; with RabbitMQ `(exchange, key, message)` or `(key, message)`, behind which a function may stand.
  void read_call(FileId file, CallNumber call, MessageSystem system) {
    const Spot spot{.file = file, .call = call, .system = system};
    const std::size_t count = files_.of(file).calls().argument_count(call);
    if (count < 2) return;
    if (system != MessageSystem::kRabbit) {
      for (const std::string& destination : known_or_nothing(argument(spot, 0))) add(spot, destination, {});
      return;
    }
    const Site last = argument(spot, count - 1);
    const bool has_function = last.expression != kNone && last.facts->expressions[last.expression].kind == Expression::Kind::kLambda;
    const bool has_exchange = count - (has_function ? 1 : 0) >= 3;
    const std::vector<std::string> keys = known_or_nothing(argument(spot, has_exchange ? 1 : 0));
    const std::vector<std::string> exchanges = has_exchange ? known_texts(argument(spot, 0), 0) : std::vector<std::string>{""};
    if (exchanges.empty()) add(spot, {}, {});  // without its exchange, a key would be the name of a queue
    for (const std::string& exchange : exchanges)
      for (const std::string& key : keys) add(spot, exchange, key);
  }

  /// That something is sent is known, even where nobody can say whereto: one text, which is empty.
  std::vector<std::string> known_or_nothing(const Site& site) {
    std::vector<std::string> known = known_texts(site, 0);
    if (known.empty()) known.emplace_back();
    return known;
  }

  std::vector<std::string> known_texts(const Site& site, int depth) {
    if (site.expression == kNone) return {};
    std::vector<std::string> known;
    for (const PieceText& text : texts_.of(site)) take(text, depth, known);
    return known;
  }

  /// What only callers know is asked of them.
  void take(const PieceText& text, int depth, std::vector<std::string>& known) {
    if (text.is_known()) {
      if (const std::string name = text.rendered(); std::ranges::find(known, name) == known.end()) known.push_back(name);
      return;
    }
    const bool is_passed = text.pieces.size() == 1 && text.pieces.front().kind == TextPiece::Kind::kParameter;
    if (is_passed && depth < kDeepest)
      for (const CodeFiles::Place& place : chains_.callers_of(text.pieces.front().function))
        for (const std::string& name :
             known_texts(argument({.file = place.file, .call = place.call}, text.pieces.front().parameter), depth + 1))
          if (std::ranges::find(known, name) == known.end()) known.push_back(name);
  }

  void add(const Spot& spot, std::string destination, std::string key) {
    if (found_.size() >= kMostEnds) return;
    const Module& module = at_.modules.application_of(spot.file);
    if (spot.system == MessageSystem::kStream) destination = stream_destination(at_, module, destination);
    const CallChains& calls = files_.of(spot.file).calls();
    const Declarations& declarations = at_.program.declarations();
    found_.push_back({.direction = MessageEnd::Direction::kSend,
                      .system = spot.system,
                      .destination = std::move(destination),
                      .key = std::move(key),
                      .function = outermost_function(declarations, chains_.scope_of(spot.file, spot.call)),
                      .module = at_.modules.of(spot.file).folder,
                      .path = std::string(declarations.file(spot.file).path),
                      .line = calls.facts().references[calls[spot.call].reference].line,
                      .begin = calls.facts().references[calls[spot.call].reference].begin});
  }

  /// `@Bean Supplier<Order> orders()` sends to what is bound to `orders-out-0`; `@Outgoing("orders")` and `@SendTo` to their channels.
  void read_function_beans(FileId file) {
    const DeclaredFile declared = at_.program.declarations().file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
      const DeclaredSymbol one = at_.program.declarations().symbol(symbol);
      if (!is_callable(one.kind)) continue;
      const std::string_view type = last_of(one.type.substr(0, one.type.find('<')));
      if ((type == "Supplier" || type == "Function") && at_.annotations.carries(symbol, "org.springframework.context.annotation.Bean"))
        add_bound(symbol, one, std::string(one.name) + "-out-0");
      for (const std::string_view annotation :
           {"org.eclipse.microprofile.reactive.messaging.Outgoing", "org.springframework.messaging.handler.annotation.SendTo"})
        if (const Meaning* meaning = at_.annotations.find(symbol, annotation))
          for (const Site& site : at_.annotations.arguments(*meaning, {"value"}))
            for (const std::string& channel : at_.folder.texts(site)) add_bound(symbol, one, channel);
    }
  }

  static std::string_view last_of(std::string_view type) {
    return type.substr(type.rfind('.') == std::string_view::npos ? 0 : type.rfind('.') + 1);
  }

  void add_bound(SymbolId symbol, const DeclaredSymbol& declared, const std::string& channel) {
    const std::string destination = stream_destination(at_, at_.modules.application_of(declared.file), channel);
    if (destination == channel) return;  // nothing binds it
    found_.push_back({.direction = MessageEnd::Direction::kSend,
                      .system = MessageSystem::kStream,
                      .destination = destination,
                      .function = symbol,
                      .module = at_.modules.of(declared.file).folder,
                      .path = std::string(at_.program.declarations().file(declared.file).path),
                      .line = declared.lines.first});
  }

  Workplace& at_;
  Layers layers_;
  Receivers receivers_;
  CodeFiles files_;
  ClientChains chains_;
  TextValues texts_;
  std::vector<MessageEnd>& found_;
};

}  // namespace

std::string stream_destination(const Workplace& at, const Module& module, std::string_view binding) {
  const std::string name(binding);
  for (const std::string& key : {"spring.cloud.stream.bindings." + name + ".destination", "mp.messaging.outgoing." + name + ".topic",
                                 "mp.messaging.incoming." + name + ".topic", "mp.messaging.outgoing." + name + ".address",
                                 "mp.messaging.incoming." + name + ".address"})
    if (std::string destination = at.modules.property(module, {key}); !destination.empty() && destination.find("${") == std::string::npos)
      return destination;
  return name;
}

Status find_message_senders(Workplace& at, const CancelToken& cancel, std::vector<MessageEnd>& found) {
  Senders senders(at, found);
  for (const FileId file : at.program.code()) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    senders.read(file);
  }
  return {};
}

bool is_message_sender(std::string_view library_type) { return std::ranges::find(kSenders, library_type, &Sender::type) != kSenders.end(); }

}  // namespace grove::graph::web
