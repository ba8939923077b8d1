#include "graph/resolve/jvm_conversions.h"

#include <algorithm>
#include <array>

namespace grove::graph {
namespace {

constexpr int kChar = 2, kBoolean = 7;  // ranks
constexpr int kFitsBoxed = 12, kFitsAboveBox = 10;

struct ValueType {
  std::string_view name;
  int rank;  // numbers by width
  bool is_box;
};
constexpr std::array<ValueType, 18> kValues = {{{"byte", 0, false},
                                                {"short", 1, false},
                                                {"char", kChar, false},
                                                {"int", 3, false},
                                                {"long", 4, false},
                                                {"float", 5, false},
                                                {"double", 6, false},
                                                {"boolean", kBoolean, false},
                                                {"Int", 3, false},
                                                {"Char", kChar, false},
                                                {"Byte", 0, true},
                                                {"Short", 1, true},
                                                {"Character", kChar, true},
                                                {"Integer", 3, true},
                                                {"Long", 4, true},
                                                {"Float", 5, true},
                                                {"Double", 6, true},
                                                {"Boolean", kBoolean, true}}};

const ValueType* find(std::string_view type) {
  const auto found = std::ranges::find(kValues, type, &ValueType::name);
  return found == kValues.end() ? nullptr : &*found;
}

bool is_wider(int from, int to) { return from < to && from != kBoolean && to != kBoolean && to != kChar; }

bool is_above_boxes(std::string_view type, int rank) {
  if (type == "Number") return rank != kBoolean && rank != kChar;
  return type == "Object" || type == "Any" || type == "Comparable" || type == "Serializable";
}

}  // namespace

bool is_jvm_value(std::string_view type) { return find(type) != nullptr; }

std::optional<int> jvm_conversion(std::string_view given, std::string_view wanted) {
  const ValueType* from = find(given);
  const ValueType* to = find(wanted);
  if (from == nullptr && to == nullptr) return std::nullopt;
  if (from == nullptr) return kFitsNot;
  if (to == nullptr) return !is_above_boxes(wanted, from->rank) ? kFitsNot : from->is_box ? kFitsAbove : kFitsAboveBox;
  if (from->rank == to->rank) return from->is_box == to->is_box ? kFitsItself : kFitsBoxed;
  if (to->is_box || !is_wider(from->rank, to->rank)) return kFitsNot;
  return (from->is_box ? kFitsBoxed : kFitsItself) - (to->rank - from->rank) / (from->is_box ? 2 : 1) - (from->is_box ? 1 : 0);
}

}  // namespace grove::graph
