#include "graph/web/rabbit_bindings.h"

#include <algorithm>
#include <array>

#include "graph/resolve/type_text.h"
#include "graph/web/call_chains.h"
#include "graph/web/calls.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 5> kExchanges = {"TopicExchange", "DirectExchange", "FanoutExchange", "HeadersExchange",
                                                        "CustomExchange"};
constexpr std::array<std::string_view, 4> kExchangeBuilders = {"topicExchange", "directExchange", "fanoutExchange", "headersExchange"};

bool takes_everything(std::string_view made) { return made.starts_with("Fanout") || made.starts_with("fanout"); }

}  // namespace

RabbitBeans::RabbitBeans(Workplace& at) : at_(at) {
  const auto uses = [&](FileId file) { return at.program.imports_from(file, "org.springframework.amqp"); };
  if (std::ranges::none_of(at.program.code(), uses)) return;
  read_made("Queue", "", queues_);
  read_made("durable", "QueueBuilder", queues_);
  read_made("nonDurable", "QueueBuilder", queues_);
  for (const std::string_view exchange : kExchanges) read_made(exchange, "", exchanges_);
  for (const std::string_view exchange : kExchangeBuilders) read_made(exchange, "ExchangeBuilder", exchanges_);
  for (const FileId file : at.program.code())
    if (uses(file)) read_bindings(file);
}

std::string RabbitBeans::text(const Site& site) {
  const std::string text = at_.modules.filled(at_.modules.application_of(site.file), at_.folder.text(site));
  return text.find("${") == std::string::npos ? text : std::string();
}

void RabbitBeans::read_made(std::string_view name, std::string_view receiver, Beans& beans) {
  for (const CallSite& call : calls_of(at_.program, name)) {
    if (call.in == kNobody || call.arguments.empty() || !at_.program.imports_from(call.file, "org.springframework.amqp")) continue;
    if (last_part(call.facts->text(call.reference->receiver)) != receiver) continue;
    std::string made = text(call.argument(0));
    if (made.empty()) continue;
    beans.try_emplace(std::string(at_.program.declarations().symbol(call.in).name),
                      Made{.name = std::move(made), .is_fanout = takes_everything(name)});
  }
}

std::optional<std::string> RabbitBeans::queue_of(std::string_view bean) const {
  const auto found = queues_.find(bean);
  return found == queues_.end() ? std::nullopt : std::optional(found->second.name);
}

/// `queue()`, `queue`, `new Queue("orders")`; a parameter of another name means the only one there is.
std::optional<RabbitBeans::Made> RabbitBeans::made(const Beans& beans, const Site& site) {
  if (site.expression == kNone) return std::nullopt;
  const Expression& expression = site.facts->expressions[site.expression];
  const std::string_view name = site.facts->text(expression.text);
  const bool is_new = name.starts_with("new ") || (expression.kind == Expression::Kind::kCall && expression.child_count > 0);
  if (is_new && expression.child_count > 0) {
    std::string made = text({.file = site.file, .facts = site.facts, .scope = site.scope, .expression = expression.first_child});
    if (!made.empty()) return Made{.name = std::move(made), .is_fanout = takes_everything(last_part(name.substr(name.find(' ') + 1)))};
  }
  if (const auto found = beans.find(last_part(name)); found != beans.end()) return found->second;
  return expression.kind == Expression::Kind::kName && beans.size() == 1 ? std::optional(beans.begin()->second) : std::nullopt;
}

void RabbitBeans::read_bindings(FileId file) {
  const CallChains calls(*at_.program.facts(file));
  const SymbolId first = at_.program.declarations().file(file).first_symbol;
  for (CallNumber call = 0; call < calls.calls().size(); ++call) {
    if (calls.name(call) != "bind") continue;
    const CallNumber to = calls.behind(call, "to");
    if (to == kNoCall) continue;
    const Index symbol = calls.facts().references[calls[call].reference].symbol;
    const auto argument = [&](CallNumber of) {
      return Site{
          .file = file, .facts = &calls.facts(), .scope = symbol == kNone ? kNobody : first + symbol, .expression = calls.argument(of, 0)};
    };
    const std::optional<Made> queue = made(queues_, argument(call)), exchange = made(exchanges_, argument(to));
    if (!queue || !exchange) continue;
    const CallNumber with = calls.behind(to, "with");
    std::string key = with == kNoCall ? std::string() : text(argument(with));
    if (key.empty() && calls.behind(to, "withQueueName") != kNoCall) key = queue->name;
    bindings_.push_back({.exchange = exchange->name, .queue = queue->name, .key = exchange->is_fanout ? std::string() : std::move(key)});
  }
}

}  // namespace grove::graph::web
