#include "knowledge/catalog/aligned_baselines.h"

#include <set>
#include <utility>

#include "knowledge/card_index.h"
#include "knowledge/catalog/compose.h"
#include "knowledge/merge.h"

namespace grove::knowledge {
namespace {

/// Domain, empty for classes, and name.
using Identity = std::pair<std::string, std::string>;

std::set<Identity> baseline_terms(const std::vector<AlignedTerm>& terms) {
  std::set<Identity> named;
  for (const AlignedTerm& term : terms)
    if (term.action != AlignAction::kNew) named.emplace(normal_name(term.baseline_domain), normal_name(term.baseline_name));
  return named;
}

/// The slugs of the catalog that the alignment names as origins.
Result<std::vector<std::string>> origins_in(const Catalog& catalog, const Alignment& alignment) {
  std::set<std::string> named;
  for (const auto* terms : {&alignment.classes, &alignment.datatype_properties, &alignment.object_properties})
    for (const AlignedTerm& term : *terms) named.insert(term.baseline_origin);
  GROVE_ASSIGN_OR_RETURN(const std::vector<CatalogEntry> entries, catalog.entries());
  std::vector<std::string> slugs;
  for (const CatalogEntry& entry : entries)
    if (named.contains(entry.slug)) slugs.push_back(entry.slug);
  return slugs;
}

void keep_properties(std::vector<CardProperty>& properties, const std::vector<AlignedTerm>& terms) {
  const std::set<Identity> kept = baseline_terms(terms);
  std::erase_if(properties, [&](const CardProperty& item) {
    for (const std::string& domain : item.applies_to())
      if (kept.contains({normal_name(domain), normal_name(item.name)})) return false;
    return true;
  });
}

void keep_classes(SchemaCard& card, const std::vector<AlignedTerm>& terms) {
  const std::set<Identity> kept = baseline_terms(terms);
  std::vector<CardClass> classes;
  for (CardClass& item : card.classes) {
    if (kept.contains({{}, normal_name(item.name)}))
      classes.push_back(std::move(item));
    else
      card.external_classes.push_back({.name = item.name, .iri = item.iri});
  }
  card.classes = std::move(classes);
}

}  // namespace

Result<SchemaCard> aligned_baselines(const Catalog& catalog, const Alignment& alignment, const Clock& clock) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<std::string> slugs, origins_in(catalog, alignment));
  if (slugs.empty()) return empty_card(std::string(kDefaultNameSpace), clock);
  GROVE_ASSIGN_OR_RETURN(SchemaCard card, compose(catalog, {.slugs = slugs, .target_name_space = std::string(kDefaultNameSpace)}, clock));
  keep_classes(card, alignment.classes);
  keep_properties(card.datatype_properties, alignment.datatype_properties);
  keep_properties(card.object_properties, alignment.object_properties);
  settle(card);
  return card;
}

}  // namespace grove::knowledge
