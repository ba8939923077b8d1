#include "syntax/tree/grammar.h"

#include <cstring>

#include "base/check.h"

namespace grove::syntax {
namespace {

constexpr std::array<std::string_view, kFieldCount> kFieldNames = {
#define GROVE_FIELD(enumerator, text) text,
#include "syntax/tree/fields.inc"
#undef GROVE_FIELD
};

TSSymbol symbol_of(const TSLanguage* language, const char* node) {
  return ts_language_symbol_for_name(language, node, static_cast<std::uint32_t>(std::strlen(node)), true);
}

}  // namespace

std::string_view field_name(Field field) { return kFieldNames[static_cast<std::size_t>(field)]; }

Grammar::Grammar(const LanguageDefinition& definition) : definition_(&definition), language_(definition.grammar()), rules_(1) {
  GROVE_CHECK(definition.family_rules.size() + definition.rules.size() + definition.more_rules.size() < 255);
  const std::size_t symbols = ts_language_symbol_count(language_);
  rule_of_.resize(symbols, 0);
  shapes_.resize(symbols, Shape::kNone);
  for (const std::span<const Rule> rows : {definition.family_rules, definition.rules, definition.more_rules}) {
    for (const Rule& rule : rows) {
      const TSSymbol symbol = symbol_of(language_, rule.node);
      if (symbol == 0 || symbol >= symbols) continue;
      rules_.push_back(rule);
      rule_of_[symbol] = static_cast<std::uint8_t>(rules_.size() - 1);
    }
  }
  for (const std::span<const ShapeRule> rows : {definition.family_shapes, definition.shapes}) {
    for (const ShapeRule& rule : rows)
      if (const TSSymbol symbol = symbol_of(language_, rule.node); symbol != 0 && symbol < symbols) shapes_[symbol] = rule.shape;
  }
  for (std::size_t i = 1; i < kFieldCount; ++i)
    fields_[i] = ts_language_field_id_for_name(language_, kFieldNames[i].data(), static_cast<std::uint32_t>(kFieldNames[i].size()));
}

std::vector<std::string> unknown_names(const LanguageDefinition& definition) {
  std::vector<std::string> unknown;
  const TSLanguage* language = definition.grammar();
  const auto check_field = [&](const Rule& rule, Field field) {
    const std::string_view name = field_name(field);
    if (field != Field::kNone && ts_language_field_id_for_name(language, name.data(), static_cast<std::uint32_t>(name.size())) == 0)
      unknown.push_back(std::string(rule.node) + "." + std::string(name));
  };
  for (const std::span<const Rule> rows : {definition.family_rules, definition.rules, definition.more_rules}) {
    for (const Rule& rule : rows) {
      if (symbol_of(language, rule.node) == 0) unknown.emplace_back(rule.node);
      for (const Field field : {rule.name, rule.type, rule.body, rule.value, rule.object, rule.arguments}) check_field(rule, field);
    }
  }
  for (const std::span<const ShapeRule> rows : {definition.family_shapes, definition.shapes}) {
    for (const ShapeRule& rule : rows)
      if (symbol_of(language, rule.node) == 0) unknown.emplace_back(rule.node);
  }
  return unknown;
}

}  // namespace grove::syntax
