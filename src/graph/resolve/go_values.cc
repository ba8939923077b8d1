#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/resolve/values.h"

// What Go alone writes in such a way: type assertions, what `new` and `make` make, and the elements of a `range`.
namespace grove::graph {
namespace {

constexpr int kDeepest = 16;

}  // namespace

/// `value.(*Store)`, `new(Store)`, `make([]Store, 2)`, `[]Store{…}`; unknown of any other text.
Value Values::of_go_text(std::string_view text, const Site& site) {
  if (text.ends_with('}')) {  // a composite literal of a list or map; that of a type of its own is found by its name
    const std::size_t open = opening(text, text.size() - 1);
    if (open == std::string_view::npos || (!text.starts_with('[') && !text.starts_with("map["))) return {};
    return instance_of(trim(text.substr(0, open)), place(site.symbol));
  }
  if (!text.ends_with(')')) return {};
  const std::size_t open = opening(text, text.size() - 1);
  if (open == std::string_view::npos) return {};
  const std::string_view before = trim(text.substr(0, open)), inside = trim(text.substr(open + 1, text.size() - open - 2));
  if (inside.empty()) return {};
  if (before.ends_with('.')) return inside == "type" ? Value{} : instance_of(inside, place(site.symbol));
  if (before == "new") return made_by(inside, site);
  if (before == "make") return instance_of(split_arguments(inside).front(), place(site.symbol));
  return {};
}

/// What `new` and `make` are given is a type, and what a `range` runs over holds what its variable is.
Value Values::of_go_call(const Expression& call, const Site& site, int depth) {
  if (call.kind != Expression::Kind::kCall || call.child_count == 0 || depth > kDeepest) return {};
  const std::string_view callee = facts_->text(call.text);
  if (callee == "range") return element_of(of_expression(call.first_child, site, depth + 1));
  if (callee != "new" && callee != "make") return {};
  const std::string_view type = facts_->text(facts_->expressions[call.first_child].text);
  return callee == "new" ? made_by(type, site) : instance_of(type, place(site.symbol));
}

/// What stands at the end of `service.Groups.Orders`, read where a variable of that value is declared, which may be in another file.
Value Values::of_value_path(std::string_view path, const Place& from, int depth) {
  if (depth > kDeepest) return {};
  const Found first = scopes_.look_up(from, first_part(path), Want::kAny);
  Value value = of_found(first, {}, depth + 1);
  for (path = after_first_part(path); !path.empty() && value.kind != Value::Kind::kUnknown; path = after_first_part(path))
    value = member_of(value, first_part(path), false, depth + 1);
  return value;
}

/// What a list or map holds, also one with a name of its own: `type Orders []Order`.
Value Values::element_of(const Value& list) {
  if (list.kind == Value::Kind::kForeign && !list.element.empty()) return instance_of(list.element, list.place);
  if (list.kind != Value::Kind::kInstance) return {};
  const Candidate& at = scopes_.names().candidate(list.symbol);
  if (at.kind != Kind::kType || at.type.empty()) return {};
  const TypeText type = parse_type(at.type, at.family);
  return type.is_array ? instance_of(type.arguments.front(), {at.file, at.parent}) : Value{};
}

}  // namespace grove::graph
