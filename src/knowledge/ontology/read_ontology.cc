#include "knowledge/ontology/read_ontology.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "knowledge/card_index.h"
#include "knowledge/graph_view.h"
#include "knowledge/merge.h"
#include "knowledge/ontology/texts.h"

namespace grove::knowledge {
namespace {

using rdf::Term;

bool is_language_of_ontologies(std::string_view iri) {
  return iri.starts_with(names::kRdf) || iri.starts_with(names::kRdfs) || iri.starts_with(names::kOwl) || iri.starts_with(names::kXsd);
}

/// What says nothing about a thing: everything is one.
bool is_anything(const Term& type) {
  return type == named(names::kOwl, "Thing") || type == named(names::kRdfs, "Resource") || type == named(names::kRdfs, "Class") ||
         type == named(names::kOwl, "Class");
}

std::string_view name_space_of(std::string_view iri) { return iri.substr(0, iri.size() - local_name(iri).size()); }

/// Named subjects of any of these types, by IRI.
std::vector<Term> declared(const GraphView& graph, const std::vector<Term>& types) {
  std::set<Term> terms;
  for (const Term& type : types)
    for (const Term& subject : graph.subjects(named(names::kRdf, "type"), type))
      if (subject.kind == Term::Kind::kIri && !is_language_of_ontologies(subject.value) && !local_name(subject.value).empty())
        terms.insert(subject);
  return {terms.begin(), terms.end()};
}

std::vector<Term> class_types() { return {named(names::kRdfs, "Class"), named(names::kOwl, "Class")}; }

class OntologyReader {
 public:
  OntologyReader(std::span<const rdf::Quad> quads, std::string_view slug) : graph_(quads), slug_(slug) {
    own_ = head_of(quads).name_space;
    find_datatypes();
  }

  SchemaCard read() {
    card_.name_space = own_;
    read_classes();
    read_properties();
    settle(card_);
    return std::move(card_);
  }

 private:
  /// Those that schema.org and RDFS call so, and all below them.
  void find_datatypes() {
    std::vector<Term> open =
        declared(graph_, {named(names::kRdfs, "Datatype"), named(names::kSchema, "DataType"), named(names::kSchemaHttp, "DataType")});
    open.push_back(named(names::kSchema, "DataType"));
    open.push_back(named(names::kSchemaHttp, "DataType"));
    while (!open.empty()) {
      const Term one = open.back();
      open.pop_back();
      if (!datatypes_.insert(one).second) continue;
      for (const Term& below : graph_.subjects(named(names::kRdfs, "subClassOf"), one)) open.push_back(below);
    }
  }

  bool is_datatype(const Term& type) const {
    if (type.kind == Term::Kind::kIri && (type.value.starts_with(names::kXsd) || type.value.starts_with(names::kRdf))) return true;
    if (type == named(names::kRdfs, "Literal") || type == named(names::kOwl, "rational") || type == named(names::kOwl, "real")) return true;
    return datatypes_.contains(type) || graph_.is_a(type, named(names::kRdfs, "Datatype"));
  }

  /// The ontology's own terms first, so that they keep a name that a foreign one has too.
  std::vector<Term> own_first(std::vector<Term> terms) const {
    std::ranges::stable_partition(terms, [&](const Term& term) { return !own_.empty() && term.value.starts_with(own_); });
    return terms;
  }

  void read_classes() {
    for (const Term& one : own_first(declared(graph_, class_types()))) {
      if (is_datatype(one)) continue;
      const std::string name(local_name(one.value));
      if (!class_names_.emplace(normal_name(name), one).second) {
        card_.warnings.push_back(fmt::format("Class {} is {}; {} is left out.", name, class_names_.at(normal_name(name)).value, one.value));
        continue;
      }
      card_.classes.push_back({.name = name, .description = described(one, name), .origin = slug_, .iri = one.value});
    }
    for (CardClass& item : card_.classes)
      for (const Term& above : graph_.objects(rdf::iri(item.iri), named(names::kRdfs, "subClassOf"))) add_superclass(item, above);
  }

  void add_superclass(CardClass& item, const Term& above) const {
    if (above.kind != Term::Kind::kIri || above.value == item.iri) return;
    const std::string name(local_name(above.value));
    const auto known = class_names_.find(normal_name(name));
    if (known != class_names_.end() && known->second == above) item.subclass_of.push_back(name);
    std::ranges::sort(item.subclass_of);
  }

  std::string described(const Term& term, const std::string& name) const {
    std::string text = description_of(graph_, term);
    if (text.empty()) text = label_of(graph_, term);
    return text == name ? std::string() : text;
  }

  void read_properties() {
    const std::vector<Term> datatype = declared(graph_, {named(names::kOwl, "DatatypeProperty")});
    const std::vector<Term> object = declared(
        graph_, {named(names::kOwl, "ObjectProperty"), named(names::kOwl, "SymmetricProperty"), named(names::kOwl, "TransitiveProperty"),
                 named(names::kOwl, "InverseFunctionalProperty"), named(names::kOwl, "AsymmetricProperty"),
                 named(names::kOwl, "IrreflexiveProperty"), named(names::kOwl, "ReflexiveProperty")});
    const std::set<Term> of_literals(datatype.begin(), datatype.end());
    const std::set<Term> of_things(object.begin(), object.end());
    for (const Term& one : own_first(datatype)) add_datatype(one);
    for (const Term& one : own_first(object))
      if (!of_literals.contains(one) || graph_.is_a(one, named(names::kOwl, "ObjectProperty"))) add_object(one);
    for (const Term& one : own_first(declared(graph_, {named(names::kRdf, "Property"), named(names::kOwl, "FunctionalProperty")})))
      if (!of_literals.contains(one) && !of_things.contains(one)) add_by_range(one);
  }

  void add_by_range(const Term& one) {
    const std::vector<Term> ranges = ends(one, {named(names::kRdfs, "range")}, "rangeIncludes");
    const auto literals = std::ranges::count_if(ranges, [&](const Term& range) { return is_datatype(range); });
    if (ranges.empty() || literals > 0) add_datatype(one);
    if (!ranges.empty() && static_cast<std::size_t>(literals) < ranges.size()) add_object(one);
  }

  /// The named classes and datatypes at one end of a property: those said outright, members of unions, and what schema.org's and Dublin
  /// Core's `…Includes` name.
  std::vector<Term> ends(const Term& property, std::vector<Term> predicates, std::string_view includes) const {
    static constexpr std::string_view kLrmi = "http://purl.org/dcx/lrmi-terms/";
    static constexpr std::string_view kDcam = "http://purl.org/dc/dcam/";
    for (const std::string_view space : {names::kSchema, names::kSchemaHttp, kDcam, kLrmi}) predicates.push_back(named(space, includes));
    std::set<Term> found;
    std::set<Term> seen;
    std::vector<Term> open;
    for (const Term& predicate : predicates)
      for (const Term& end : graph_.objects(property, predicate)) open.push_back(end);
    while (!open.empty()) {
      const Term one = open.back();
      open.pop_back();
      if (!seen.insert(one).second) continue;
      if (one.kind == Term::Kind::kIri) found.insert(one);
      if (one.kind != Term::Kind::kBlank) continue;
      for (const Term& list : graph_.objects(one, named(names::kOwl, "unionOf")))
        for (const Term& member : graph_.list(list)) open.push_back(member);
    }
    return {found.begin(), found.end()};
  }

  CardProperty property(const Term& one) {
    const std::string name(local_name(one.value));
    CardProperty item{.name = name, .domain = {}, .range = {}, .description = described(one, name), .origin = slug_, .iri = one.value};
    std::vector<std::string> domains = class_names(ends(one, {named(names::kRdfs, "domain")}, "domainIncludes"));
    if (!domains.empty()) item.domain = domains.front();
    if (domains.size() > 1) item.domains = std::move(domains);
    for (const Term& above : graph_.objects(one, named(names::kRdfs, "subPropertyOf")))
      if (above.kind == Term::Kind::kIri && above != one) item.subproperty_of.push_back(above.value);
    std::ranges::sort(item.subproperty_of);
    return item;
  }

  void add_datatype(const Term& one) {
    CardProperty item = property(one);
    std::set<DatatypeRange> ranges;
    for (const Term& range : ends(one, {named(names::kRdfs, "range")}, "rangeIncludes"))
      if (is_datatype(range)) ranges.insert(datatype_range(range.value));
    for (const Term& range : graph_.objects(one, named(names::kRdfs, "range"))) take_enumeration(item, range);
    const DatatypeRange range = !item.values.empty() ? DatatypeRange::kEnum : ranges.size() == 1 ? *ranges.begin() : DatatypeRange::kAny;
    item.range = range_name(range);
    card_.datatype_properties.push_back(std::move(item));
  }

  /// `[ a rdfs:Datatype ; owl:oneOf ( "a" "b" ) ]`
  void take_enumeration(CardProperty& item, const Term& range) const {
    for (const Term& list : graph_.objects(range, named(names::kOwl, "oneOf")))
      for (const Term& member : graph_.list(list))
        if (member.kind == Term::Kind::kLiteral) item.values.push_back(member.value);
  }

  void add_object(const Term& one) {
    CardProperty item = property(one);
    std::vector<Term> ranges = ends(one, {named(names::kRdfs, "range")}, "rangeIncludes");
    std::erase_if(ranges, [&](const Term& range) { return is_datatype(range); });
    std::vector<std::string> range_names = class_names(ranges);
    if (!range_names.empty()) item.range = range_names.front();
    if (range_names.size() > 1) item.ranges = std::move(range_names);
    card_.object_properties.push_back(std::move(item));
  }

  /// Names of classes, sorted; none where one of them is anything at all.
  std::vector<std::string> class_names(const std::vector<Term>& classes) {
    std::set<std::string> found;
    for (const Term& one : classes) {
      if (is_anything(one)) return {};
      found.insert(class_name(one));
    }
    return {found.begin(), found.end()};
  }

  std::string class_name(const Term& one) {
    std::string name(local_name(one.value));
    const auto [at, is_new] = class_names_.emplace(normal_name(name), one);
    if (is_new) card_.external_classes.push_back({.name = name, .iri = one.value});
    if (at->second != one) {
      std::string warning = fmt::format("Class {} is {}; {} is taken for the same.", name, at->second.value, one.value);
      if (std::ranges::find(card_.warnings, warning) == card_.warnings.end()) card_.warnings.push_back(std::move(warning));
    }
    return std::string(local_name(at->second.value));
  }

  GraphView graph_;
  std::string slug_;
  std::string own_;
  std::set<Term> datatypes_;
  std::map<std::string, Term> class_names_;  // by normal name
  SchemaCard card_;
};

/// The namespace that most of the declared terms have; the first of several.
std::string commonest_name_space(const GraphView& graph) {
  std::map<std::string, std::size_t> count;
  std::vector<Term> types = class_types();
  for (const std::string_view kind : {"ObjectProperty", "DatatypeProperty", "AnnotationProperty"})
    types.push_back(named(names::kOwl, kind));
  types.push_back(named(names::kRdf, "Property"));
  for (const Term& one : declared(graph, types)) ++count[std::string(name_space_of(one.value))];
  const auto most = std::ranges::max_element(count, {}, [](const auto& entry) { return entry.second; });
  return most == count.end() ? std::string() : most->first;
}

/// How many declared terms a namespace has is asked of the commonest one only: an ontology's own IRI counts where its terms begin with it.
std::string name_space_of_ontology(const GraphView& graph, const std::vector<Term>& ontologies) {
  for (const Term& one : ontologies)
    for (const Term& preferred : graph.objects(one, named(names::kVann, "preferredNamespaceUri")))
      if (!preferred.value.empty()) return preferred.value;
  return commonest_name_space(graph);
}

}  // namespace

std::string_view local_name(std::string_view iri) {
  const std::size_t end = iri.find_last_of("#/:");
  return end == iri.npos ? iri : iri.substr(end + 1);
}

OntologyHead head_of(std::span<const rdf::Quad> ontology) {
  const GraphView graph(ontology);
  std::vector<Term> ontologies = graph.subjects(named(names::kRdf, "type"), named(names::kOwl, "Ontology"));
  std::ranges::sort(ontologies);
  OntologyHead head{.name_space = name_space_of_ontology(graph, ontologies), .label = {}, .description = {}};
  for (const Term& one : ontologies) {
    if (head.label.empty()) head.label = label_of(graph, one);
    if (head.description.empty()) head.description = description_of(graph, one);
  }
  return head;
}

SchemaCard card_of_ontology(std::span<const rdf::Quad> ontology, std::string_view slug) { return OntologyReader(ontology, slug).read(); }

}  // namespace grove::knowledge
