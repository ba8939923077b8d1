#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "knowledge/graph_view.h"
#include "knowledge/shacl/path.h"

namespace grove::knowledge {

/// The constraint components of SHACL Core (section 4).
enum class Component {
  kClass,
  kDatatype,
  kNodeKind,
  kMinCount,
  kMaxCount,
  kMinExclusive,
  kMinInclusive,
  kMaxExclusive,
  kMaxInclusive,
  kMinLength,
  kMaxLength,
  kPattern,
  kLanguageIn,
  kUniqueLang,
  kEquals,
  kDisjoint,
  kLessThan,
  kLessThanOrEquals,
  kNot,
  kAnd,
  kOr,
  kXone,
  kNode,
  kProperty,
  kQualifiedMinCount,
  kQualifiedMaxCount,
  kClosed,
  kHasValue,
  kIn,
};

/// `sh:MinCountConstraintComponent`, …
rdf::Term component_iri(Component component);

struct ShaclConstraint {
  Component component = Component::kClass;
  rdf::Term value = {};                  ///< The parameter; of sh:qualifiedMinCount and -MaxCount the shape that is counted.
  std::vector<rdf::Term> list = {};      ///< Members of the parameter, where it is a list; of sh:closed the allowed predicates.
  std::uint64_t number = 0;              ///< Counts and lengths.
  std::string flags = {};                ///< Of sh:pattern.
  std::vector<rdf::Term> siblings = {};  ///< Of qualified counts: shapes that a counted value must not have.
};

struct ShaclShape {
  rdf::Term id;
  std::optional<ShaclPath> path = {};  ///< Property shapes.
  rdf::Term severity = {};
  std::vector<rdf::Term> messages = {};
  bool deactivated = false;
  std::vector<ShaclConstraint> constraints = {};
};

/// The shapes of a graph, read as they are asked for. Borrows the graph; for one thread.
class ShapeReader {
 public:
  explicit ShapeReader(const GraphView& graph) : graph_(graph) {}
  /// Stays where it is. kInvalidArgument names an ill-formed shape.
  Result<const ShaclShape*> shape(const rdf::Term& id);
  /// Nodes of the graph that say which nodes they are for, in the order of their names.
  std::vector<rdf::Term> shapes_with_targets() const;
  /// The nodes of `data` that a shape is for.
  std::set<rdf::Term> targets(const rdf::Term& id, const GraphView& data) const;

 private:
  Result<ShaclShape> read(const rdf::Term& id) const;

  const GraphView& graph_;
  std::map<rdf::Term, ShaclShape> shapes_;
};

/// Whether a node has a type that is the class or below it, by what `data` says.
bool is_instance(const GraphView& data, const rdf::Term& node, const rdf::Term& type);
/// A class with all below it.
std::set<rdf::Term> with_subclasses(const GraphView& data, const rdf::Term& type);

}  // namespace grove::knowledge
