#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/value_types.h"

namespace grove::graph::web {

/// Events within a program: who listens to those of a type, by Spring's, CDI's, Guava's and Micronaut's ways. One a thread.
class Events {
 public:
  Events(Workplace& at, ValueTypes& types) : at_(at), types_(types) {}

  /// Notes the listeners among a file's functions.
  void add_listeners(FileId file);
  /// Whether a call of that name, asked of that library's type, publishes its first argument.
  static bool publishes(std::string_view library_type, std::string_view name);
  /// Whether a library's type publishes events.
  static bool is_publisher(std::string_view library_type);
  /// Those that hear an event of a type, in the order in which they were noted.
  std::vector<SymbolId> listeners_of(SymbolId event) const;

 private:
  void add_function(SymbolId function);
  void add_heard(SymbolId function);
  Index first_parameter(SymbolId function) const;
  void add_listener_type(SymbolId type);

  Workplace& at_;
  ValueTypes& types_;
  std::unordered_map<SymbolId, std::vector<SymbolId>> listeners_;  // by the type that they name
};

}  // namespace grove::graph::web
