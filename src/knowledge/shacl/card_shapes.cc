#include "knowledge/shacl/card_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "knowledge/card_index.h"
#include "knowledge/card_prefixes.h"
#include "knowledge/graph_view.h"
#include "rdf/syntax.h"

namespace grove::knowledge {
namespace {

using rdf::Term;

Term sh(std::string_view name) { return named(names::kShacl, name); }

/// What a property IRI may hold, of all items that share it.
struct PropertyRule {
  std::string name;
  std::set<Term> datatypes;      ///< Of literals.
  std::set<std::string> values;  ///< Of an enum; only where every item is one.
  std::set<Term> classes;        ///< Of things.
  std::set<Term> domains;
  bool holds_literals = false;
  bool holds_things = false;
  bool any_literal = false;
  bool any_thing = false;
  bool any_domain = false;
};

class ShapeWriter {
 public:
  explicit ShapeWriter(const SchemaCard& card) : card_(card), index_(card) {}

  Result<std::vector<rdf::Quad>> run() {
    for (const CardProperty& item : card_.datatype_properties) GROVE_RETURN_IF_ERROR(take_datatype(item));
    for (const CardProperty& item : card_.object_properties) GROVE_RETURN_IF_ERROR(take_object(item));
    for (const auto& [iri, rule] : rules_) write(iri, rule);
    return std::move(quads_);
  }

 private:
  Result<PropertyRule*> rule_of(const CardProperty& item) {
    GROVE_ASSIGN_OR_RETURN(const Term iri, index_.iri_of(item));
    PropertyRule& rule = rules_[iri];
    if (rule.name.empty()) rule.name = item.name;
    for (const std::string& name : item.applies_to()) {
      const auto domain = index_.class_iri(name);
      if (domain)
        rule.domains.insert(*domain);
      else
        rule.any_domain = true;
    }
    return &rule;
  }

  Status take_datatype(const CardProperty& item) {
    GROVE_ASSIGN_OR_RETURN(PropertyRule * rule, rule_of(item));
    rule->holds_literals = true;
    const DatatypeRange range = datatype_range(item.range);
    const bool open = range == DatatypeRange::kAny || (range == DatatypeRange::kEnum && item.values.empty());
    rule->any_literal = rule->any_literal || open;
    if (range == DatatypeRange::kEnum)
      rule->values.insert(item.values.begin(), item.values.end());
    else
      rule->datatypes.insert(rdf::iri(std::string(range_datatype(range))));
    return {};
  }

  Status take_object(const CardProperty& item) {
    GROVE_ASSIGN_OR_RETURN(PropertyRule * rule, rule_of(item));
    rule->holds_things = true;
    for (const std::string& name : item.points_to()) {
      const auto range = index_.class_iri(name);
      if (range)
        rule->classes.insert(*range);
      else
        rule->any_thing = true;
    }
    return {};
  }

  /// A shape for whatever has the property: the one says who may have it, the other what it may hold.
  void write(const Term& iri, const PropertyRule& rule) {
    const Term shape = rdf::iri(card_.name_space + "shape/" + rdf::iri_segment(rule.name) + suffix(rule.name));
    put(shape, named(names::kRdf, "type"), sh("NodeShape"));
    put(shape, sh("targetSubjectsOf"), iri);
    if (!rule.any_domain && !rule.domains.empty()) write_choice(shape, alternatives(rule.domains, "class"));
    const Term property = fresh();
    put(shape, sh("property"), property);
    put(property, sh("path"), iri);
    std::vector<Alternative> values;
    if (rule.holds_literals) add_literals(rule, values);
    if (rule.holds_things) add_things(rule, values);
    write_choice(property, values);
  }

  /// One predicate and object that a value may satisfy.
  struct Alternative {
    Term predicate;
    Term object;
  };

  static std::vector<Alternative> alternatives(const std::set<Term>& terms, std::string_view parameter) {
    std::vector<Alternative> all;
    for (const Term& term : terms) all.push_back({sh(parameter), term});
    return all;
  }

  void add_literals(const PropertyRule& rule, std::vector<Alternative>& values) {
    if (rule.any_literal) return values.push_back({sh("nodeKind"), sh("Literal")});
    for (Alternative& one : alternatives(rule.datatypes, "datatype")) values.push_back(std::move(one));
    if (rule.values.empty()) return;
    std::vector<Term> members;
    for (const std::string& value : rule.values) members.push_back(rdf::literal(value));
    values.push_back({sh("in"), list(members)});
  }

  static void add_things(const PropertyRule& rule, std::vector<Alternative>& values) {
    if (rule.any_thing || rule.classes.empty()) return values.push_back({sh("nodeKind"), sh("BlankNodeOrIRI")});
    for (Alternative& one : alternatives(rule.classes, "class")) values.push_back(std::move(one));
  }

  /// One alternative stands on the shape itself, several in an sh:or.
  void write_choice(const Term& shape, const std::vector<Alternative>& choice) {
    if (choice.size() == 1) return put(shape, choice.front().predicate, choice.front().object);
    std::vector<Term> members;
    for (const Alternative& one : choice) {
      const Term node = fresh();
      put(node, one.predicate, one.object);
      members.push_back(node);
    }
    put(shape, sh("or"), list(members));
  }

  Term list(const std::vector<Term>& members) {
    Term rest = named(names::kRdf, "nil");
    for (std::size_t i = members.size(); i-- > 0;) {
      const Term node = fresh();
      put(node, named(names::kRdf, "first"), members[i]);
      put(node, named(names::kRdf, "rest"), std::move(rest));
      rest = node;
    }
    return rest;
  }

  std::string suffix(const std::string& name) {
    const int before = uses_[name]++;
    return before == 0 ? std::string() : fmt::format("-{}", before + 1);
  }

  void put(const Term& subject, Term predicate, Term object) { quads_.push_back({subject, std::move(predicate), std::move(object)}); }
  Term fresh() { return rdf::blank(fmt::format("s{}", ++count_)); }

  const SchemaCard& card_;
  CardIndex index_;
  std::map<Term, PropertyRule> rules_;
  std::map<std::string, int> uses_;
  std::vector<rdf::Quad> quads_;
  std::size_t count_ = 0;
};

}  // namespace

Result<std::vector<rdf::Quad>> shapes_of(const SchemaCard& card) {
  auto quads = ShapeWriter(card).run();
  if (!quads) return std::unexpected(std::move(quads).error().within("cannot derive shapes of the schema card"));
  return quads;
}

Result<std::string> shapes_turtle(const SchemaCard& card) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<rdf::Quad> quads, shapes_of(card));
  std::vector<rdf::Prefix> prefixes = card_prefixes(card);
  prefixes.push_back({"sh", std::string(names::kShacl)});
  return rdf::serialize(quads, {.syntax = rdf::Syntax::kTurtle, .prefixes = std::move(prefixes)});
}

}  // namespace grove::knowledge
