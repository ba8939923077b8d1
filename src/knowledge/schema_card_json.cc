#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/text.h"
#include "knowledge/json/items.h"
#include "knowledge/schema_card.h"

// The file of a schema card, read and written.
namespace grove::knowledge {
namespace {

using Keys = std::span<const std::string_view>;

constexpr std::array<std::string_view, 9> kCardKeys = {"version", "namespace", "classes",  "datatype_properties", "object_properties",
                                                       "events",  "aliases",   "warnings", "external_classes"};
constexpr std::array<std::string_view, 5> kClassKeys = {"name", "description", "origin", "iri", "subclass_of"};
constexpr std::array<std::string_view, 10> kPropertyKeys = {"name", "domain",  "range",  "description",    "origin",
                                                            "iri",  "domains", "ranges", "subproperty_of", "values"};
constexpr std::array<std::string_view, 6> kEventKeys = {"name", "actors", "effects", "description", "origin", "iri"};
constexpr std::array<std::string_view, 3> kAliasKeys = {"names", "rationale", "origin"};

std::string trimmed(const Json& object, std::string_view key) { return std::string(trim(text_at(object, key))); }

Result<CardClass> read_class(const Json& item, const std::string& place) {
  GROVE_ASSIGN_OR_RETURN(const Json object, named_item(item, "name", place));
  return CardClass{.name = trimmed(object, "name"),
                   .description = text_at(object, "description"),
                   .origin = text_at(object, "origin"),
                   .iri = text_at(object, "iri"),
                   .subclass_of = texts_at(object, "subclass_of"),
                   .extra = extra_members(object, kClassKeys)};
}

Result<CardProperty> read_property(const Json& item, const std::string& place) {
  GROVE_ASSIGN_OR_RETURN(const Json object, named_item(item, "name", place));
  return CardProperty{.name = trimmed(object, "name"),
                      .domain = trimmed(object, "domain"),
                      .range = trimmed(object, "range"),
                      .description = text_at(object, "description"),
                      .origin = text_at(object, "origin"),
                      .iri = text_at(object, "iri"),
                      .domains = texts_at(object, "domains"),
                      .ranges = texts_at(object, "ranges"),
                      .subproperty_of = texts_at(object, "subproperty_of"),
                      .values = texts_at(object, "values"),
                      .extra = extra_members(object, kPropertyKeys)};
}

Result<CardEvent> read_event(const Json& item, const std::string& place) {
  GROVE_ASSIGN_OR_RETURN(const Json object, named_item(item, "name", place));
  return CardEvent{.name = trimmed(object, "name"),
                   .actors = texts_at(object, "actors"),
                   .effects = texts_at(object, "effects"),
                   .description = text_at(object, "description"),
                   .origin = text_at(object, "origin"),
                   .iri = text_at(object, "iri"),
                   .extra = extra_members(object, kEventKeys)};
}

Result<CardAlias> read_alias(const Json& item, const std::string& place) {
  const Json object = item.is_array() ? Json{{"names", item}} : item;
  if (!object.is_object()) return fail(ErrorCode::kCorrupt, place + " is no object but " + item.type_name());
  return CardAlias{.names = texts_at(object, "names"),
                   .rationale = text_at(object, "rationale"),
                   .origin = text_at(object, "origin"),
                   .extra = extra_members(object, kAliasKeys)};
}

Result<ExternalClass> read_external(const Json& item, const std::string& place) {
  GROVE_ASSIGN_OR_RETURN(const Json object, named_item(item, "name", place));
  return ExternalClass{.name = trimmed(object, "name"), .iri = text_at(object, "iri")};
}

Json class_json(const CardClass& item) {
  Json object = {{"name", item.name}, {"description", item.description}, {"origin", item.origin}};
  put_unless_empty(object, "iri", item.iri);
  put_unless_empty(object, "subclass_of", item.subclass_of);
  add_extra(object, item.extra);
  return object;
}

Json property_json(const CardProperty& item) {
  Json object = {
      {"name", item.name}, {"domain", item.domain}, {"range", item.range}, {"description", item.description}, {"origin", item.origin}};
  put_unless_empty(object, "iri", item.iri);
  put_unless_empty(object, "domains", item.domains);
  put_unless_empty(object, "ranges", item.ranges);
  put_unless_empty(object, "subproperty_of", item.subproperty_of);
  put_unless_empty(object, "values", item.values);
  add_extra(object, item.extra);
  return object;
}

Json event_json(const CardEvent& item) {
  Json object = {
      {"name", item.name}, {"actors", item.actors}, {"effects", item.effects}, {"description", item.description}, {"origin", item.origin}};
  put_unless_empty(object, "iri", item.iri);
  add_extra(object, item.extra);
  return object;
}

Json alias_json(const CardAlias& item) {
  Json object = {{"names", item.names}, {"rationale", item.rationale}, {"origin", item.origin}};
  add_extra(object, item.extra);
  return object;
}

template <class T, class Write>
Json list_json(const std::vector<T>& items, Write write) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(write(item));
  return list;
}

Result<SchemaCard> card_of(const Json& object) {
  constexpr std::array<std::string_view, 3> kTelling = {"classes", "datatype_properties", "object_properties"};
  if (std::ranges::none_of(kTelling, [&](std::string_view key) { return object.contains(std::string(key)); }))
    return fail(ErrorCode::kCorrupt, "it has neither `classes` nor `datatype_properties` nor `object_properties`");
  SchemaCard card;
  card.version = text_at(object, "version");
  card.name_space = text_at(object, "namespace");
  GROVE_ASSIGN_OR_RETURN(card.classes, read_items<CardClass>(object, "classes", read_class));
  GROVE_ASSIGN_OR_RETURN(card.datatype_properties, read_items<CardProperty>(object, "datatype_properties", read_property));
  GROVE_ASSIGN_OR_RETURN(card.object_properties, read_items<CardProperty>(object, "object_properties", read_property));
  GROVE_ASSIGN_OR_RETURN(card.events, read_items<CardEvent>(object, "events", read_event));
  GROVE_ASSIGN_OR_RETURN(card.aliases, read_items<CardAlias>(object, "aliases", read_alias));
  GROVE_ASSIGN_OR_RETURN(card.external_classes, read_items<ExternalClass>(object, "external_classes", read_external));
  card.warnings = texts_at(object, "warnings");
  card.extra = extra_members(object, kCardKeys);
  return card;
}

}  // namespace

Result<SchemaCard> parse_schema_card(std::string_view json, std::string_view file) {
  const std::string what = "schema card " + std::string(file);
  GROVE_ASSIGN_OR_RETURN(const Json object, parse_object(json, what));
  auto card = card_of(object);
  if (!card) return std::unexpected(std::move(card).error().within(what + " can't be read"));
  return card;
}

std::string schema_card_json(const SchemaCard& card) {
  Json object = {{"version", card.version},
                 {"namespace", card.name_space},
                 {"classes", list_json(card.classes, class_json)},
                 {"datatype_properties", list_json(card.datatype_properties, property_json)},
                 {"object_properties", list_json(card.object_properties, property_json)},
                 {"events", list_json(card.events, event_json)},
                 {"aliases", list_json(card.aliases, alias_json)},
                 {"warnings", card.warnings}};
  const auto external = [](const ExternalClass& item) { return Json{{"name", item.name}, {"iri", item.iri}}; };
  if (!card.external_classes.empty()) object["external_classes"] = list_json(card.external_classes, external);
  add_extra(object, card.extra);
  return pretty(object);
}

Result<SchemaCard> read_schema_card(const std::string& path) {
  GROVE_ASSIGN_OR_RETURN(const std::string text, read_file(path));
  return parse_schema_card(text, path);
}

Status write_schema_card(const std::string& path, const SchemaCard& card) { return write_file(path, schema_card_json(card)); }

}  // namespace grove::knowledge
