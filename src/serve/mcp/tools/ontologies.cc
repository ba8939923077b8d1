#include "serve/mcp/tools/ontologies.h"

#include <fmt/format.h>

#include "knowledge/catalog/compose.h"
#include "knowledge/catalog/shelf.h"
#include "serve/mcp/tools/tool.h"

// The catalog of ontologies: what there is, what is in it, a schema card of several, one more.
namespace grove::serve::mcp {
namespace {

using knowledge::CatalogEntry;
using knowledge::OntologyShelf;

// What an assistant can read at once.
constexpr std::size_t kMostTerms = 100;  // of one list of an ontology
constexpr std::size_t kMostFound = 50;   // by a search

constexpr FieldSpec kSlug = {.name = "slug", .meaning = "What the catalog calls the ontology.", .need = FieldSpec::Need::kRequired};
constexpr FieldSpec kInspectArguments[] = {kSlug};
constexpr FieldSpec kQueryArguments[] = {
    {.name = "query", .meaning = "Words that stand in the name or the description of a term.", .need = FieldSpec::Need::kRequired}};
constexpr FieldSpec kComposeArguments[] = {
    {.name = "slugs", .type = FieldType::kTextList, .meaning = "Ontologies, the most important first.", .need = FieldSpec::Need::kRequired},
    {.name = "target_namespace", .meaning = "What new terms begin with; an IRI."},
};
constexpr FieldSpec kAddArguments[] = {
    kSlug,
    {.name = "ttl_content", .meaning = "The ontology in Turtle: OWL or RDFS.", .need = FieldSpec::Need::kRequired},
    {.name = "label", .meaning = "Its name for people. Default: its own."},
    {.name = "description", .meaning = "What it is about. Default: its own."},
    {.name = "tags", .type = FieldType::kTextList, .meaning = "Words to find it by."},
};

Json entry_json(const CatalogEntry& entry) {
  return {{"slug", entry.slug},
          {"label", entry.label},
          {"namespace", entry.name_space},
          {"description", entry.description},
          {"tags", entry.tags}};
}

Json class_json(const knowledge::CardClass& item) {
  Json one = {{"name", item.name}, {"iri", item.iri}, {"description", item.description}};
  if (!item.subclass_of.empty()) one["subclass_of"] = item.subclass_of;
  return one;
}

Json property_json(const knowledge::CardProperty& item) {
  Json one = {{"name", item.name}, {"iri", item.iri}, {"domain", item.domain}, {"range", item.range}, {"description", item.description}};
  if (!item.domains.empty()) one["domains"] = item.domains;
  if (!item.ranges.empty()) one["ranges"] = item.ranges;
  return one;
}

template <class T, class Write>
Json first_of(const std::vector<T>& items, std::size_t most, Write write) {
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(items.size(), most); ++i) list.push_back(write(items[i]));
  return list;
}

Result<Json> list_ontologies(OntologyShelf& shelf, const FieldValues&) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<CatalogEntry> entries, shelf.catalog().entries());
  Json list = Json::array();
  for (const CatalogEntry& entry : entries) list.push_back(entry_json(entry));
  return Json{{"ontologies", std::move(list)}};
}

Result<Json> inspect_ontology(OntologyShelf& shelf, const FieldValues& arguments) {
  GROVE_ASSIGN_OR_RETURN(const knowledge::ShelvedOntology found, shelf.one(arguments.text("slug")));
  const knowledge::SchemaCard& card = *found.card;
  Json answer = entry_json(found.entry);
  answer["counts"] = {{"classes", card.classes.size()},
                      {"datatype_properties", card.datatype_properties.size()},
                      {"object_properties", card.object_properties.size()}};
  answer["classes"] = first_of(card.classes, kMostTerms, class_json);
  answer["datatype_properties"] = first_of(card.datatype_properties, kMostTerms, property_json);
  answer["object_properties"] = first_of(card.object_properties, kMostTerms, property_json);
  const std::size_t longest = std::max({card.classes.size(), card.datatype_properties.size(), card.object_properties.size()});
  if (longest > kMostTerms)
    answer["note"] = fmt::format("Lists end after {} terms: search_classes and search_properties find the others.", kMostTerms);
  return answer;
}

template <class Found, class Write>
Json found_json(const std::vector<Found>& found, Write write) {
  Json answer = {{"result", first_of(found, kMostFound, write)}, {"total", found.size()}};
  if (found.size() > kMostFound) answer["note"] = fmt::format("Only the first {} are listed: a longer query finds fewer.", kMostFound);
  return answer;
}

Result<Json> search_classes(OntologyShelf& shelf, const FieldValues& arguments) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<knowledge::FoundClass> found, knowledge::search_classes(shelf, arguments.text("query")));
  return found_json(found, [](const knowledge::FoundClass& one) {
    Json item = {{"ontology", one.slug}};
    item.update(class_json(one.item));
    return item;
  });
}

Result<Json> search_properties(OntologyShelf& shelf, const FieldValues& arguments) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<knowledge::FoundProperty> found, knowledge::search_properties(shelf, arguments.text("query")));
  return found_json(found, [](const knowledge::FoundProperty& one) {
    Json item = {{"ontology", one.slug}, {"kind", one.kind == knowledge::FoundProperty::Kind::kObject ? "object" : "datatype"}};
    item.update(property_json(one.item));
    return item;
  });
}

Result<Json> compose(OntologyShelf& shelf, const FieldValues& arguments) {
  const knowledge::ComposeRequest request{.slugs = knowledge::comma_separated(arguments.list("slugs")),
                                          .target_name_space = arguments.text("target_namespace")};
  GROVE_ASSIGN_OR_RETURN(const knowledge::SchemaCard card, knowledge::compose(shelf.catalog(), request, system_clock()));
  return Json::parse(knowledge::schema_card_json(card), nullptr, false);
}

Result<Json> add_ontology(OntologyShelf& shelf, const FieldValues& arguments) {
  const std::string text = arguments.text("ttl_content");
  GROVE_ASSIGN_OR_RETURN(const CatalogEntry entry, shelf.catalog().add({.slug = arguments.text("slug"),
                                                                        .text = text,
                                                                        .label = arguments.text("label"),
                                                                        .description = arguments.text("description"),
                                                                        .tags = knowledge::comma_separated(arguments.list("tags"))}));
  return entry_json(entry);
}

/// A tool, and what it does with the catalog.
struct CatalogTool {
  Tool tool;
  Result<Json> (*run)(OntologyShelf& shelf, const FieldValues& arguments);
};

constexpr CatalogTool kTools[] = {
    {{.name = "list_ontologies",
      .title = "List ontologies",
      .description = "Lists the ontologies of the catalog: slug, name, namespace, what they are about, tags."},
     list_ontologies},
    {{.name = "inspect_ontology",
      .title = "Look into an ontology",
      .description = "Shows the classes and properties of one ontology with their IRIs, domains, ranges and descriptions.",
      .arguments = kInspectArguments},
     inspect_ontology},
    {{.name = "search_classes",
      .title = "Find classes",
      .description =
          "Finds classes by name or description over all ontologies of the catalog, best first. Use it before inventing a class.",
      .arguments = kQueryArguments},
     search_classes},
    {{.name = "search_properties",
      .title = "Find properties",
      .description = "Finds properties by name or description over all ontologies of the catalog, best first.",
      .arguments = kQueryArguments},
     search_properties},
    {{.name = "compose",
      .title = "Compose a schema card",
      .description = "Answers with a schema card of the terms of several ontologies, each with its origin and IRI. Nothing is written.",
      .arguments = kComposeArguments},
     compose},
    {{.name = "add_ontology",
      .title = "Add an ontology",
      .description = "Puts an ontology, given in Turtle, into the catalog; one of the same slug is replaced.",
      .arguments = kAddArguments,
      .effect = Tool::Effect::kWrites},
     add_ontology},
};

}  // namespace

Profile catalog_profile(const std::string& folder) {
  const knowledge::Catalog catalog(folder.empty() ? std::string(knowledge::kDefaultCatalog) : folder);
  const auto shelf = std::make_shared<OntologyShelf>(catalog);
  Profile profile;
  profile.name = "catalog";
  for (const CatalogTool& one : kTools) {
    const auto run = [run = one.run, shelf](const FieldValues& arguments, Exchange&) { return run(*shelf, arguments); };
    profile.tools.push_back(std::make_shared<ToolEntry>(entry_of(one.tool, run)));
  }
  return profile;
}

}  // namespace grove::serve::mcp
