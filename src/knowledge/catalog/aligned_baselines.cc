#include "knowledge/catalog/aligned_baselines.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "knowledge/card_index.h"
#include "knowledge/catalog/compose.h"
#include "knowledge/merge.h"

namespace grove::knowledge {
namespace {

/// Domain, empty for classes, and name.
using Identity = std::pair<std::string, std::string>;

/// The terms of one baseline that an alignment puts others to.
std::set<Identity> baseline_terms(const std::vector<AlignedTerm>& terms, const std::string& slug) {
  std::set<Identity> named;
  for (const AlignedTerm& term : terms)
    if (term.action != AlignAction::kNew && term.baseline_origin == slug)
      named.emplace(normal_name(term.baseline_domain), normal_name(term.baseline_name));
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

void take_properties(std::vector<CardProperty> of_baseline, const std::set<Identity>& kept, std::vector<CardProperty>& properties) {
  for (CardProperty& item : of_baseline) {
    const auto is_kept = [&](const std::string& domain) { return kept.contains({normal_name(domain), normal_name(item.name)}); };
    if (std::ranges::any_of(item.applies_to(), is_kept)) properties.push_back(std::move(item));
  }
}

/// Classes that no term is put to are told of, with their IRIs: others may be below them.
void take_classes(SchemaCard& baseline, const std::set<Identity>& kept, SchemaCard& card) {
  for (CardClass& item : baseline.classes) {
    if (kept.contains({{}, normal_name(item.name)}))
      card.classes.push_back(std::move(item));
    else
      card.external_classes.push_back({.name = item.name, .iri = item.iri});
  }
  std::ranges::move(baseline.external_classes, std::back_inserter(card.external_classes));
}

/// One of a name is enough, and none of a class that the card has.
void settle_external(SchemaCard& card) {
  std::set<std::string> known;
  for (const CardClass& item : card.classes) known.insert(normal_name(item.name));
  std::erase_if(card.external_classes, [&](const ExternalClass& item) { return !known.insert(normal_name(item.name)).second; });
}

}  // namespace

Result<SchemaCard> aligned_baselines(const Catalog& catalog, const Alignment& alignment, const Clock& clock) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<std::string> slugs, origins_in(catalog, alignment));
  if (slugs.empty()) return empty_card(std::string(kDefaultNameSpace), clock);
  // Each by itself: several may have a term of one name, and only its own is meant.
  SchemaCard card = empty_card(std::string(kDefaultNameSpace), clock);
  for (const std::string& slug : slugs) {
    GROVE_ASSIGN_OR_RETURN(SchemaCard baseline,
                           compose(catalog, {.slugs = {slug}, .target_name_space = std::string(kDefaultNameSpace)}, clock));
    take_classes(baseline, baseline_terms(alignment.classes, slug), card);
    take_properties(std::move(baseline.datatype_properties), baseline_terms(alignment.datatype_properties, slug), card.datatype_properties);
    take_properties(std::move(baseline.object_properties), baseline_terms(alignment.object_properties, slug), card.object_properties);
    std::ranges::move(baseline.warnings, std::back_inserter(card.warnings));
  }
  settle_external(card);
  settle(card);
  return card;
}

}  // namespace grove::knowledge
