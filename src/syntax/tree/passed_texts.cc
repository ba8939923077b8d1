#include "syntax/tree/passed_texts.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "syntax/tree/words.h"

namespace grove::syntax {
namespace {

constexpr std::size_t kNearest = 64;

/// `buildUrl`, `paths.user`: what is called gives an address, by its name.
bool names_address(std::string_view callee) {
  const std::string lower = to_lower_ascii(callee);
  constexpr std::array<std::string_view, 5> kWords = {"url", "uri", "path", "endpoint", "route"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

bool is_around(const Walk& walk, Index symbol) {
  for (Index scope = walk.symbol(); scope != kNone; scope = walk.symbol_at(scope).parent)
    if (scope == symbol) return true;
  return false;
}

}  // namespace

bool joins_texts(Walk& walk, TSNode value) {
  const Shape shape = walk.shape_of(value);
  if (shape == Shape::kString || shape == Shape::kRawString || shape == Shape::kConcat) return true;
  if (shape != Shape::kBinary) return false;
  for (auto all = walk.children(value); all.next();)
    if (!ts_node_is_named(all.node()))
      return contains_word(walk.definition().concat, walk.text(all.node())) || contains_word("?: ?? || or", walk.text(all.node()));
  return false;
}

bool holds_path(Walk& walk, TSNode value) {
  if (!walk.definition().text_flow || ts_node_is_null(value)) return false;
  if (joins_texts(walk, value)) return walk.text(value).find('/') != std::string_view::npos;
  return walk.act_of(value) == Act::kNew && walk.text(value).find("://") != std::string_view::npos;
}

bool passes_text(Walk& walk, TSNode name) {
  const StringId wanted = walk.intern(walk.text(name));
  const Facts& facts = walk.facts();
  for (std::size_t i = facts.parameters.size(), looked = 0; i-- > 0 && looked < kNearest; ++looked)
    if (facts.parameters[i].name == wanted && is_around(walk, facts.parameters[i].symbol)) return true;
  for (std::size_t i = facts.bindings.size(), looked = 0; i-- > 0 && looked < kNearest; ++looked) {
    const Binding& binding = facts.bindings[i];
    if (binding.name != wanted || binding.value == kNone || !is_around(walk, binding.symbol)) continue;
    const Expression& value = facts.expressions[binding.value];
    if (value.kind == Expression::Kind::kName && value.text == wanted) continue;  // it may be what it was
    const bool makes_address = value.kind == Expression::Kind::kCall && names_address(facts.text(value.text));
    return makes_address || value.kind == Expression::Kind::kString || value.kind == Expression::Kind::kConcat ||
           value.kind == Expression::Kind::kObject;
  }
  return false;
}

bool changes_what_was(const Walk& walk, TSNode assignment) {
  const TSNode sign = walk.child(assignment, Field::kOperator);
  if (ts_node_is_null(sign)) return false;
  const std::string_view written = walk.text(sign);
  constexpr std::array<std::string_view, 6> kSets = {":=", "||=", "\?\?=", "&&=", "?=", "=="};
  return written.size() > 1 && written.ends_with('=') && std::ranges::find(kSets, written) == kSets.end();
}

}  // namespace grove::syntax
