#pragma once

#include <optional>
#include <string_view>

namespace grove::graph {

/// How well an argument fits a parameter; more is better. Between the last ones lies what a conversion costs.
constexpr int kFitsNot = 0, kFitsPerhaps = 8, kFitsAbove = 16, kFitsItself = 24;

/// Whether a type is one of the JVM's single values or its box: `int`, `Integer`, Kotlin's `Int`. None has subtypes.
bool is_jvm_value(std::string_view type);

/// How a value of one type is passed as one of another: itself, wider (JLS 5.1.2), boxed or not (JLS 5.1.7, 5.1.8), as what lies above the
/// box, or not at all. Nothing where neither is such a value.
std::optional<int> jvm_conversion(std::string_view given, std::string_view wanted);

}  // namespace grove::graph
