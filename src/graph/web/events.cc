#include "graph/web/events.h"

#include <algorithm>

#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

constexpr std::string_view kListeners[] = {
    "org.springframework.context.event.EventListener",
    "org.springframework.transaction.event.TransactionalEventListener",
    "org.springframework.modulith.events.ApplicationModuleListener",
    "com.google.common.eventbus.Subscribe",
    "io.micronaut.runtime.event.annotation.EventListener",
};
constexpr std::string_view kObservers[] = {"jakarta.enterprise.event.Observes", "jakarta.enterprise.event.ObservesAsync"};

struct Publisher {
  std::string_view type, function;
};
constexpr Publisher kPublishers[] = {
    {"org.springframework.context.ApplicationEventPublisher", "publishEvent"},
    {"org.springframework.context.ApplicationContext", "publishEvent"},
    {"org.springframework.context.ConfigurableApplicationContext", "publishEvent"},
    {"jakarta.enterprise.event.Event", "fire"},
    {"jakarta.enterprise.event.Event", "fireAsync"},
    {"com.google.common.eventbus.EventBus", "post"},
    {"com.google.common.eventbus.AsyncEventBus", "post"},
    {"io.micronaut.context.event.ApplicationEventPublisher", "publishEvent"},
    {"io.micronaut.context.event.ApplicationEventPublisher", "publishEventAsync"},
};

/// `javax.` was the name of `jakarta.`.
std::string by_new_name(std::string_view type) {
  return type.starts_with("javax.") ? "jakarta." + std::string(type.substr(6)) : std::string(type);
}

}  // namespace

bool Events::is_publisher(std::string_view library_type) {
  const std::string type = by_new_name(library_type);
  return std::ranges::any_of(kPublishers, [&](const Publisher& one) { return one.type == type; });
}

bool Events::publishes(std::string_view library_type, std::string_view name) {
  const std::string type = by_new_name(library_type);
  return std::ranges::any_of(kPublishers, [&](const Publisher& one) { return one.type == type && one.function == name; });
}

void Events::add_listeners(FileId file) {
  const DeclaredFile declared = at_.program.declarations().file(file);
  for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
    const Kind kind = at_.program.declarations().symbol(symbol).kind;
    if (is_callable(kind)) add_function(symbol);
    if (is_type(kind)) add_listener_type(symbol);
  }
}

void Events::add_function(SymbolId function) {
  for (const std::string_view annotation : kListeners) {
    const Meaning* meaning = at_.annotations.find(function, annotation);
    if (meaning == nullptr) continue;
    std::vector<SymbolId> named;
    for (const Site& site : at_.annotations.arguments(*meaning, {"classes", "value"}))
      for (const SymbolId type : at_.folder.types(site)) named.push_back(type);
    for (const SymbolId type : named) listeners_[type].push_back(function);
    if (named.empty()) add_heard(function);
    return;
  }
  const Index heard = first_parameter(function);
  for (const std::string_view annotation : kObservers)
    if (heard != kNone && at_.annotations.on_parameter(function, heard, annotation)) return add_heard(function);
}

Index Events::first_parameter(SymbolId function) const {
  const std::vector<Index> parameters = at_.program.parameters_of(function);
  return parameters.empty() ? kNone : parameters.front();
}

/// What its first parameter takes is what a listener hears.
void Events::add_heard(SymbolId function) {
  const Index heard = first_parameter(function);
  if (heard == kNone) return;
  const FileId file = at_.program.declarations().file_of(function);
  const Facts& facts = *at_.program.facts(file);
  const SymbolId event = types_.of_text(file, function, facts.text(facts.parameters[heard].type)).type;
  if (event != kNobody) listeners_[event].push_back(function);
}

/// `class Audit implements ApplicationListener<OrderPlaced>`
void Events::add_listener_type(SymbolId type) {
  const Declarations& declarations = at_.program.declarations();
  for (const WrittenSupertype& above : written_supertypes(at_.program, type)) {
    if (last_part(above.name) != "ApplicationListener" || above.arguments.empty()) continue;
    const SymbolId event = types_.of_text(declarations.file_of(type), type, above.arguments.front()).type;
    for (const SymbolId member : declarations.members(type)) {
      const DeclaredSymbol function = declarations.symbol(member);
      if (event != kNobody && is_callable(function.kind) && function.name == "onApplicationEvent") listeners_[event].push_back(member);
    }
  }
}

std::vector<SymbolId> Events::listeners_of(SymbolId event) const {
  std::vector<SymbolId> found;
  for (const SymbolId type : with_ancestors(at_.program, event)) {
    const auto named = listeners_.find(type);
    if (named != listeners_.end()) found.insert(found.end(), named->second.begin(), named->second.end());
  }
  return found;
}

}  // namespace grove::graph::web
