#include <algorithm>
#include <array>

#include "syntax/tree/passed_texts.h"
#include "syntax/tree/walk.h"
#include "syntax/tree/words.h"

// How texts come about, for languages whose programs put addresses together (LanguageDefinition::text_flow): what is assigned to locals
// and, where objects are made, to fields; what functions give back.
namespace grove::syntax {
namespace {

constexpr std::array<std::string_view, 12> kTexts = {"String",        "CharSequence", "URI",           "URL",
                                                     "Uri",           "HttpUrl",      "UriComponents", "UriComponentsBuilder",
                                                     "StringBuilder", "GString",      "string",        "str"};

bool is_text_type(std::string_view type) {
  if (type.ends_with('?')) type.remove_suffix(1);
  const std::size_t dot = type.rfind('.');
  return std::ranges::find(kTexts, type.substr(dot == std::string_view::npos ? 0 : dot + 1)) != kTexts.end();
}

/// `x += y` of texts
bool appends(const Walk& walk, TSNode assignment) {
  std::string_view sign = walk.text(walk.child(assignment, Field::kOperator));
  sign.remove_suffix(1);
  return contains_word(walk.definition().concat, sign);
}

/// Whether a condition or loop stands around a node but not around what a name was bound to last.
bool hangs_on_condition(const Facts& facts, TSNode node, Index target, StringId name) {
  constexpr std::size_t kNearest = 512;  // bindings
  const auto end = facts.bindings.rbegin() + static_cast<std::ptrdiff_t>(std::min(kNearest, facts.bindings.size()));
  const auto last =
      std::find_if(facts.bindings.rbegin(), end, [&](const Binding& one) { return one.symbol == target && one.name == name; });
  const std::uint32_t before = last == end ? 0 : last->begin;
  constexpr std::array<std::string_view, 6> kConditions = {"if", "else", "elif", "switch", "while", "for"};
  constexpr int kFarthest = 12;
  TSNode around = ts_node_parent(node);
  for (int hops = 0; hops < kFarthest && !ts_node_is_null(around) && ts_node_start_byte(around) > before; ++hops) {
    const std::string_view type = ts_node_type(around);
    const bool is_case = type.find("case") != std::string_view::npos;
    if (is_case || std::ranges::any_of(kConditions, [&](std::string_view one) { return type.starts_with(one); })) return true;
    around = ts_node_parent(around);
  }
  return false;
}

}  // namespace

bool Walk::may_be_text(TSNode value) const {
  const Act act = act_of(value);
  const Shape shape = shape_of(value);
  return act == Act::kIdentifier || act == Act::kMember || act == Act::kCall || act == Act::kNew || shape == Shape::kString ||
         shape == Shape::kRawString || shape == Shape::kBinary || shape == Shape::kConcat;
}

std::vector<TSNode> Walk::choices_of(TSNode value) {
  std::vector<TSNode> found{value};
  for (std::size_t i = 0; i < found.size() && found.size() < 8;) {
    const TSNode one = found[i];
    const bool chooses = is(one, "ternary_expression") || is(one, "if_expression") || is(one, "conditional_expression");
    if (!chooses && shape_of(one) != Shape::kCast && shape_of(one) != Shape::kFirst) {
      ++i;
      continue;
    }
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(i));
    std::vector<TSNode> inside;
    for (auto all = children(one); inside.size() < 4 && all.next_named();) inside.push_back(all.node());
    if (chooses && !inside.empty()) inside.erase(inside.begin());  // the condition
    if (shape_of(one) == Shape::kCast && inside.size() > 1) inside.erase(inside.begin(), inside.end() - 1);
    found.insert(found.begin() + static_cast<std::ptrdiff_t>(i), inside.begin(), inside.end());
  }
  std::erase_if(found, [&](TSNode one) { return !may_be_text(one); });
  return found;
}

void Walk::add_text_choices(Index symbol, TSNode name, TSNode value) {
  if (!definition().text_flow || ts_node_is_null(value) || may_be_text(value)) return;
  for (const TSNode one : choices_of(value)) add_binding(symbol, name, 0, one);
}

void Walk::add_text_assignment(TSNode node, TSNode left, TSNode value) {
  if (!definition().text_flow || ts_node_is_null(value) || symbol() == kNone) return;
  const NamePath path = act_of(left) == Act::kIdentifier ? NamePath{.leaf = left} : name_path(left);
  if (ts_node_is_null(path.leaf)) return;
  Index target = symbol();
  const bool is_bare = ts_node_is_null(path.object);
  if (!is_bare && !contains_word(definition().self, text(path.object))) return;
  if (!is_bare || !locals_.contains(intern(text(path.leaf)))) {
    const Symbol& here = facts_->symbols[symbol()];
    const Index type = here.kind == Kind::kConstructor ? here.parent : is_type(here.kind) ? symbol() : kNone;
    const auto field = fields_.find(scoped_name(path.leaf, type));
    if (type == kNone || field == fields_.end() || field->second == kNone) return;
    target = field->second;
  }
  if (changes_what_was(*this, node)) {
    if (!appends(*this, node)) return;
    const std::uint32_t begin = ts_node_start_byte(path.leaf);
    const StringId name = intern(text(path.leaf));
    const bool is_conditional = holds_path(*this, value) && hangs_on_condition(*facts_, node, target, name);
    facts_->bindings.push_back({target, name, 0, add_sum(path.leaf, value), begin});
    if (is_conditional) facts_->bindings.push_back({target, name, 0, add_expression(path.leaf), begin});  // or it is what it was
    return;
  }
  for (const TSNode one : choices_of(value))
    if (!definition().functions_as_values || !may_hold_function(one)) add_binding(target, path.leaf, 0, one);  // others are rebindings
}

void Walk::add_text_result(TSNode value) {
  if (!definition().text_flow || ts_node_is_null(value)) return;
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const Frame& frame = frames_[i];
    if (frame.act == Act::kScope) return;  // a function without a name gives it back
    if (frame.act != Act::kSymbol) continue;
    if (frame.symbol == kNone || !is_callable(facts_->symbols[frame.symbol].kind)) return;
    const std::string_view type = facts_->text(facts_->symbols[frame.symbol].type);
    if (!type.empty() && !is_text_type(type)) return;
    const std::vector<TSNode> choices = choices_of(value);
    const bool joins = std::ranges::any_of(choices, [&](TSNode one) { return joins_texts(*this, one); });
    for (const TSNode one : choices) {
      const bool is_whole = ts_node_eq(one, value);
      const bool is_known = is_whole && definition().functions_as_values && type.empty() && may_hold_function(one);  // a binding already
      if (!is_known && (joins || !type.empty()))
        facts_->bindings.push_back({frame.symbol, intern("return"), 0, add_expression(one), ts_node_start_byte(one)});
    }
    return;
  }
}

}  // namespace grove::syntax
