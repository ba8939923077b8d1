#include <algorithm>
#include <cctype>

#include "syntax/tree/literals.h"
#include "syntax/tree/walk.h"
#include "syntax/tree/words.h"

namespace grove::syntax {
namespace {

constexpr int kMaxDepth = 8;
constexpr std::size_t kMaxChildren = 64;
constexpr std::size_t kMaxNodes = 256;
constexpr std::size_t kMaxString = 1024;

/// A path, URL, key, name or format: no prose. A query of a database counts.
bool reads_as_key(std::string_view literal) {
  const std::string_view inside = without_quotes(literal);
  if (inside.empty() || inside.size() > 300) return false;
  if (inside.find_first_of(" \t\n") == std::string_view::npos) return true;
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
  explicit ExpressionBuilder(Walk& walk) : walk_(walk), out_(walk.facts().expressions) {}

  Index build(TSNode node) {
    const auto root = static_cast<Index>(out_.size());
    out_.emplace_back();
    fill(root, node, 0);
    return root;
  }

  Index build_call(StringId callee, TSNode arguments) {
    const auto root = static_cast<Index>(out_.size());
    out_.emplace_back();
    out_[root].kind = Expression::Kind::kCall;
    out_[root].text = callee;
    out_[root].begin = ts_node_start_byte(arguments);
    fill_children(root, named_children(arguments), 0);
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

  void leaf(Index at, E kind, StringId text) {
    out_[at].kind = kind;
    out_[at].text = text;
  }

  void fill_children(Index at, const std::vector<TSNode>& nodes, int depth) {
    if (nodes_ + nodes.size() > kMaxNodes) return;
    nodes_ += nodes.size();
    const auto first = static_cast<std::uint32_t>(out_.size());
    out_.resize(out_.size() + nodes.size());
    out_[at].first_child = first;
    out_[at].child_count = static_cast<std::uint32_t>(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) fill(first + static_cast<Index>(i), nodes[i], depth + 1);
  }

  void fill(Index at, TSNode node, int depth) {
    out_[at].begin = ts_node_start_byte(node);
    if (depth > kMaxDepth) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
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
      case Act::kScope: return leaf(at, E::kLambda, 0);
      case Act::kAnnotation: return fill_call(at, walk_.child(node, rule.name), {}, walk_.child(node, rule.arguments), depth);
      case Act::kCall: {
        if (rule.name == Field::kNone) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
        const TSNode object = rule.object != Field::kNone ? walk_.child(node, rule.object) : TSNode{};
        return fill_call(at, walk_.child(node, rule.name), object, walk_.child(node, rule.arguments), depth);
      }
      case Act::kNew: {
        const StringId callee = walk_.intern_snippet("new " + std::string(walk_.text(walk_.child(node, rule.type))));
        return fill_call_named(at, callee, walk_.child(node, rule.arguments), depth);
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
    if (!ts_node_is_null(arguments)) fill_children(at, named_children(arguments), depth);
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
    if (parts.empty()) return leaf(at, E::kString, string_id(without_quotes(literal), is_raw_literal(literal)));
    fill_template(at, node, parts, depth);
  }

  /// `"a${b}c"`: pieces of text and values by turns.
  void fill_template(Index at, TSNode node, const std::vector<TSNode>& parts, int depth) {
    const std::string_view inside = without_quotes(walk_.text(node));
    auto begin = static_cast<std::uint32_t>(inside.data() - walk_.text().data());
    const auto end = begin + static_cast<std::uint32_t>(inside.size());
    if (nodes_ + 2 * parts.size() + 1 > kMaxNodes) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
    struct Piece {
      ByteRange text;
      TSNode part;
    };
    std::vector<Piece> pieces;
    for (const TSNode part : parts) {
      const std::uint32_t from = ts_node_start_byte(part);
      if (from > begin) pieces.push_back({{begin, from}, {}});
      pieces.push_back({{}, part});
      begin = ts_node_end_byte(part);
    }
    if (begin < end) pieces.push_back({{begin, end}, {}});
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
      out_[child].begin = pieces[i].text.begin;
      leaf(child, E::kString, string_id(walk_.text().substr(pieces[i].text.begin, pieces[i].text.size()), false));
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
    if (operands.empty()) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
    operands.push_back(left);
    std::reverse(operands.begin(), operands.end());
    out_[at].kind = E::kConcat;
    fill_children(at, operands, depth);
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
    const std::vector<TSNode> inside = named_children(node);
    if (inside.empty()) return leaf(at, E::kOther, walk_.intern_snippet(walk_.text(node), 80));
    fill(at, walk_.shape_of(node) == Shape::kCast ? inside.back() : inside.front(), depth + 1);
  }

  Walk& walk_;
  std::vector<Expression>& out_;
  std::string text_;
  std::size_t nodes_ = 0;
};

Index Walk::add_expression(TSNode node) { return ExpressionBuilder(*this).build(node); }

Index Walk::add_arguments(StringId callee, TSNode arguments) { return ExpressionBuilder(*this).build_call(callee, arguments); }

bool Walk::worth_keeping(TSNode arguments) {
  int looked_at = 0;
  for (auto all = children(arguments); looked_at < 12 && all.next_named(); ++looked_at)
    if (is_telling_argument(all.node())) return true;
  return false;
}

/// A key or path, a function, a named or structured value, a constant; the name of a local tells nothing by itself.
bool Walk::is_telling_argument(TSNode node) {
  const Shape shape = shape_of(node);
  if (!definition().call_arguments) return shape == Shape::kString && reads_as_path(text(node));
  switch (shape) {
    case Shape::kString:
    case Shape::kRawString: return reads_as_key(text(node));
    case Shape::kName:
    case Shape::kNamed:
    case Shape::kObject: return true;
    case Shape::kBinary: return text(node).find_first_of("\"'`") != std::string_view::npos;
    case Shape::kNone: break;
    default: return false;
  }
  const Act act = act_of(node);
  if (act == Act::kIdentifier) return is_constant_name(text(node)) || (top().symbol == kNone && !text(node).empty());
  return act == Act::kScope || (act == Act::kMember && is_constant_name(text(name_path(node).leaf)));
}

void Walk::add_binding(Index symbol, TSNode name, StringId type, TSNode value) {
  const Shape shape = shape_of(value);
  const Act act = act_of(value);
  const bool local = symbol == kNone || facts_->symbols[symbol].name_range.begin != ts_node_start_byte(name);
  if (local && !definition().local_bindings) return;
  const bool telling = act == Act::kCall || act == Act::kNew || act == Act::kMember || act == Act::kIdentifier ||
                       (shape != Shape::kNone && (shape != Shape::kNumber || !local));
  if (type == 0 && !telling) return;
  const Index expression = telling ? add_expression(value) : kNone;
  facts_->bindings.push_back({symbol, intern(text(name)), type, expression, ts_node_start_byte(name)});
}

}  // namespace grove::syntax
