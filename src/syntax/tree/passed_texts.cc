#include "syntax/tree/passed_texts.h"

#include "syntax/tree/words.h"

namespace grove::syntax {
namespace {

constexpr std::size_t kNearest = 64;

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
    const Expression::Kind kind = facts.expressions[binding.value].kind;
    return kind == Expression::Kind::kString || kind == Expression::Kind::kConcat || kind == Expression::Kind::kObject;
  }
  return false;
}

}  // namespace grove::syntax
