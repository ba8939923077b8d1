#include "knowledge/catalog/baseline_iris.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "knowledge/card_index.h"
#include "knowledge/catalog/compose.h"

namespace grove::knowledge {
namespace {

/// IRIs of a baseline's properties of one kind.
class PropertyIris {
 public:
  explicit PropertyIris(const std::vector<CardProperty>& properties) {
    for (const CardProperty& item : properties) {
      by_name_[normal_name(item.name)].insert(item.iri);
      for (const std::string& domain : item.applies_to()) by_domain_.try_emplace({normal_name(domain), normal_name(item.name)}, item.iri);
    }
  }

  /// Empty for none, and for one of several.
  std::string find(const CardProperty& item) const {
    if (const auto exact = by_domain_.find({normal_name(item.domain), normal_name(item.name)}); exact != by_domain_.end())
      return exact->second;
    const auto named = by_name_.find(normal_name(item.name));
    return named != by_name_.end() && named->second.size() == 1 ? *named->second.begin() : std::string();
  }

 private:
  std::map<std::pair<std::string, std::string>, std::string> by_domain_;
  std::map<std::string, std::set<std::string>> by_name_;
};

void add_property_iris(std::vector<CardProperty>& properties, const PropertyIris& iris, const std::string& slug) {
  for (CardProperty& item : properties)
    if (item.iri.empty() && item.origin == slug) item.iri = iris.find(item);
}

void add_class_iris(std::vector<CardClass>& classes, const SchemaCard& baseline, const std::string& slug) {
  const CardIndex index(baseline);
  for (CardClass& item : classes) {
    if (!item.iri.empty() || item.origin != slug) continue;
    if (const CardClass* const found = index.find_class(item.name)) item.iri = found->iri;
  }
}

/// The origins of terms without an IRI.
std::set<std::string> origins_without_iris(const SchemaCard& card) {
  std::set<std::string> origins;
  for (const CardClass& item : card.classes)
    if (item.iri.empty()) origins.insert(item.origin);
  for (const auto* properties : {&card.datatype_properties, &card.object_properties})
    for (const CardProperty& item : *properties)
      if (item.iri.empty()) origins.insert(item.origin);
  return origins;
}

}  // namespace

Status add_baseline_iris(SchemaCard& card, const Catalog& catalog) {
  const std::set<std::string> origins = origins_without_iris(card);
  GROVE_ASSIGN_OR_RETURN(const std::vector<CatalogEntry> entries, catalog.entries());
  for (const CatalogEntry& entry : entries) {
    if (!origins.contains(entry.slug)) continue;
    GROVE_ASSIGN_OR_RETURN(const OntologyInspection baseline, inspect(catalog, entry.slug));
    add_class_iris(card.classes, baseline.card, entry.slug);
    add_property_iris(card.datatype_properties, PropertyIris(baseline.card.datatype_properties), entry.slug);
    add_property_iris(card.object_properties, PropertyIris(baseline.card.object_properties), entry.slug);
  }
  return {};
}

}  // namespace grove::knowledge
