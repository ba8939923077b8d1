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

/// What a property may hold.
struct Values {
  std::set<Term> datatypes = {};      ///< Of literals.
  std::set<std::string> values = {};  ///< Of enums.
  std::set<Term> classes = {};        ///< Of things.
  bool holds_literals = false;
  bool holds_things = false;
  bool any_literal = false;
  bool any_thing = false;

  bool operator==(const Values&) const = default;
  void take(const Values& more) {
    datatypes.insert(more.datatypes.begin(), more.datatypes.end());
    values.insert(more.values.begin(), more.values.end());
    classes.insert(more.classes.begin(), more.classes.end());
    holds_literals = holds_literals || more.holds_literals;
    holds_things = holds_things || more.holds_things;
    any_literal = any_literal || more.any_literal;
    any_thing = any_thing || more.any_thing;
  }
};

/// An item of the card with the class that it applies to; "" for anything.
struct ItemOfClass {
  std::string domain;
  Values values;
};

/// What is said of a property IRI by all items that share it.
struct PropertyRule {
  std::string name;
  std::set<Term> domains;
  bool any_domain = false;
  Values values;
  std::vector<ItemOfClass> items;
};

class ShapeWriter {
 public:
  explicit ShapeWriter(const SchemaCard& card) : card_(card), index_(card) {}

  Result<std::vector<rdf::Quad>> run() {
    for (const CardProperty& item : card_.datatype_properties) GROVE_RETURN_IF_ERROR(take(item, literals_of(item)));
    for (const CardProperty& item : card_.object_properties) GROVE_RETURN_IF_ERROR(take(item, things_of(item)));
    for (const auto& [iri, rule] : rules_) write(iri, rule);
    return std::move(quads_);
  }

 private:
  Status take(const CardProperty& item, const Values& values) {
    GROVE_ASSIGN_OR_RETURN(const Term iri, index_.iri_of(item));
    PropertyRule& rule = rules_[iri];
    if (rule.name.empty()) rule.name = item.name;
    rule.values.take(values);
    for (const std::string& name : item.applies_to()) {
      const auto domain = index_.class_iri(name);
      if (domain)
        rule.domains.insert(*domain);
      else
        rule.any_domain = true;
      rule.items.push_back({domain ? name : "", values});
    }
    return {};
  }

  static Values literals_of(const CardProperty& item) {
    Values values{.holds_literals = true};
    const DatatypeRange range = datatype_range(item.range);
    values.any_literal = range == DatatypeRange::kAny || (range == DatatypeRange::kEnum && item.values.empty());
    if (range == DatatypeRange::kEnum)
      values.values.insert(item.values.begin(), item.values.end());
    else
      values.datatypes.insert(rdf::iri(std::string(range_datatype(range))));
    return values;
  }

  Values things_of(const CardProperty& item) const {
    Values values{.holds_things = true};
    for (const std::string& name : item.points_to()) {
      const auto range = index_.class_iri(name);
      if (range)
        values.classes.insert(*range);
      else
        values.any_thing = true;
    }
    return values;
  }

  /// A shape for whatever has the property: the one says who may have it, the other what it may hold.
  void write(const Term& iri, const PropertyRule& rule) {
    const Term shape = shape_called(rule.name);
    put(shape, named(names::kRdf, "type"), sh("NodeShape"));
    put(shape, sh("targetSubjectsOf"), iri);
    if (!rule.any_domain && !rule.domains.empty()) write_choice(shape, alternatives(rule.domains, "class"));
    write_property(shape, iri, rule.values);
    for (std::size_t i = 0; i < rule.items.size(); ++i)
      if (is_narrower(rule, i)) write_of_class(iri, rule, rule.items[i]);
  }

  /// Where a property holds other things of one class than of others, what holds of that one.
  void write_of_class(const Term& iri, const PropertyRule& rule, const ItemOfClass& item) {
    const Term shape = shape_called(item.domain + '.' + rule.name);
    put(shape, named(names::kRdf, "type"), sh("NodeShape"));
    put(shape, sh("targetClass"), *index_.class_iri(item.domain));
    write_property(shape, iri, item.values);
  }

  /// Not where an item of a class above or below says otherwise: a thing of both could fit only one.
  bool is_narrower(const PropertyRule& rule, std::size_t place) const {
    const ItemOfClass& item = rule.items[place];
    if (item.domain.empty() || item.values == rule.values) return false;
    for (std::size_t i = 0; i < rule.items.size(); ++i) {
      const ItemOfClass& other = rule.items[i];
      const bool is_related = other.domain.empty() || index_.is_a(other.domain, item.domain) || index_.is_a(item.domain, other.domain);
      if (is_related && other.values != item.values) return false;
      if (i < place && normal_name(other.domain) == normal_name(item.domain)) return false;  // said already
    }
    return true;
  }

  void write_property(const Term& shape, const Term& iri, const Values& held) {
    const Term property = fresh();
    put(shape, sh("property"), property);
    put(property, sh("path"), iri);
    std::vector<Alternative> values;
    if (held.holds_literals) add_literals(held, values);
    if (held.holds_things) add_things(held, values);
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

  void add_literals(const Values& rule, std::vector<Alternative>& values) {
    if (rule.any_literal) return values.push_back({sh("nodeKind"), sh("Literal")});
    for (Alternative& one : alternatives(rule.datatypes, "datatype")) values.push_back(std::move(one));
    if (rule.values.empty()) return;
    std::vector<Term> members;
    for (const std::string& value : rule.values) members.push_back(rdf::literal(value));
    values.push_back({sh("in"), list(members)});
  }

  static void add_things(const Values& rule, std::vector<Alternative>& values) {
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

  /// Two may not be called the same: they would be one shape.
  Term shape_called(const std::string& name) {
    const std::string segment = rdf::iri_segment(name);
    std::string free = segment;
    for (int i = 2; !taken_.insert(free).second; ++i) free = fmt::format("{}-{}", segment, i);
    return rdf::iri(card_.name_space + "shape/" + free);
  }

  void put(const Term& subject, Term predicate, Term object) { quads_.push_back({subject, std::move(predicate), std::move(object)}); }
  Term fresh() { return rdf::blank(fmt::format("s{}", ++count_)); }

  const SchemaCard& card_;
  CardIndex index_;
  std::map<Term, PropertyRule> rules_;
  std::set<std::string> taken_;  // names of shapes
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
