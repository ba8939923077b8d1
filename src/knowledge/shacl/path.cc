#include "knowledge/shacl/path.h"

#include <array>
#include <set>
#include <utility>

namespace grove::knowledge {
namespace {

using rdf::Term;
using Kind = ShaclPath::Kind;

constexpr int kDeepest = 64;

constexpr std::array<std::pair<std::string_view, Kind>, 4> kOfOnePath = {{{"inversePath", Kind::kInverse},
                                                                          {"zeroOrMorePath", Kind::kZeroOrMore},
                                                                          {"oneOrMorePath", Kind::kOneOrMore},
                                                                          {"zeroOrOnePath", Kind::kZeroOrOne}}};

Result<ShaclPath> read_at(const GraphView& shapes, const Term& node, int depth);

Result<ShaclPath> read_members(const GraphView& shapes, const Term& list, Kind kind, int depth) {
  ShaclPath path{.kind = kind};
  for (const Term& member : shapes.list(list)) {
    GROVE_ASSIGN_OR_RETURN(ShaclPath part, read_at(shapes, member, depth + 1));
    path.parts.push_back(std::move(part));
  }
  if (path.parts.size() < 2) return fail(ErrorCode::kInvalidArgument, "a path of several parts has fewer than two");
  return path;
}

Result<ShaclPath> read_at(const GraphView& shapes, const Term& node, int depth) {
  if (node.kind == Term::Kind::kIri) return ShaclPath{.kind = Kind::kPredicate, .predicate = node};
  if (node.kind == Term::Kind::kLiteral || depth > kDeepest) return fail(ErrorCode::kInvalidArgument, "a path is a literal, or too deep");
  if (!shapes.objects(node, named(names::kRdf, "first")).empty()) return read_members(shapes, node, Kind::kSequence, depth);
  if (const auto list = shapes.objects(node, named(names::kShacl, "alternativePath")); !list.empty())
    return read_members(shapes, list.front(), Kind::kAlternative, depth);
  for (const auto& [name, kind] : kOfOnePath) {
    const auto inner = shapes.objects(node, named(names::kShacl, name));
    if (inner.empty()) continue;
    GROVE_ASSIGN_OR_RETURN(ShaclPath part, read_at(shapes, inner.front(), depth + 1));
    return ShaclPath{.kind = kind, .predicate = {}, .parts = {std::move(part)}};
  }
  return fail(ErrorCode::kInvalidArgument, "the blank node of a path says of no kind of path that it is one");
}

/// From a subject to its objects, or the other way.
enum class Way { kForwards, kBackwards };
Way opposite(Way way) { return way == Way::kForwards ? Way::kBackwards : Way::kForwards; }

/// Collects each node once, in the order they are found.
class Nodes {
 public:
  bool add(const Term& node) {
    if (!seen_.insert(node).second) return false;
    nodes_.push_back(node);
    return true;
  }
  std::vector<Term> take() { return std::move(nodes_); }

 private:
  std::set<Term> seen_;
  std::vector<Term> nodes_;
};

std::vector<Term> backwards(const ShaclPath& path, const GraphView& data, const Term& from);

std::vector<Term> step(const ShaclPath& path, const GraphView& data, const Term& from, Way way) {
  return way == Way::kForwards ? follow(path, data, from) : backwards(path, data, from);
}

std::vector<Term> closure(const ShaclPath& path, const GraphView& data, const Term& from, Way way) {
  Nodes nodes;
  std::vector<Term> open;
  if (path.kind == Kind::kOneOrMore) {
    open = step(path.parts.front(), data, from, way);
  } else {
    open = {from};
  }
  while (!open.empty()) {
    const Term node = std::move(open.back());
    open.pop_back();
    if (!nodes.add(node)) continue;
    for (Term& next : step(path.parts.front(), data, node, way)) open.push_back(std::move(next));
  }
  return nodes.take();
}

std::vector<Term> in_turn(const ShaclPath& path, const GraphView& data, const Term& from, Way way) {
  std::vector<Term> at{from};
  for (std::size_t i = 0; i < path.parts.size(); ++i) {
    Nodes next;
    const ShaclPath& part = path.parts[way == Way::kForwards ? i : path.parts.size() - 1 - i];
    for (const Term& node : at)
      for (const Term& end : step(part, data, node, way)) next.add(end);
    at = next.take();
  }
  return at;
}

std::vector<Term> walk(const ShaclPath& path, const GraphView& data, const Term& from, Way way) {
  switch (path.kind) {
    case Kind::kPredicate: return way == Way::kForwards ? data.objects(from, path.predicate) : data.subjects(path.predicate, from);
    case Kind::kInverse: return step(path.parts.front(), data, from, opposite(way));
    case Kind::kSequence: return in_turn(path, data, from, way);
    case Kind::kZeroOrMore:
    case Kind::kOneOrMore: return closure(path, data, from, way);
    case Kind::kAlternative:
    case Kind::kZeroOrOne: break;
  }
  Nodes nodes;
  if (path.kind == Kind::kZeroOrOne) nodes.add(from);
  for (const ShaclPath& part : path.parts)
    for (const Term& end : step(part, data, from, way)) nodes.add(end);
  return nodes.take();
}

std::vector<Term> backwards(const ShaclPath& path, const GraphView& data, const Term& from) {
  return walk(path, data, from, Way::kBackwards);
}

std::string joined(const ShaclPath& path, std::string_view between) {
  std::string text;
  for (const ShaclPath& part : path.parts) text += (text.empty() ? "" : std::string(between)) + path_text(part);
  return '(' + text + ')';
}

}  // namespace

Result<ShaclPath> read_path(const GraphView& shapes, const Term& node) { return read_at(shapes, node, 0); }

std::vector<Term> follow(const ShaclPath& path, const GraphView& data, const Term& from) { return walk(path, data, from, Way::kForwards); }

std::string path_text(const ShaclPath& path) {
  switch (path.kind) {
    case Kind::kPredicate: return '<' + path.predicate.value + '>';
    case Kind::kInverse: return '^' + path_text(path.parts.front());
    case Kind::kSequence: return joined(path, "/");
    case Kind::kAlternative: return joined(path, "|");
    case Kind::kZeroOrMore: return path_text(path.parts.front()) + '*';
    case Kind::kOneOrMore: return path_text(path.parts.front()) + '+';
    case Kind::kZeroOrOne: break;
  }
  return path_text(path.parts.front()) + '?';
}

}  // namespace grove::knowledge
