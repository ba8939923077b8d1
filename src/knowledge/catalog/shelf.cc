#include "knowledge/catalog/shelf.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "knowledge/card_index.h"
#include "knowledge/ontology/read_ontology.h"

namespace grove::knowledge {
namespace {

/// How well a term answers, smaller is better; nothing where it doesn't.
std::optional<int> rank(const std::string& name, const std::string& description, const std::string& query) {
  const std::string folded = fold_case(name);
  if (folded == query) return 0;
  if (folded.starts_with(query)) return 1;
  if (folded.find(query) != folded.npos) return 2;
  const std::string text = folded + ' ' + fold_case(description);
  const std::vector<std::string_view> words = split_words(query);
  const bool all = std::ranges::all_of(words, [&](std::string_view word) { return text.find(word) != text.npos; });
  return all && !words.empty() ? std::optional<int>(3) : std::nullopt;
}

/// The terms of all ontologies that a query finds, best first.
template <class Found, class Add>
Result<std::vector<Found>> search(OntologyShelf& shelf, std::string_view query, Add add) {
  const std::string folded = fold_case(trim(query));
  std::vector<std::pair<std::tuple<int, std::string, std::string>, Found>> ranked;
  GROVE_ASSIGN_OR_RETURN(const std::vector<ShelvedOntology> ontologies, shelf.all());
  for (const ShelvedOntology& ontology : ontologies) {
    const auto offer = [&](const auto& item, auto make) {
      if (const auto place = rank(item.name, item.description, folded))
        ranked.emplace_back(std::tuple(*place, normal_name(item.name), ontology.entry.slug), make(item));
    };
    add(ontology, offer);
  }
  std::ranges::stable_sort(ranked, {}, [](const auto& one) { return one.first; });
  std::vector<Found> all;
  for (auto& [place, found] : ranked) all.push_back(std::move(found));
  return all;
}

}  // namespace

Result<ShelvedOntology> OntologyShelf::take(CatalogEntry entry) {
  const std::filesystem::path file(catalog_.folder() + '/' + entry.path);
  std::error_code ignored;  // a file that isn't there is told by who reads it
  Kept now{.changed = std::filesystem::last_write_time(file, ignored), .size = std::filesystem::file_size(file, ignored), .card = {}};
  {
    const std::lock_guard lock(mutex_);
    const auto kept = kept_.find(entry.slug);
    if (kept != kept_.end() && kept->second.changed == now.changed && kept->second.size == now.size)
      return ShelvedOntology{.entry = std::move(entry), .card = kept->second.card};
  }
  GROVE_ASSIGN_OR_RETURN(const std::vector<rdf::Quad> quads, catalog_.ontology(entry.slug));
  now.card = std::make_shared<const SchemaCard>(card_of_ontology(quads, entry.slug));
  const std::lock_guard lock(mutex_);
  kept_[entry.slug] = now;
  return ShelvedOntology{.entry = std::move(entry), .card = now.card};
}

Result<ShelvedOntology> OntologyShelf::one(std::string_view slug) {
  GROVE_RETURN_IF_ERROR(check_slug(slug));
  GROVE_ASSIGN_OR_RETURN(CatalogEntry entry, catalog_.entry(slug));
  return take(std::move(entry));
}

Result<std::vector<ShelvedOntology>> OntologyShelf::all() {
  GROVE_ASSIGN_OR_RETURN(std::vector<CatalogEntry> entries, catalog_.entries());
  std::vector<ShelvedOntology> ontologies;
  for (CatalogEntry& entry : entries) {
    GROVE_ASSIGN_OR_RETURN(ShelvedOntology ontology, take(std::move(entry)));
    ontologies.push_back(std::move(ontology));
  }
  return ontologies;
}

Result<std::vector<FoundClass>> search_classes(OntologyShelf& shelf, std::string_view query) {
  return search<FoundClass>(shelf, query, [](const ShelvedOntology& ontology, auto offer) {
    const auto found = [&](const CardClass& item) { return FoundClass{item, ontology.entry.slug}; };
    for (const CardClass& item : ontology.card->classes) offer(item, found);
  });
}

Result<std::vector<FoundProperty>> search_properties(OntologyShelf& shelf, std::string_view query) {
  return search<FoundProperty>(shelf, query, [](const ShelvedOntology& ontology, auto offer) {
    const auto found = [&](FoundProperty::Kind kind) {
      return [&, kind](const CardProperty& item) { return FoundProperty{item, ontology.entry.slug, kind}; };
    };
    for (const CardProperty& item : ontology.card->datatype_properties) offer(item, found(FoundProperty::Kind::kDatatype));
    for (const CardProperty& item : ontology.card->object_properties) offer(item, found(FoundProperty::Kind::kObject));
  });
}

}  // namespace grove::knowledge
