#pragma once

#include <string_view>

namespace grove::graph {

// What the functions of containers of the JVM's libraries do with what these hold: collections, streams, `Optional`, `Mono`,
// `ObjectProvider`.

/// Functions that give what a container holds to the function they are passed: `forEach`, `map`, `ifPresent`, `subscribe`.
bool gives_content(std::string_view function);
/// Functions behind which a container holds something else than before: `map`, `collect`, `entrySet`.
bool changes_content(std::string_view function);
/// Kotlin's functions that give the thing itself to the function they are passed: `let`, `also`.
bool gives_itself(std::string_view function);
/// Kotlin's functions whose function is given nothing, so that an `it` in it is that of the function around.
bool gives_nothing(std::string_view function);
/// Functions that make a container of what they are passed, with the type they are called on: `Optional.of`, `Mono.just`, `listOf`.
bool wraps_argument(std::string_view function);
/// Functions that make a container of what another one holds: `Flux.fromIterable`.
bool passes_content_on(std::string_view function);
/// Interfaces of functions whose first argument has the type that their first type argument names: `Consumer<Order>`.
bool is_function_interface(std::string_view type);

}  // namespace grove::graph
