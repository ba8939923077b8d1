#include "knowledge/catalog/compose.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/timestamp.h"
#include "knowledge/card_index.h"
#include "knowledge/merge.h"
#include "knowledge/ontology/read_ontology.h"

namespace grove::knowledge {
namespace {

class Composition {
 public:
  void take(SchemaCard baseline, std::string_view slug) {
    for (CardClass& item : baseline.classes) take_class(std::move(item), slug);
    for (CardProperty& item : baseline.datatype_properties) take_property(std::move(item), slug, card_.datatype_properties, datatype_);
    for (CardProperty& item : baseline.object_properties) take_property(std::move(item), slug, card_.object_properties, object_);
    for (ExternalClass& item : baseline.external_classes) external_.try_emplace(normal_name(item.name), std::move(item));
    card_.warnings.insert(card_.warnings.end(), baseline.warnings.begin(), baseline.warnings.end());
  }

  SchemaCard finish() {
    for (auto& [name, item] : external_)
      if (!classes_.contains(name)) card_.external_classes.push_back(std::move(item));
    settle(card_);
    return std::move(card_);
  }

 private:
  using Identity = std::pair<std::string, std::string>;

  void take_class(CardClass item, std::string_view slug) {
    const auto [at, is_new] = classes_.try_emplace(normal_name(item.name), card_.classes.size());
    if (is_new) return card_.classes.push_back(std::move(item));
    const CardClass& had = card_.classes[at->second];
    if (had.iri != item.iri)
      card_.warnings.push_back(fmt::format("Class {} is {} of {}; {} of {} is left out.", had.name, had.iri, had.origin, item.iri, slug));
  }

  /// Of the classes that it applies to those that have no property of the name yet: whoever said it first keeps it.
  void take_property(CardProperty item, std::string_view slug, std::vector<CardProperty>& properties,
                     std::map<Identity, std::string>& known) {
    std::vector<std::string> free;
    for (const std::string& domain : item.applies_to()) {
      const auto [at, is_new] = known.try_emplace({normal_name(domain), normal_name(item.name)}, item.iri);
      if (is_new)
        free.push_back(domain);
      else if (at->second != item.iri)
        card_.warnings.push_back(fmt::format("Property {} of {} is {}; {} of {} is left out there.", item.name,
                                             domain.empty() ? "anything" : domain, at->second, item.iri, slug));
    }
    if (free.empty()) return;
    if (std::ranges::find(free, item.domain) == free.end()) item.domain = free.front();
    item.domains = free.size() > 1 ? std::move(free) : std::vector<std::string>();
    properties.push_back(std::move(item));
  }

  SchemaCard card_;
  std::map<std::string, std::size_t> classes_;
  std::map<std::string, ExternalClass> external_;
  std::map<Identity, std::string> datatype_;
  std::map<Identity, std::string> object_;
};

}  // namespace

Result<SchemaCard> compose(const Catalog& catalog, const ComposeRequest& request, const Clock& clock) {
  if (request.slugs.empty()) return fail(ErrorCode::kInvalidArgument, "no baselines are named", "name slugs of the catalog");
  Composition composition;
  std::string name_space = request.target_name_space;
  for (const std::string& slug : request.slugs) {
    GROVE_ASSIGN_OR_RETURN(OntologyInspection ontology, inspect(catalog, slug));
    composition.take(std::move(ontology.card), slug);
  }
  if (name_space.empty()) name_space = kDefaultNameSpace;
  if (auto iri = rdf::parse_iri(name_space); !iri) return std::unexpected(std::move(iri).error().within("cannot take that namespace"));
  SchemaCard card = composition.finish();
  card.name_space = std::move(name_space);
  card.version = rfc3339(unix_ms(clock));
  return card;
}

Result<OntologyInspection> inspect(const Catalog& catalog, std::string_view slug) {
  GROVE_RETURN_IF_ERROR(check_slug(slug));
  GROVE_ASSIGN_OR_RETURN(CatalogEntry entry, catalog.entry(slug));
  GROVE_ASSIGN_OR_RETURN(const std::vector<rdf::Quad> quads, catalog.ontology(slug));
  return OntologyInspection{.entry = std::move(entry), .card = card_of_ontology(quads, slug)};
}

}  // namespace grove::knowledge
