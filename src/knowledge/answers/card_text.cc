#include "knowledge/answers/card_text.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "knowledge/json/json.h"

namespace grove::knowledge {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) {
  return static_cast<unsigned char>(c) >= 0x80 ||
         ((static_cast<unsigned char>(c) | 0x20U) >= 'a' && (static_cast<unsigned char>(c) | 0x20U) <= 'z');
}

/// Words of four letters and more without their endings, `camelCase` in its parts.
void add_stems(std::string_view text, std::set<std::string>& stems) {
  constexpr std::size_t kShortest = 4;
  constexpr std::size_t kStem = 5;
  std::string word;
  const auto flush = [&] {
    if (word.size() >= kShortest) stems.insert(fold_case(word).substr(0, kStem));
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_letter(text[i])) {
      flush();
      continue;
    }
    if (i > 0 && is_upper(text[i]) && !is_upper(text[i - 1])) flush();
    word += text[i];
  }
  flush();
}

bool shares_stem(std::string_view name, std::string_view description, const std::set<std::string>& passage) {
  std::set<std::string> stems;
  add_stems(name, stems);
  add_stems(description, stems);
  return std::ranges::any_of(stems, [&](const std::string& stem) { return passage.contains(stem); });
}

Json property_json(const CardProperty& property) {
  Json json = {{"name", property.name}};
  const auto domains = property.applies_to();
  json["domain"] = domains.size() == 1 ? Json(domains.front()) : Json(domains);
  json["range"] = property.ranges.size() > 1 ? Json(property.ranges) : Json(property.range);
  if (!property.description.empty()) json["description"] = property.description;
  if (!property.values.empty()) json["values"] = property.values;
  return json;
}

Json properties_json(const std::vector<CardProperty>& properties) {
  Json list = Json::array();
  for (const CardProperty& property : properties) list.push_back(property_json(property));
  return list;
}

/// The named classes and all above them.
std::set<std::string> with_ancestors(const SchemaCard& card, std::set<std::string> names) {
  for (bool grew = true; grew;) {
    grew = false;
    for (const CardClass& item : card.classes)
      if (names.contains(item.name))
        for (const std::string& above : item.subclass_of) grew = names.insert(above).second || grew;
  }
  return names;
}

}  // namespace

std::string card_text(const SchemaCard& card) {
  Json json = {{"classes", Json::array()}};
  for (const CardClass& item : card.classes) {
    Json one = {{"name", item.name}};
    if (!item.description.empty()) one["description"] = item.description;
    if (!item.subclass_of.empty()) one["subclass_of"] = item.subclass_of;
    json["classes"].push_back(std::move(one));
  }
  json["datatype_properties"] = properties_json(card.datatype_properties);
  json["object_properties"] = properties_json(card.object_properties);
  json["events"] = Json::array();
  for (const CardEvent& event : card.events)
    json["events"].push_back({{"name", event.name}, {"actors", event.actors}, {"description", event.description}});
  json["aliases"] = Json::array();
  for (const CardAlias& alias : card.aliases) json["aliases"].push_back(alias.names);
  return compact(json);
}

SchemaCard slim_card(const SchemaCard& card, std::string_view passage) {
  std::set<std::string> words;
  add_stems(passage, words);
  SchemaCard slim = card;
  const auto is_foreign = [&](const auto& item) { return !shares_stem(item.name, item.description, words); };
  std::set<std::string> needed;
  for (auto* list : {&slim.datatype_properties, &slim.object_properties}) {
    std::erase_if(*list, is_foreign);
    for (const CardProperty& property : *list) {
      for (const std::string& domain : property.applies_to()) needed.insert(domain);
      needed.insert(property.range);
      needed.insert(property.ranges.begin(), property.ranges.end());
    }
  }
  std::erase_if(slim.events, is_foreign);
  for (const CardClass& item : card.classes)
    if (!is_foreign(item)) needed.insert(item.name);
  needed = with_ancestors(card, std::move(needed));
  std::erase_if(slim.classes, [&](const CardClass& item) { return !needed.contains(item.name); });
  std::erase_if(slim.aliases, [&](const CardAlias& alias) {
    return std::ranges::none_of(alias.names, [&](const auto& name) { return needed.contains(name); });
  });
  return slim;
}

}  // namespace grove::knowledge
