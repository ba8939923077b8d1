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
  if (const TSNode sign = child(node, Field::kOperator); !ts_node_is_null(sign) && text(sign) != "=") {
    if (text(sign) == "+=")
      facts_->bindings.push_back({target, intern(text(path.leaf)), 0, add_sum(path.leaf, value), ts_node_start_byte(path.leaf)});
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
    for (const TSNode one : choices_of(value)) {
      const bool is_known = definition().functions_as_values && type.empty() && may_hold_function(one);  // a binding already
      if (!is_known && (joins_texts(*this, one) || !type.empty()))
        facts_->bindings.push_back({frame.symbol, intern("return"), 0, add_expression(one), ts_node_start_byte(one)});
    }
    return;
  }
}

}  // namespace grove::syntax
