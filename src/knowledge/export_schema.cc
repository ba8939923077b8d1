#include "knowledge/export_schema.h"

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

/// What all items that share one IRI say of it.
struct PropertySum {
  Term iri;
  std::string label;
  std::string comment;
  std::set<Term> types;
  std::set<Term> domains;
  std::set<Term> ranges;
  std::set<Term> above;
  bool of_anything = false;  ///< Some item has no domain.
  bool to_anything = false;
};

class Exporter {
 public:
  explicit Exporter(const SchemaCard& card) : index_(card), card_(card) {}

  Result<std::vector<rdf::Quad>> run() {
    for (const CardClass& item : card_.classes) GROVE_RETURN_IF_ERROR(put_class(item));
    for (const CardEvent& item : card_.events) GROVE_RETURN_IF_ERROR(put_event(item));
    for (const CardProperty& item : card_.datatype_properties) GROVE_RETURN_IF_ERROR(sum_datatype(item));
    for (const CardProperty& item : card_.object_properties) GROVE_RETURN_IF_ERROR(sum_object(item));
    for (const auto& [iri, sum] : sums_) put_property(sum);
    return std::move(quads_);
  }

 private:
  void put(const Term& subject, const Term& predicate, Term object) { quads_.push_back({subject, predicate, std::move(object)}); }

  void put_texts(const Term& subject, const std::string& label, const std::string& comment) {
    put(subject, named(names::kRdfs, "label"), rdf::literal(label));
    if (!comment.empty()) put(subject, named(names::kRdfs, "comment"), rdf::literal(comment));
  }

  Status put_class(const CardClass& item) {
    GROVE_ASSIGN_OR_RETURN(const Term iri, index_.iri_of(item));
    put(iri, named(names::kRdf, "type"), named(names::kOwl, "Class"));
    put_texts(iri, item.name, item.description);
    for (const std::string& above : item.subclass_of)
      if (const auto superclass = index_.class_iri(above)) put(iri, named(names::kRdfs, "subClassOf"), *superclass);
    return {};
  }

  Status put_event(const CardEvent& item) {
    GROVE_ASSIGN_OR_RETURN(const Term iri, index_.iri_of(item));
    if (index_.find_class(item.name) != nullptr) return {};
    put(iri, named(names::kRdf, "type"), named(names::kOwl, "Class"));
    put_texts(iri, item.name, item.description);
    return {};
  }

  Result<PropertySum*> sum_of(const CardProperty& item, std::string_view type) {
    GROVE_ASSIGN_OR_RETURN(const Term iri, index_.iri_of(item));
    PropertySum& sum = sums_[iri];
    if (sum.label.empty()) sum.iri = iri, sum.label = item.name;
    sum.types.insert(named(names::kOwl, type));
    if (item.description.size() > sum.comment.size()) sum.comment = item.description;
    GROVE_RETURN_IF_ERROR(add_classes(item.applies_to(), sum.domains, sum.of_anything));
    for (const std::string& above : item.subproperty_of) {
      GROVE_ASSIGN_OR_RETURN(Term superproperty, rdf::parse_iri(above));
      sum.above.insert(std::move(superproperty));
    }
    return &sum;
  }

  /// A class that nobody defines gets an IRI of the card's namespace: the card warns of it.
  Status add_classes(const std::vector<std::string>& class_names, std::set<Term>& classes, bool& anything) {
    for (const std::string& name : class_names) {
      if (name.empty()) {
        anything = true;
        continue;
      }
      auto iri = index_.class_iri(name);
      if (!iri && iri.error().code == ErrorCode::kNotFound) iri = index_.iri_of(CardClass{.name = name, .description = {}, .origin = {}});
      if (!iri) return std::unexpected(std::move(iri).error());
      classes.insert(std::move(*iri));
    }
    return {};
  }

  Status sum_datatype(const CardProperty& item) {
    GROVE_ASSIGN_OR_RETURN(PropertySum * sum, sum_of(item, "DatatypeProperty"));
    sum->ranges.insert(rdf::iri(std::string(range_datatype(datatype_range(item.range)))));
    return {};
  }

  Status sum_object(const CardProperty& item) {
    GROVE_ASSIGN_OR_RETURN(PropertySum * sum, sum_of(item, "ObjectProperty"));
    return add_classes(item.points_to(), sum->ranges, sum->to_anything);
  }

  void put_property(const PropertySum& sum) {
    for (const Term& type : sum.types) put(sum.iri, named(names::kRdf, "type"), type);
    put_texts(sum.iri, sum.label, sum.comment);
    for (const Term& above : sum.above) put(sum.iri, named(names::kRdfs, "subPropertyOf"), above);
    put_ends(sum.iri, sum.of_anything, sum.domains, {named(names::kRdfs, "domain"), named(names::kSchema, "domainIncludes")});
    put_ends(sum.iri, sum.to_anything, sum.ranges, {named(names::kRdfs, "range"), named(names::kSchema, "rangeIncludes")});
  }

  struct EndPredicates {
    Term only;
    Term includes;
  };
  /// A property that is some item's without such an end has it in no case.
  void put_ends(const Term& property, bool anything, const std::set<Term>& ends, const EndPredicates& predicates) {
    if (anything) return;
    for (const Term& end : ends) put(property, ends.size() == 1 ? predicates.only : predicates.includes, end);
  }

  CardIndex index_;
  const SchemaCard& card_;
  std::vector<rdf::Quad> quads_;
  std::map<Term, PropertySum> sums_;
};

}  // namespace

Result<std::vector<rdf::Quad>> schema_quads(const SchemaCard& card) {
  auto quads = Exporter(card).run();
  if (!quads) return std::unexpected(std::move(quads).error().within("cannot export the schema card"));
  return quads;
}

Result<std::string> schema_turtle(const SchemaCard& card) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<rdf::Quad> quads, schema_quads(card));
  return rdf::serialize(quads, {.syntax = rdf::Syntax::kTurtle, .prefixes = card_prefixes(card)});
}

}  // namespace grove::knowledge
