#pragma once

#include <array>
#include <string>
#include <vector>

#include "syntax/tree/rules.h"

namespace grove::syntax {

inline constexpr std::size_t kFieldCount = 0
#define GROVE_FIELD(enumerator, text) +1
#include "syntax/tree/fields.inc"
#undef GROVE_FIELD
    ;

/// A language's tables resolved against its grammar: one array load a node. Immutable, so thread-safe.
class Grammar {
 public:
  explicit Grammar(const LanguageDefinition& definition);

  const LanguageDefinition& definition() const { return *definition_; }
  const TSLanguage* language() const { return language_; }
  Act act(TSSymbol symbol) const { return rule(symbol).act; }
  /// The row for a node type; one of act kNone where there is none.
  const Rule& rule(TSSymbol symbol) const { return rules_[symbol < rule_of_.size() ? rule_of_[symbol] : 0]; }
  /// Whether the walk has anything to do at a node of that type.
  bool is_plain(TSSymbol symbol) const { return symbol >= rule_of_.size() || rule_of_[symbol] == 0; }
  Shape shape(TSSymbol symbol) const { return symbol < shapes_.size() ? shapes_[symbol] : Shape::kNone; }
  TSFieldId field(Field field) const { return fields_[static_cast<std::size_t>(field)]; }

 private:
  const LanguageDefinition* definition_;
  const TSLanguage* language_;
  std::vector<Rule> rules_;
  std::vector<std::uint8_t> rule_of_;
  std::vector<Shape> shapes_;
  std::array<TSFieldId, kFieldCount> fields_{};
};

/// Node types and fields that a language's tables name and its grammar doesn't know: each a mistake in the table.
std::vector<std::string> unknown_names(const LanguageDefinition& definition);

}  // namespace grove::syntax
