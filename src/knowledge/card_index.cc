#include "knowledge/card_index.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace grove::knowledge {
namespace {

Result<rdf::Term> term_iri(const SchemaCard& card, const std::string& own, const std::string& name) {
  return rdf::parse_iri(own.empty() ? card.name_space + rdf::iri_segment(name) : own);
}

}  // namespace

std::string normal_name(std::string_view name) { return fold_case(trim(name)); }

CardIndex::CardIndex(const SchemaCard& card) : card_(card) {
  for (const CardClass& item : card.classes) classes_.try_emplace(normal_name(item.name), &item);
  for (const ExternalClass& item : card.external_classes) external_.try_emplace(normal_name(item.name), &item);
  const auto enter = [](PropertyMap& map, const std::vector<CardProperty>& properties) {
    for (const CardProperty& item : properties)
      for (const std::string& domain : item.applies_to()) map.try_emplace({normal_name(domain), normal_name(item.name)}, &item);
  };
  enter(datatype_, card.datatype_properties);
  enter(object_, card.object_properties);
}

const CardClass* CardIndex::find_class(std::string_view name) const {
  const auto found = classes_.find(normal_name(name));
  return found == classes_.end() ? nullptr : found->second;
}

std::vector<std::string> CardIndex::lineage(std::string_view class_name) const {
  std::vector<std::string> line{normal_name(class_name)};
  std::set<std::string> seen{line.front()};
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto found = classes_.find(line[i]);
    if (found == classes_.end()) continue;
    for (const std::string& above : found->second->subclass_of)
      if (seen.insert(normal_name(above)).second) line.push_back(normal_name(above));
  }
  return line;
}

const CardProperty* CardIndex::nearest(const PropertyMap& map, std::string_view class_name, std::string_view name) const {
  std::vector<std::string> domains = lineage(class_name);
  domains.emplace_back();
  for (const std::string& domain : domains)
    if (const auto found = map.find({domain, normal_name(name)}); found != map.end()) return found->second;
  return nullptr;
}

const CardProperty* CardIndex::datatype_property(std::string_view class_name, std::string_view name) const {
  return nearest(datatype_, class_name, name);
}

const CardProperty* CardIndex::object_property(std::string_view class_name, std::string_view name) const {
  return nearest(object_, class_name, name);
}

const CardProperty* CardIndex::datatype_property_of(std::string_view domain, std::string_view name) const {
  const auto found = datatype_.find({normal_name(domain), normal_name(name)});
  return found == datatype_.end() ? nullptr : found->second;
}

const CardProperty* CardIndex::object_property_of(std::string_view domain, std::string_view name) const {
  const auto found = object_.find({normal_name(domain), normal_name(name)});
  return found == object_.end() ? nullptr : found->second;
}

bool CardIndex::is_a(std::string_view class_name, std::string_view ancestor) const {
  const std::vector<std::string> line = lineage(class_name);
  return std::ranges::find(line, normal_name(ancestor)) != line.end();
}

Result<rdf::Term> CardIndex::iri_of(const CardClass& item) const { return term_iri(card_, item.iri, item.name); }
Result<rdf::Term> CardIndex::iri_of(const CardProperty& item) const { return term_iri(card_, item.iri, item.name); }
Result<rdf::Term> CardIndex::iri_of(const CardEvent& item) const { return term_iri(card_, item.iri, item.name); }

Result<rdf::Term> CardIndex::class_iri(std::string_view name) const {
  if (const CardClass* item = find_class(name)) return iri_of(*item);
  const auto found = external_.find(normal_name(name));
  if (found != external_.end()) return rdf::parse_iri(found->second->iri);
  return fail(ErrorCode::kNotFound, "the schema card has no class " + std::string(name));
}

}  // namespace grove::knowledge
