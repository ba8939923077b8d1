#include "knowledge/shacl/path.h"

#include <array>
#include <set>
#include <utility>

namespace grove::knowledge {
namespace {

using rdf::Term;
using Kind = ShaclPath::Kind;

constexpr int kDeepest = 64;
constexpr int kMostParts = 1000;  // blank nodes that several parts share make many of few

constexpr std::array<std::pair<std::string_view, Kind>, 4> kOfOnePath = {{{"inversePath", Kind::kInverse},
                                                                          {"zeroOrMorePath", Kind::kZeroOrMore},
                                                                          {"oneOrMorePath", Kind::kOneOrMore},
                                                                          {"zeroOrOnePath", Kind::kZeroOrOne}}};

/// A path that is being read.
struct Reading {
  const GraphView& shapes;
  int parts = 0;
};

Result<ShaclPath> read_at(Reading& reading, const Term& node, int depth);

Result<ShaclPath> read_members(Reading& reading, const Term& list, Kind kind, int depth) {
  ShaclPath path{.kind = kind};
  for (const Term& member : reading.shapes.list(list)) {
    GROVE_ASSIGN_OR_RETURN(ShaclPath part, read_at(reading, member, depth + 1));
    path.parts.push_back(std::move(part));
  }
  if (path.parts.size() < 2) return fail(ErrorCode::kInvalidArgument, "a path of several parts has fewer than two");
  return path;
}

bool is_repeating(Kind kind) { return kind == Kind::kZeroOrMore || kind == Kind::kOneOrMore || kind == Kind::kZeroOrOne; }

/// A path that may be left out or repeated. `(p+)*` and its like lead where `p*` does; only both pluses, and both questions, are as before.
ShaclPath repeated(Kind kind, ShaclPath part) {
  if (!is_repeating(kind) || !is_repeating(part.kind)) return {.kind = kind, .predicate = {}, .parts = {std::move(part)}};
  part.kind = part.kind == kind ? kind : Kind::kZeroOrMore;
  return part;
}

Result<ShaclPath> read_at(Reading& reading, const Term& node, int depth) {
  const GraphView& shapes = reading.shapes;
  if (++reading.parts > kMostParts) return fail(ErrorCode::kResourceLimit, "a path has more than " + std::to_string(kMostParts) + " parts");
  if (node.kind == Term::Kind::kIri) return ShaclPath{.kind = Kind::kPredicate, .predicate = node};
  if (node.kind == Term::Kind::kLiteral || depth > kDeepest) return fail(ErrorCode::kInvalidArgument, "a path is a literal, or too deep");
  if (!shapes.objects(node, named(names::kRdf, "first")).empty()) return read_members(reading, node, Kind::kSequence, depth);
  if (const auto list = shapes.objects(node, named(names::kShacl, "alternativePath")); !list.empty())
    return read_members(reading, list.front(), Kind::kAlternative, depth);
  for (const auto& [name, kind] : kOfOnePath) {
    const auto inner = shapes.objects(node, named(names::kShacl, name));
    if (inner.empty()) continue;
    GROVE_ASSIGN_OR_RETURN(ShaclPath part, read_at(reading, inner.front(), depth + 1));
    return repeated(kind, std::move(part));
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

/// Walks over a graph until it is asked to stop.
class Walker {
 public:
  Walker(const GraphView& data, const CancelToken& cancel) : data_(data), cancel_(cancel) {}

  std::vector<Term> walk(const ShaclPath& path, const Term& from, Way way) const {
    switch (path.kind) {
      case Kind::kPredicate: return way == Way::kForwards ? data_.objects(from, path.predicate) : data_.subjects(path.predicate, from);
      case Kind::kInverse: return walk(path.parts.front(), from, opposite(way));
      case Kind::kSequence: return in_turn(path, from, way);
      case Kind::kZeroOrMore:
      case Kind::kOneOrMore: return closure(path, from, way);
      case Kind::kAlternative:
      case Kind::kZeroOrOne: break;
    }
    Nodes nodes;
    if (path.kind == Kind::kZeroOrOne) nodes.add(from);
    for (const ShaclPath& part : path.parts)
      for (const Term& end : walk(part, from, way)) nodes.add(end);
    return nodes.take();
  }

 private:
  std::vector<Term> closure(const ShaclPath& path, const Term& from, Way way) const {
    Nodes nodes;
    std::vector<Term> open;
    if (path.kind == Kind::kOneOrMore) {
      open = walk(path.parts.front(), from, way);
    } else {
      open = {from};
    }
    while (!open.empty() && !cancel_.cancelled()) {
      const Term node = std::move(open.back());
      open.pop_back();
      if (!nodes.add(node)) continue;
      for (Term& next : walk(path.parts.front(), node, way)) open.push_back(std::move(next));
    }
    return nodes.take();
  }

  std::vector<Term> in_turn(const ShaclPath& path, const Term& from, Way way) const {
    std::vector<Term> at{from};
    for (std::size_t i = 0; i < path.parts.size(); ++i) {
      Nodes next;
      const ShaclPath& part = path.parts[way == Way::kForwards ? i : path.parts.size() - 1 - i];
      for (const Term& node : at) {
        if (cancel_.cancelled()) return {};
        for (const Term& end : walk(part, node, way)) next.add(end);
      }
      at = next.take();
    }
    return at;
  }

  const GraphView& data_;
  const CancelToken& cancel_;
};

std::string joined(const ShaclPath& path, std::string_view between) {
  std::string text;
  for (const ShaclPath& part : path.parts) text += (text.empty() ? "" : std::string(between)) + path_text(part);
  return '(' + text + ')';
}

}  // namespace

Result<ShaclPath> read_path(const GraphView& shapes, const Term& node) {
  Reading reading{.shapes = shapes};
  return read_at(reading, node, 0);
}

Result<std::vector<Term>> follow(const ShaclPath& path, const GraphView& data, const Term& from, const CancelToken& cancel) {
  std::vector<Term> ends = Walker(data, cancel).walk(path, from, Way::kForwards);
  GROVE_RETURN_IF_ERROR(cancel.check());
  return ends;
}

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
