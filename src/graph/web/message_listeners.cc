#include "graph/web/message_listeners.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/message_senders.h"

namespace grove::graph::web {
namespace {

/// An annotation that names what a function listens to.
struct Listener {
  std::string_view annotation;
  MessageSystem system;
  std::array<std::string_view, 2> attributes;
};
constexpr auto kListeners = std::to_array<Listener>({
    {"org.springframework.kafka.annotation.KafkaListener", MessageSystem::kKafka, {"topics", ""}},
    {"org.springframework.amqp.rabbit.annotation.RabbitListener", MessageSystem::kRabbit, {"queues", ""}},
    {"org.springframework.jms.annotation.JmsListener", MessageSystem::kJms, {"destination", ""}},
    {"org.springframework.cloud.stream.annotation.StreamListener", MessageSystem::kStream, {"target", "value"}},
    {"org.eclipse.microprofile.reactive.messaging.Incoming", MessageSystem::kStream, {"value", ""}},
    {"io.micronaut.configuration.kafka.annotation.Topic", MessageSystem::kKafka, {"value", ""}},
});
/// On methods of a class that carries a listener's annotation.
constexpr std::array<std::string_view, 2> kHandlers = {"org.springframework.kafka.annotation.KafkaHandler",
                                                       "org.springframework.amqp.rabbit.annotation.RabbitHandler"};
constexpr std::string_view kRabbit = "org.springframework.amqp.rabbit.annotation.";

class Listeners {
 public:
  Listeners(Workplace& at, const RabbitBeans& beans, Messages& found) : at_(at), beans_(beans), found_(found) {}

  void read(SymbolId symbol) {
    const DeclaredSymbol declared = at_.program.declarations().symbol(symbol);
    if (!is_callable(declared.kind) && !is_type(declared.kind)) return;
    for (const Meaning& meaning : at_.annotations.meanings(symbol)) {
      const auto listener = std::ranges::find(kListeners, std::string_view(meaning.qualified), &Listener::annotation);
      if (listener == kListeners.end()) continue;
      for (const std::string& destination : destinations(symbol, meaning, *listener))
        for (const SymbolId function : functions_of(symbol, declared.kind)) add(function, listener->system, destination);
    }
    if (is_callable(declared.kind)) read_function_bean(symbol, declared);
  }

 private:
  std::vector<std::string> destinations(SymbolId symbol, const Meaning& meaning, const Listener& listener) {
    std::vector<std::string> names;
    std::vector<std::string_view> attributes;
    for (const std::string_view attribute : listener.attributes)
      if (!attribute.empty()) attributes.push_back(attribute);
    for (const Site& site : at_.annotations.arguments(meaning, attributes))
      for (const std::string& text : at_.folder.texts(site)) add_names(site.file, text, names);
    const Module& module = at_.modules.application_of(at_.program.declarations().file_of(symbol));
    if (listener.system == MessageSystem::kStream)
      for (std::string& name : names) name = stream_destination(at_, module, name);
    if (listener.system == MessageSystem::kRabbit) read_declared_queues(symbol, names);
    return names;
  }

  /// `orders`, `${topics.orders}`, `#{'${topics}'.split(',')}`, `#{ordersQueue.name}`
  void add_names(FileId file, std::string_view text, std::vector<std::string>& names) {
    std::string known = at_.modules.filled(at_.modules.application_of(file), text);
    if (known.starts_with("#{")) {
      const std::size_t quote = known.find('\''), end = known.find('\'', quote == std::string::npos ? quote : quote + 1);
      if (end != std::string::npos) {
        known = known.substr(quote + 1, end - quote - 1);
      } else {
        std::string_view bean = std::string_view(known).substr(2, known.find_first_of(".}") - 2);
        while (bean.starts_with('@')) bean.remove_prefix(1);
        known = beans_.queue_of(bean).value_or("");
      }
    }
    if (known.find("${") != std::string::npos || known.find("#{") != std::string::npos) return;
    for (const std::string_view name : split(known, ','))
      if (!trim(name).empty()) names.emplace_back(trim(name));
  }

  /// `@Queue("orders")` inside of the listener's annotation, alone or in a `@QueueBinding` with its exchange and key. Annotations stand in
  /// source order: what belongs to a binding stands behind it.
  void read_declared_queues(SymbolId symbol, std::vector<std::string>& names) {
    MessageBinding binding;
    const auto text = [&](const Marking& marking, std::initializer_list<std::string_view> attributes) {
      for (const std::string_view attribute : attributes)
        for (const std::string& one : at_.folder.texts(Annotations::argument(marking, attribute))) {
          std::vector<std::string> known;
          add_names(marking.file, one, known);
          if (!known.empty()) return known.front();
        }
      return std::string();
    };
    const auto close = [&] {
      if (binding.exchange.empty()) return;
      if (binding.queue.empty()) binding.queue = "@" + std::to_string(symbol);  // without a name: nobody else listens to it
      if (std::ranges::find(names, binding.queue) == names.end()) names.push_back(binding.queue);
      found_.bindings.push_back(binding);
      binding = {};
    };
    for (const Marking& marking : at_.program.markings(symbol)) {
      const std::string_view name = last_part(marking.name());
      if (!at_.program.imports_from(marking.file, kRabbit.substr(0, kRabbit.size() - 1))) return;
      if (name == "QueueBinding") {
        close();
        binding.key = text(marking, {"key"});
      } else if (name == "Exchange") {
        binding.exchange = text(marking, {"value", "name"});
        const std::vector<std::string> type = at_.folder.names(Annotations::argument(marking, "type"));
        if (at_.folder.text(Annotations::argument(marking, "type")) == "fanout" || (!type.empty() && type.front() == "FANOUT"))
          binding.key.clear();
      } else if (name == "Queue") {
        binding.queue = text(marking, {"value", "name"});
        if (!binding.queue.empty()) names.push_back(binding.queue);
      }
    }
    close();
  }

  std::vector<SymbolId> functions_of(SymbolId symbol, Kind kind) {
    if (!is_type(kind)) return {symbol};
    std::vector<SymbolId> handlers;
    for (const SymbolId member : at_.program.declarations().members(symbol))
      if (std::ranges::any_of(kHandlers, [&](std::string_view handler) { return at_.annotations.carries(member, handler); }))
        handlers.push_back(member);
    return handlers;
  }

  /// `@Bean Consumer<Order> ship()` takes what is bound to `ship-in-0`.
  void read_function_bean(SymbolId symbol, const DeclaredSymbol& declared) {
    const std::string_view type = declared.type.substr(0, declared.type.find('<'));
    const bool takes = last_part(type) == "Consumer" || last_part(type) == "Function";
    if (!takes || !at_.annotations.carries(symbol, "org.springframework.context.annotation.Bean")) return;
    const Module& module = at_.modules.application_of(declared.file);
    const std::string binding = std::string(declared.name) + "-in-0";
    const std::string destination = stream_destination(at_, module, binding);
    if (destination == binding) return;  // nothing binds it
    for (const std::string_view one : split(destination, ',')) add(symbol, MessageSystem::kStream, std::string(trim(one)));
  }

  void add(SymbolId function, MessageSystem system, std::string destination) {
    const Declarations& declarations = at_.program.declarations();
    const DeclaredSymbol declared = declarations.symbol(function);
    found_.ends.push_back({.direction = MessageEnd::Direction::kReceive,
                           .system = system,
                           .destination = std::move(destination),
                           .function = function,
                           .module = at_.modules.of(declared.file).folder,
                           .path = std::string(declarations.file(declared.file).path),
                           .line = declared.lines.first});
  }

  Workplace& at_;
  const RabbitBeans& beans_;
  Messages& found_;
};

}  // namespace

Status find_message_listeners(Workplace& at, const RabbitBeans& beans, const CancelToken& cancel, Messages& found) {
  Listeners listeners(at, beans, found);
  for (const FileId file : at.program.code()) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const DeclaredFile declared = at.program.declarations().file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) listeners.read(symbol);
  }
  return {};
}

}  // namespace grove::graph::web
