#include <algorithm>
#include <cctype>

#include "syntax/tree/literals.h"
#include "syntax/tree/passed_texts.h"
#include "syntax/tree/walk.h"
#include "syntax/tree/words.h"

namespace grove::syntax {
namespace {

constexpr std::size_t kMaxChildren = 64;
/// Where an expression is cut: below the depth, or past that many nodes, only its text is kept.
struct Budget {
  int depth = 8;
  std::size_t nodes = 256;
};
constexpr Budget kDeclared{8, 256};  // annotations, constants, fields
constexpr Budget kPassed{4, 24};     // arguments of calls, locals
constexpr Budget kOptions{4, 40};    // the same where options are objects: functions are passed around there
constexpr std::size_t kMaxString = 1024;

/// A template without what stands in its substitutions.
std::string without_substitutions(std::string_view written) {
  std::string out;
  int depth = 0;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const bool opens = written[i] == '{' && (depth > 0 || (i > 0 && written[i - 1] == '$'));
    if (opens) ++depth;
    if (depth == 0) out += written[i];
    if (depth > 0 && written[i] == '}') --depth;
  }
  return out;
}

/// A path, URL, key, name or format: no prose. A query of a database counts.
bool reads_as_key(std::string_view literal) {
  const std::string_view inside = without_quotes(literal);
  if (inside.empty() || inside.size() > 300) return false;
  if (inside.find_first_of(" \t\n") == std::string_view::npos) return true;
  if (literal.starts_with('`') && without_substitutions(inside).find_first_of(" \t\n") == std::string::npos) return true;
  for (const std::string_view verb :
       {"SELECT ", "INSERT ", "UPDATE ", "DELETE ", "select ", "insert ", "update ", "delete ", "GET ", "POST "})
    if (inside.starts_with(verb)) return true;
  return inside.find("://") != std::string_view::npos;
}

bool reads_as_path(std::string_view literal) {
  const std::string_view inside = without_quotes(literal);
  return inside.size() < 300 && inside.find(' ') == std::string_view::npos &&
         ((inside.size() > 1 && inside.front() == '/') || inside.find("://") != std::string_view::npos);
}

}  // namespace

/// Builds the Expressions of one value. Children of a node stand together, so they are reserved before they are filled.
class ExpressionBuilder {
 public:
  ExpressionBuilder(Walk& walk, Budget budget) : walk_(walk), budget_(budget), out_(walk.facts().expressions) {}

  Index build(TSNode node) {
    const auto root = static_cast<Index>(out_.size());
    out_.emplace_back();
    fill(root, node, 0);
    return root;
  }

  Index build_sum(TSNode left, TSNode right) {
    const auto root = static_cast<Index>(out_.size());
    out_.emplace_back();
    out_[root].kind = Expression::Kind::kConcat;
    out_[root].begin = ts_node_start_byte(left);
    fill_children(root, {left, right}, 0);
    return root;
  }

  /// What an operator makes of one value: `range list`.
  Index build_applied(StringId callee, TSNode value) {
    const auto root = static_cast<Index>(out_.size());
    out_.emplace_back();
    out_[root].kind = Expression::Kind::kCall;
    out_[root].text = callee;
    out_[root].begin = ts_node_start_byte(value);
    fill_children(root, {value}, 0);
    return root;
  }

  Index build_call(StringId callee, TSNode arguments) {
    const auto root = static_cast<Index>(out_.size());
    out_.emplace_back();
    out_[root].kind = Expression::Kind::kCall;
    out_[root].text = callee;
    out_[root].begin = ts_node_start_byte(arguments);
    fill_children(root, arguments_in(arguments, walk_.facts().text(callee)), 0);
    return root;
  }

 private:
  using E = Expression::Kind;

  std::vector<TSNode> named_children(TSNode node) {
    std::vector<TSNode> nodes;
    for (auto all = walk_.children(node); nodes.size() < kMaxChildren && all.next_named();)
      if (walk_.act_of(all.node()) != Act::kSkip) nodes.push_back(all.node());
    return nodes;
  }

  /// What is passed between brackets, or the whole text behind a tag for queries.
  std::vector<TSNode> arguments_in(TSNode arguments, std::string_view callee) {
    const bool is_tagged = walk_.shape_of(arguments) == Shape::kString && is_query_tag(callee);
    return is_tagged ? std::vector<TSNode>{arguments} : named_children(arguments);
  }

  void leaf(Index at, E kind, StringId text) {
    out_[at].kind = kind;
    out_[at].text = text;
  }

  void fill_children(Index at, const std::vector<TSNode>& nodes, int depth) {
    if (nodes_ + nodes.size() > budget_.nodes) return;
    nodes_ += nodes.size();
    const auto first = static_cast<std::uint32_t>(out_.size());
    out_.resize(out_.size() + nodes.size());
    out_[at].first_child = first;
    out_[at].child_count = static_cast<std::uint32_t>(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) fill(first + static_cast<Index>(i), nodes[i], depth + 1);
  }

  void fill(Index at, TSNode node, int depth) {
    out_[at].begin = ts_node_start_byte(node);
    if (depth > budget_.depth) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
    switch (walk_.shape_of(node)) {
      case Shape::kString: return fill_string(at, node, depth);
      case Shape::kRawString: return leaf(at, E::kString, string_id(without_quotes(walk_.text(node)), true));
      case Shape::kText: return leaf(at, E::kString, string_id(walk_.text(node), false));
      case Shape::kNumber: return leaf(at, E::kNumber, walk_.intern_snippet(walk_.text(node), 80));
      case Shape::kName: return leaf(at, E::kName, walk_.intern_snippet(node));
      case Shape::kBinary: return fill_binary(at, node, depth);
      case Shape::kConcat: out_[at].kind = E::kConcat; return fill_children(at, named_children(node), depth);
      case Shape::kArray: out_[at].kind = E::kArray; return fill_children(at, named_children(node), depth);
      case Shape::kObject: out_[at].kind = E::kObject; return fill_children(at, named_children(node), depth);
      case Shape::kNamed: return fill_named(at, node, depth);
      case Shape::kCast:
      case Shape::kFirst:
      case Shape::kPart: return fill_inner(at, node, depth);
      case Shape::kNone: return fill_by_act(at, node, depth);
    }
  }

  void fill_by_act(Index at, TSNode node, int depth) {
    const Rule& rule = walk_.rule_of(node);
    switch (rule.act) {
      case Act::kIdentifier:
      case Act::kTypeName:
      case Act::kMember: return leaf(at, E::kName, walk_.intern_snippet(node));
      case Act::kLambda:
      case Act::kScope: return leaf(at, E::kLambda, 0);
      case Act::kAssignment:  // `a = b = f`
        if (const TSNode value = walk_.child(node, rule.value); !ts_node_is_null(value)) return fill(at, value, depth + 1);
        return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
      case Act::kAnnotation: return fill_call(at, walk_.child(node, rule.name), {}, walk_.child(node, rule.arguments), depth);
      case Act::kCall: {
        const TSNode object = rule.object != Field::kNone ? walk_.child(node, rule.object) : TSNode{};
        return fill_call(at, walk_.callee_of(node, rule), object, walk_.arguments_of(node, rule), depth);
      }
      case Act::kNew: {
        const TSNode type = walk_.made_type_of(node, rule);
        if (ts_node_is_null(type)) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
        return fill_call_named(at, walk_.intern_snippet("new " + std::string(walk_.text(type))), walk_.arguments_of(node, rule), depth);
      }
      default: return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
    }
  }

  void fill_call(Index at, TSNode callee, TSNode object, TSNode arguments, int depth) {
    if (ts_node_is_null(callee)) return leaf(at, E::kOther, 0);
    const TSNode first = ts_node_is_null(object) ? callee : object;
    const std::uint32_t begin = ts_node_start_byte(first);
    const std::uint32_t end = ts_node_end_byte(callee);
    std::string_view written = walk_.text().substr(begin, end > begin ? end - begin : 0);
    if (written.starts_with("await ")) written.remove_prefix(6);
    fill_call_named(at, walk_.intern_snippet(written), arguments, depth);
  }

  void fill_call_named(Index at, StringId callee, TSNode arguments, int depth) {
    leaf(at, E::kCall, callee);
    if (!ts_node_is_null(arguments)) fill_children(at, arguments_in(arguments, walk_.facts().text(callee)), depth);
  }

  StringId string_id(std::string_view piece, bool raw) {
    text_.clear();
    if (raw)
      text_ = piece;
    else
      append_unescaped(piece, text_);
    if (text_.size() > kMaxString) {
      std::size_t keep = kMaxString;
      while (keep > 0 && (static_cast<unsigned char>(text_[keep]) & 0xC0U) == 0x80U) --keep;
      text_.resize(keep);
    }
    return walk_.intern(text_);
  }

  void fill_string(Index at, TSNode node, int depth) {
    std::vector<TSNode> parts;
    for (auto all = walk_.children(node); parts.size() < kMaxChildren && all.next();)
      if (walk_.shape_of(all.node()) == Shape::kPart) parts.push_back(all.node());
    const std::string_view literal = walk_.text(node);
    const bool names = walk_.definition().dollar_names && literal.find('$') != std::string_view::npos;
    if (parts.empty() && !names) return leaf(at, E::kString, string_id(without_quotes(literal), is_raw_literal(literal)));
    fill_template(at, node, parts, depth);
  }

  struct Piece {
    ByteRange text;
    bool is_name = false;
    TSNode part{};
  };

  /// `)text\(` where the grammar counts Swift's marks of an interpolation to the text.
  ByteRange between_parts(ByteRange range) const {
    const std::string_view text = walk_.text().substr(range.begin, range.size());
    if (text.ends_with("\\(")) range.end -= 2;
    const bool swift = walk_.definition().language == Language::kSwift;
    if (swift && text.starts_with(')') && range.begin > 0 && walk_.text()[range.begin - 1] != '"') ++range.begin;
    return range;
  }

  /// A piece of text, or several where variables stand in it by name.
  void add_text(ByteRange range, std::vector<Piece>& pieces) const {
    const std::string_view text = walk_.text();
    for (std::uint32_t at = range.begin; walk_.definition().dollar_names && at + 1 < range.end; ++at) {
      if (text[at] != '$' || (at > 0 && text[at - 1] == '\\')) continue;
      std::uint32_t end = at + 1;
      while (end < range.end && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
      if (end == at + 1 || pieces.size() >= kMaxChildren) continue;
      if (at > range.begin) pieces.push_back({{range.begin, at}});
      pieces.push_back({{at + 1, end}, true});
      range.begin = end;
      at = end - 1;
    }
    if (range.begin < range.end) pieces.push_back({range});
  }

  /// `"a${b}c"`: pieces of text and values by turns.
  void fill_template(Index at, TSNode node, const std::vector<TSNode>& parts, int depth) {
    const std::string_view inside = without_quotes(walk_.text(node));
    auto begin = static_cast<std::uint32_t>(inside.data() - walk_.text().data());
    const auto end = begin + static_cast<std::uint32_t>(inside.size());
    if (nodes_ + 2 * parts.size() + 1 > budget_.nodes) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
    std::vector<Piece> pieces;
    for (const TSNode part : parts) {
      add_text(between_parts({begin, ts_node_start_byte(part)}), pieces);
      pieces.push_back({{}, false, part});
      begin = ts_node_end_byte(part);
    }
    add_text(between_parts({begin, end}), pieces);
    if (pieces.size() == 1 && !pieces[0].is_name && ts_node_is_null(pieces[0].part))
      return leaf(at, E::kString, string_id(inside, is_raw_literal(walk_.text(node))));
    nodes_ += pieces.size();
    const auto first = static_cast<std::uint32_t>(out_.size());
    out_.resize(out_.size() + pieces.size());
    out_[at].kind = E::kConcat;
    out_[at].first_child = first;
    out_[at].child_count = static_cast<std::uint32_t>(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Index child = first + static_cast<Index>(i);
      if (!ts_node_is_null(pieces[i].part)) {
        fill(child, pieces[i].part, depth + 1);
        continue;
      }
      const std::string_view text = walk_.text().substr(pieces[i].text.begin, pieces[i].text.size());
      out_[child].begin = pieces[i].text.begin;
      leaf(child, pieces[i].is_name ? E::kName : E::kString, pieces[i].is_name ? walk_.intern(text) : string_id(text, false));
    }
  }

  std::string_view operator_of(TSNode binary) {
    if (const TSNode op = walk_.child(binary, Field::kOperator); !ts_node_is_null(op)) return walk_.text(op);
    for (auto all = walk_.children(binary); all.next();)
      if (!ts_node_is_named(all.node())) return walk_.text(all.node());
    return {};
  }

  /// `a + b + c` leans left: unrolled, so that long sums are neither deep nor cut.
  void fill_binary(Index at, TSNode node, int depth) {
    std::vector<TSNode> operands;
    TSNode left = node;
    while (walk_.shape_of(left) == Shape::kBinary && operands.size() < kMaxChildren &&
           contains_word(walk_.definition().concat, operator_of(left))) {
      const std::vector<TSNode> sides = named_children(left);
      if (sides.size() != 2) break;
      operands.push_back(sides[1]);
      left = sides[0];
    }
    if (operands.empty() && !walk_.definition().format.empty() && operator_of(node) == walk_.definition().format) {
      leaf(at, E::kCall, walk_.intern(walk_.definition().format));
      return fill_children(at, named_children(node), depth);
    }
    if (operands.empty() && contains_word("?: ?? || or", operator_of(node)) && ts_node_named_child_count(node) > 0)
      return fill_choice(at, node, depth);
    if (operands.empty()) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
    operands.push_back(left);
    std::reverse(operands.begin(), operands.end());
    out_[at].kind = E::kConcat;
    fill_children(at, operands, depth);
  }

  /// `process.env.API || "/api"`. What stands in for the usual value tells less than it, but for texts.
  void fill_choice(Index at, TSNode node, int depth) {
    const std::vector<TSNode> sides = named_children(node);
    constexpr std::size_t kNothing = 2;  // `""`
    const bool is_text = sides.size() == 2 && walk_.text(sides[1]).size() > kNothing && joins_texts(walk_, sides[1]);
    if (!is_text) return fill(at, ts_node_named_child(node, 0), depth + 1);
    leaf(at, E::kCall, walk_.intern(operator_of(node)));
    fill_children(at, sides, depth);
  }

  void fill_named(Index at, TSNode node, int depth) {
    const std::vector<TSNode> inside = named_children(node);
    if (inside.size() < 2) {
      if (inside.empty()) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
      return fill(at, inside[0], depth);
    }
    const TSNode name = inside.front();
    const StringId text = walk_.shape_of(name) == Shape::kString || walk_.shape_of(name) == Shape::kRawString
                              ? string_id(without_quotes(walk_.text(name)), false)
                              : walk_.intern_snippet(name);
    leaf(at, E::kNamed, text);
    fill_children(at, {inside.back()}, depth);
  }

  void fill_inner(Index at, TSNode node, int depth) {
    std::vector<TSNode> inside = named_children(node);
    std::erase_if(inside, [&](TSNode one) { return walk_.text(one) == "{" || walk_.text(one) == "}"; });  // nodes of their own in C#
    if (inside.empty()) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
    fill(at, walk_.shape_of(node) == Shape::kCast ? inside.back() : inside.front(), depth + 1);
  }

  Walk& walk_;
  Budget budget_;
  std::vector<Expression>& out_;
  std::string text_;
  std::size_t nodes_ = 0;
};

Index Walk::add_expression(TSNode node) {
  const Budget passed = definition().functions_as_values ? kOptions : kPassed;
  return ExpressionBuilder(*this, in_callable() ? passed : kDeclared).build(node);
}

Index Walk::add_sum(TSNode left, TSNode right) { return ExpressionBuilder(*this, kPassed).build_sum(left, right); }

void Walk::add_element_binding(TSNode name, TSNode list) {
  const Index element = ExpressionBuilder(*this, kPassed).build_applied(intern("range"), list);
  facts_->bindings.push_back({symbol(), intern(text(name)), 0, element, ts_node_start_byte(name)});
}

void Walk::add_function_binding(Index symbol, TSNode name, TSNode function) {
  const Index value = add_expression(function);
  facts_->bindings.push_back({symbol, intern(text(name)), 0, value, ts_node_start_byte(name)});
}

void Walk::add_written_binding(TSNode name, std::string_view written, std::uint32_t begin) {
  const auto value = static_cast<Index>(facts_->expressions.size());
  facts_->expressions.push_back({Expression::Kind::kOther, intern_snippet(written), 0, 0, begin});
  facts_->bindings.push_back({symbol(), intern(text(name)), 0, value, begin});
}

void Walk::end_shadow(TSNode name, std::uint32_t end) {
  constexpr std::size_t kMostLookedAt = 256;
  if (!in_callable() || !is_local(name)) return;
  const StringId id = intern(text(name));
  const auto& all = facts_->bindings;
  for (std::size_t i = all.size(); i-- > 0 && all.size() - i <= kMostLookedAt;)
    if (all[i].symbol == symbol() && all[i].name == id) {
      const Binding before = all[i];
      facts_->bindings.push_back({symbol(), id, before.type, before.value, end});
      return;
    }
  add_written_binding(name, {}, end);
}

Index Walk::add_arguments(StringId callee, TSNode arguments) { return ExpressionBuilder(*this, kDeclared).build_call(callee, arguments); }

Index Walk::add_passed_arguments(StringId callee, TSNode arguments) {
  return ExpressionBuilder(*this, definition().functions_as_values ? kOptions : kPassed).build_call(callee, arguments);
}

bool Walk::worth_keeping(TSNode arguments) {
  int looked_at = 0;
  const bool is_done_for_effect = definition().call_arguments && is_statement(ts_tree_cursor_current_node(&cursor_));
  for (auto all = children(arguments); looked_at < 12 && all.next_named(); ++looked_at) {
    if (is_telling_argument(all.node())) return true;
    // `register(app)`, `register(app.group("/x"))`: what it is done to tells something.
    const Act act = act_of(all.node());
    if (is_done_for_effect && looked_at < 3 && act == Act::kIdentifier) return true;
    if (is_done_for_effect && looked_at == 0 && (act == Act::kMember || act == Act::kCall)) return true;
    // An empty path tells something beside what answers to it.
    if (looked_at == 0 && definition().call_arguments && is_empty_literal(all.node()) && ts_node_named_child_count(arguments) > 1)
      return true;
  }
  return false;
}

bool Walk::is_statement(TSNode call) const {
  const std::uint32_t begin = ts_node_start_byte(call), end = ts_node_end_byte(call);
  if (statement_.empty() || begin < statement_.begin || end > statement_.end || statement_.end - end > 1) return false;
  const std::string_view before = text_.substr(statement_.begin, begin - statement_.begin);
  return before.empty() || before == "await ";
}

bool Walk::is_empty_literal(TSNode node) const {
  const bool wrapped = shape_of(node) == Shape::kCast && ts_node_named_child_count(node) == 1;
  const TSNode inside = wrapped ? ts_node_named_child(node, 0) : node;
  const Shape shape = shape_of(inside);
  return (shape == Shape::kString || shape == Shape::kRawString) && without_quotes(text(inside)).empty();
}

/// What can tell one of several functions of a name from the others.
bool Walk::may_have_known_type(TSNode node) {
  const Shape shape = shape_of(node);
  const bool wrapped = (shape == Shape::kPart || shape == Shape::kCast || shape == Shape::kNamed) && ts_node_named_child_count(node) == 1;
  const TSNode inside = wrapped ? ts_node_named_child(node, 0) : node;
  if (shape_of(inside) == Shape::kNumber) return true;
  const Act act = act_of(inside);
  return act == Act::kIdentifier || act == Act::kNew || act == Act::kCall;
}

/// A key or path, a named or structured value, a constant; a function or the name of a local tells nothing by itself.
bool Walk::is_telling_argument(TSNode node) {
  const Shape shape = shape_of(node);
  if (definition().overloads && may_have_known_type(node)) return true;
  if (definition().text_flow && act_of(node) == Act::kIdentifier && passes_text(*this, node)) return true;
  if (!definition().call_arguments) return shape == Shape::kString && reads_as_path(text(node));
  switch (shape) {
    case Shape::kString:
    case Shape::kRawString: return reads_as_key(text(node));
    case Shape::kCast:
    case Shape::kNamed:
      if (ts_node_named_child_count(node) == 1) return is_telling_argument(ts_node_named_child(node, 0));
      return shape == Shape::kNamed;
    case Shape::kName:
    case Shape::kObject: return true;
    case Shape::kArray: return ts_node_named_child_count(node) > 0 && is_telling_argument(ts_node_named_child(node, 0));
    case Shape::kBinary: return text(node).find_first_of("\"'`") != std::string_view::npos;
    case Shape::kNone: break;
    default: return false;
  }
  const Act act = act_of(node);
  if (act == Act::kCall) return definition().text_flow || definition().functions_as_arguments;  // it may put an address together
  if (act == Act::kIdentifier)
    return is_constant_name(text(node)) || top().symbol == kNone ||
           ((definition().functions_as_values || definition().functions_as_arguments) && !locals_.contains(intern(text(node))));
  if (act != Act::kMember) return false;
  if (definition().functions_as_arguments && text(node).find("::") != std::string_view::npos) return true;
  const NamePath path = name_path(node);
  if (ts_node_is_null(path.leaf)) return false;
  if (is_constant_name(text(path.leaf))) return true;
  if (!definition().functions_as_values) return false;
  // `controller.list` of a module or of a variable of the file may be a function.
  const bool is_outside = act_of(path.object) == Act::kIdentifier && !locals_.contains(intern(text(path.object)));
  return is_outside || contains_word(definition().self, text(path.object));
}

void Walk::add_binding(Index symbol, TSNode name, StringId type, TSNode value) {
  const Shape shape = shape_of(value);
  const Act act = act_of(value);
  const bool local = symbol == kNone || facts_->symbols[symbol].name_range.begin != ts_node_start_byte(name);
  if (local && !definition().local_bindings) return;
  const TSNode inner = act == Act::kAssignment ? child(value, rule_of(value).value) : TSNode{};
  const Act flows = act_of(inner);
  const bool chained =
      definition().functions_as_values && (flows == Act::kIdentifier || flows == Act::kMember || flows == Act::kAssignment);
  const bool telling = chained || act == Act::kCall || act == Act::kNew || act == Act::kMember || act == Act::kIdentifier ||
                       (shape != Shape::kNone && (shape != Shape::kNumber || !local));
  if (type == 0 && !telling) return;
  const Index expression = telling ? add_expression(value) : kNone;
  facts_->bindings.push_back({symbol, intern(text(name)), type, expression, ts_node_start_byte(name)});
}

}  // namespace grove::syntax
