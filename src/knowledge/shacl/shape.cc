#include "knowledge/shacl/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace grove::knowledge {
namespace {

using rdf::Term;

/// How a parameter's value is read.
enum class Parameter { kTerm, kList, kNumber, kFlag };

struct Row {
  Component component;
  std::string_view parameter;  ///< `minCount`; the component is `MinCountConstraintComponent`.
  std::string_view name;
  Parameter kind = Parameter::kTerm;
};

constexpr std::array<Row, 29> kRows = {{{Component::kClass, "class", "Class"},
                                        {Component::kDatatype, "datatype", "Datatype"},
                                        {Component::kNodeKind, "nodeKind", "NodeKind"},
                                        {Component::kMinCount, "minCount", "MinCount", Parameter::kNumber},
                                        {Component::kMaxCount, "maxCount", "MaxCount", Parameter::kNumber},
                                        {Component::kMinExclusive, "minExclusive", "MinExclusive"},
                                        {Component::kMinInclusive, "minInclusive", "MinInclusive"},
                                        {Component::kMaxExclusive, "maxExclusive", "MaxExclusive"},
                                        {Component::kMaxInclusive, "maxInclusive", "MaxInclusive"},
                                        {Component::kMinLength, "minLength", "MinLength", Parameter::kNumber},
                                        {Component::kMaxLength, "maxLength", "MaxLength", Parameter::kNumber},
                                        {Component::kPattern, "pattern", "Pattern"},
                                        {Component::kLanguageIn, "languageIn", "LanguageIn", Parameter::kList},
                                        {Component::kUniqueLang, "uniqueLang", "UniqueLang", Parameter::kFlag},
                                        {Component::kEquals, "equals", "Equals"},
                                        {Component::kDisjoint, "disjoint", "Disjoint"},
                                        {Component::kLessThan, "lessThan", "LessThan"},
                                        {Component::kLessThanOrEquals, "lessThanOrEquals", "LessThanOrEquals"},
                                        {Component::kNot, "not", "Not"},
                                        {Component::kAnd, "and", "And", Parameter::kList},
                                        {Component::kOr, "or", "Or", Parameter::kList},
                                        {Component::kXone, "xone", "Xone", Parameter::kList},
                                        {Component::kNode, "node", "Node"},
                                        {Component::kProperty, "property", "Property"},
                                        {Component::kQualifiedMinCount, "qualifiedMinCount", "QualifiedMinCount", Parameter::kNumber},
                                        {Component::kQualifiedMaxCount, "qualifiedMaxCount", "QualifiedMaxCount", Parameter::kNumber},
                                        {Component::kClosed, "closed", "Closed", Parameter::kFlag},
                                        {Component::kHasValue, "hasValue", "HasValue"},
                                        {Component::kIn, "in", "In", Parameter::kList}}};

Term sh(std::string_view name) { return named(names::kShacl, name); }

/// The term `true` itself: another way to write it doesn't count (W3C's test uniqueLang-002).
bool is_true(const Term& value) { return value.kind == Term::Kind::kLiteral && value.value == "true"; }

std::string shown(const Term& term) { return term.kind == Term::Kind::kIri ? '<' + term.value + '>' : "a shape without a name"; }

std::unexpected<Error> ill_formed(const Term& shape, std::string_view why) {
  return fail(ErrorCode::kInvalidArgument, fmt::format("{} is no shape: {}", shown(shape), why));
}

/// Reads the constraints of one shape.
class ConstraintReader {
 public:
  ConstraintReader(const GraphView& graph, const Term& id) : graph_(graph), id_(id) {}

  Result<std::vector<ShaclConstraint>> read() {
    for (const Row& row : kRows)
      for (const Term& value : graph_.objects(id_, sh(row.parameter))) GROVE_RETURN_IF_ERROR(add(row, value));
    return std::move(constraints_);
  }

 private:
  Status add(const Row& row, const Term& value) {
    ShaclConstraint one{.component = row.component, .value = value};
    if (row.kind == Parameter::kFlag && !is_true(value)) return {};
    if (row.kind == Parameter::kList) one.list = graph_.list(value);
    if (row.kind == Parameter::kNumber) {
      const char* end = value.value.data() + value.value.size();
      const auto [stop, problem] = std::from_chars(value.value.data(), end, one.number);
      if (problem != std::errc() || stop != end) return ill_formed(id_, fmt::format("sh:{} is no number", row.parameter));
    }
    if (row.component == Component::kPattern) one.flags = only_text("flags");
    if (row.component == Component::kClosed) one.list = allowed();
    if (row.component == Component::kQualifiedMinCount || row.component == Component::kQualifiedMaxCount)
      return add_qualified(std::move(one));
    constraints_.push_back(std::move(one));
    return {};
  }

  std::string only_text(std::string_view name) const {
    const auto values = graph_.objects(id_, sh(name));
    return values.empty() ? std::string() : values.front().value;
  }

  std::vector<Term> allowed() const {
    std::vector<Term> predicates;
    for (const Term& list : graph_.objects(id_, sh("ignoredProperties")))
      for (Term& one : graph_.list(list)) predicates.push_back(std::move(one));
    for (const Term& property : graph_.objects(id_, sh("property")))
      for (Term& path : graph_.objects(property, sh("path")))
        if (path.kind == Term::Kind::kIri) predicates.push_back(std::move(path));
    return predicates;
  }

  Status add_qualified(ShaclConstraint one) {
    const bool disjoint = std::ranges::any_of(graph_.objects(id_, sh("qualifiedValueShapesDisjoint")), is_true);
    for (const Term& shape : graph_.objects(id_, sh("qualifiedValueShape"))) {
      ShaclConstraint counted = one;
      counted.value = shape;
      if (disjoint) counted.siblings = siblings_of(shape);
      constraints_.push_back(std::move(counted));
    }
    return {};
  }

  /// Section 4.7.3: the qualified shapes of the other property shapes of this one's parents.
  std::vector<Term> siblings_of(const Term& shape) const {
    std::set<Term> siblings;
    for (const Term& parent : graph_.subjects(sh("property"), id_))
      for (const Term& property : graph_.objects(parent, sh("property")))
        for (const Term& other : graph_.objects(property, sh("qualifiedValueShape"))) siblings.insert(other);
    siblings.erase(shape);
    return {siblings.begin(), siblings.end()};
  }

  const GraphView& graph_;
  const Term& id_;
  std::vector<ShaclConstraint> constraints_;
};

}  // namespace

Term component_iri(Component component) {
  const auto row = std::ranges::find(kRows, component, &Row::component);
  return sh(std::string(row->name) + "ConstraintComponent");
}

Result<const ShaclShape*> ShapeReader::shape(const Term& id) {
  if (const auto found = shapes_.find(id); found != shapes_.end()) return &found->second;
  GROVE_ASSIGN_OR_RETURN(ShaclShape one, read(id));
  return &shapes_.emplace(id, std::move(one)).first->second;
}

Result<ShaclShape> ShapeReader::read(const Term& id) const {
  if (id.kind == Term::Kind::kLiteral) return ill_formed(id, "it is a literal");
  ShaclShape one{.id = id, .severity = sh("Violation")};
  const std::vector<Term> paths = graph_.objects(id, sh("path"));
  if (paths.size() > 1) return ill_formed(id, "it has several paths");
  if (!paths.empty()) {
    auto path = read_path(graph_, paths.front());
    if (!path) return ill_formed(id, path.error().message);
    one.path = std::move(*path);
  }
  if (const auto severity = graph_.objects(id, sh("severity")); !severity.empty()) one.severity = severity.front();
  one.messages = graph_.objects(id, sh("message"));
  one.deactivated = std::ranges::any_of(graph_.objects(id, sh("deactivated")), is_true);
  GROVE_ASSIGN_OR_RETURN(one.constraints, ConstraintReader(graph_, id).read());
  return one;
}

std::vector<Term> ShapeReader::shapes_with_targets() const {
  std::set<Term> shapes;
  for (const rdf::Quad& quad : graph_.quads()) {
    if (!quad.predicate.value.starts_with(names::kShacl)) continue;
    const std::string_view name = std::string_view(quad.predicate.value).substr(names::kShacl.size());
    if (name == "targetNode" || name == "targetClass" || name == "targetSubjectsOf" || name == "targetObjectsOf")
      shapes.insert(quad.subject);
  }
  for (const std::string_view kind : {"NodeShape", "PropertyShape"})
    for (const Term& shape : graph_.subjects(named(names::kRdf, "type"), sh(kind)))
      if (is_instance(graph_, shape, named(names::kRdfs, "Class"))) shapes.insert(shape);
  return {shapes.begin(), shapes.end()};
}

std::set<Term> ShapeReader::targets(const Term& id, const GraphView& data) const {
  std::set<Term> nodes;
  const auto add_instances = [&](const Term& type) {
    for (const Term& one : with_subclasses(data, type))
      for (Term& node : data.subjects(named(names::kRdf, "type"), one)) nodes.insert(std::move(node));
  };
  for (Term& node : graph_.objects(id, sh("targetNode"))) nodes.insert(std::move(node));
  for (const Term& type : graph_.objects(id, sh("targetClass"))) add_instances(type);
  if (is_instance(graph_, id, named(names::kRdfs, "Class"))) add_instances(id);
  const std::vector<Term> subjects_of = graph_.objects(id, sh("targetSubjectsOf"));
  const std::vector<Term> objects_of = graph_.objects(id, sh("targetObjectsOf"));
  if (subjects_of.empty() && objects_of.empty()) return nodes;
  for (const rdf::Quad& quad : data.quads()) {
    if (std::ranges::find(subjects_of, quad.predicate) != subjects_of.end()) nodes.insert(quad.subject);
    if (std::ranges::find(objects_of, quad.predicate) != objects_of.end()) nodes.insert(quad.object);
  }
  return nodes;
}

std::set<Term> with_subclasses(const GraphView& data, const Term& type) {
  std::set<Term> classes;
  std::vector<Term> open{type};
  while (!open.empty()) {
    const Term one = std::move(open.back());
    open.pop_back();
    if (!classes.insert(one).second) continue;
    for (Term& below : data.subjects(named(names::kRdfs, "subClassOf"), one)) open.push_back(std::move(below));
  }
  return classes;
}

bool is_instance(const GraphView& data, const Term& node, const Term& type) {
  std::set<Term> seen;
  std::vector<Term> open = data.objects(node, named(names::kRdf, "type"));
  while (!open.empty()) {
    const Term one = std::move(open.back());
    open.pop_back();
    if (one == type) return true;
    if (!seen.insert(one).second) continue;
    for (Term& above : data.objects(one, named(names::kRdfs, "subClassOf"))) open.push_back(std::move(above));
  }
  return false;
}

}  // namespace grove::knowledge
