#include "knowledge/json/proposed_terms.h"

#include <algorithm>

#include "base/text.h"
#include "knowledge/json/items.h"

namespace grove::knowledge {
namespace {

std::string trimmed(const Json& object, std::string_view key) { return std::string(trim(text_at(object, key))); }

/// `read_items`, but that an answer's items that are none are only warned of.
template <class T, class Make>
Result<std::vector<T>> read_list(const Json& object, std::string_view key, ReadTerms& how, Make make) {
  std::vector<T> items;
  if (const Status list = check_list(object, key); !list) {
    if (how.reading == Reading::kFile) return std::unexpected(list.error());
    how.warnings.push_back("Left out: " + list.error().message + ".");
    return items;
  }
  std::size_t index = 0;
  for (const Json& item : items_at(object, key)) {
    const auto named = named_item(item, "name", item_place(key, index++));
    if (named) {
      items.push_back(make(*named));
    } else if (how.reading == Reading::kFile) {
      return std::unexpected(named.error());
    } else {
      how.warnings.push_back("Left out: " + named.error().message + ".");
    }
  }
  return items;
}

Result<std::vector<ProposedProperty>> read_properties(const Json& object, std::string_view key, ReadTerms& how) {
  return read_list<ProposedProperty>(object, key, how, [&](const Json& item) {
    return ProposedProperty{.name = trimmed(item, "name"),
                            .domain = trimmed(item, "domain"),
                            .range = trimmed(item, "range"),
                            .description = text_at(item, "description"),
                            .evidence = read_evidence(item, how)};
  });
}

Json properties_json(const std::vector<ProposedProperty>& properties) {
  Json list = Json::array();
  for (const ProposedProperty& one : properties) {
    list.push_back({{"name", one.name},
                    {"domain", one.domain},
                    {"range", one.range},
                    {"description", one.description},
                    {"evidence", evidence_json(one.evidence)}});
  }
  return list;
}

/// The texts of an object but for its reasons: `{"from": "A", "to": "B", "rationale": "…"}`.
std::vector<std::string> other_texts(const Json& item) {
  std::vector<std::string> names;
  for (const auto& [key, value] : item.items())
    if (value.is_string() && key != "rationale" && key != "reason") names.push_back(value.get<std::string>());
  return names;
}

}  // namespace

std::vector<Evidence> read_evidence(const Json& item, const ReadTerms& how) {
  std::vector<Evidence> evidence;
  const auto add = [&](const Json& one) {
    Evidence found{.chunk_id = text_at(one, "chunk_id"), .quote = one.is_string() ? one.get<std::string>() : text_at(one, "quote")};
    if (how.reading == Reading::kAnswer || found.chunk_id.empty()) found.chunk_id = how.chunk_id;
    if (!found.quote.empty() || !found.chunk_id.empty()) evidence.push_back(std::move(found));
  };
  const Json* given = member(item, "evidence");
  if (given == nullptr && member(item, "quote") != nullptr) add(item);
  if (given != nullptr && !given->is_array()) add(*given);
  std::ranges::for_each(items_at(item, "evidence"), add);
  return evidence;
}

Result<std::vector<ProposedEvent>> read_events(const Json& object, ReadTerms& how) {
  return read_list<ProposedEvent>(object, "events", how, [&](const Json& item) {
    return ProposedEvent{.name = trimmed(item, "name"),
                         .actors = texts_at(item, "actors"),
                         .effects = texts_at(item, "effects"),
                         .description = text_at(item, "description"),
                         .evidence = read_evidence(item, how)};
  });
}

Result<ProposedTerms> read_terms(const Json& object, ReadTerms& how) {
  ProposedTerms terms;
  GROVE_ASSIGN_OR_RETURN(terms.classes, read_list<ProposedClass>(object, "classes", how, [&](const Json& item) {
                           return ProposedClass{.name = trimmed(item, "name"),
                                                .description = text_at(item, "description"),
                                                .evidence = read_evidence(item, how)};
                         }));
  GROVE_ASSIGN_OR_RETURN(terms.datatype_properties, read_properties(object, "datatype_properties", how));
  GROVE_ASSIGN_OR_RETURN(terms.object_properties, read_properties(object, "object_properties", how));
  GROVE_ASSIGN_OR_RETURN(terms.events, read_events(object, how));
  return terms;
}

std::vector<MergeSuggestion> read_suggestions(const Json& object, std::string_view key) {
  std::vector<MergeSuggestion> suggestions;
  for (const Json& item : items_at(object, key)) {
    const Json whole = item.is_array() ? Json{{"names", item}} : item;
    if (!whole.is_object()) continue;
    MergeSuggestion one{.names = texts_at(whole, "names"), .rationale = text_at(whole, "rationale")};
    if (one.names.empty()) one.names = other_texts(whole);
    if (one.rationale.empty()) one.rationale = text_at(whole, "reason");
    if (one.names.size() > 1) suggestions.push_back(std::move(one));
  }
  return suggestions;
}

void put_terms(Json& object, const ProposedTerms& terms) {
  Json classes = Json::array();
  for (const ProposedClass& one : terms.classes)
    classes.push_back({{"name", one.name}, {"description", one.description}, {"evidence", evidence_json(one.evidence)}});
  object["classes"] = std::move(classes);
  object["datatype_properties"] = properties_json(terms.datatype_properties);
  object["object_properties"] = properties_json(terms.object_properties);
  object["events"] = events_json(terms.events);
}

Json events_json(const std::vector<ProposedEvent>& events) {
  Json list = Json::array();
  for (const ProposedEvent& one : events) {
    list.push_back({{"name", one.name},
                    {"actors", one.actors},
                    {"effects", one.effects},
                    {"description", one.description},
                    {"evidence", evidence_json(one.evidence)}});
  }
  return list;
}

Json suggestions_json(const std::vector<MergeSuggestion>& suggestions) {
  Json list = Json::array();
  for (const MergeSuggestion& one : suggestions) list.push_back({{"names", one.names}, {"rationale", one.rationale}});
  return list;
}

Json evidence_json(const std::vector<Evidence>& evidence) {
  Json list = Json::array();
  for (const Evidence& one : evidence) list.push_back({{"chunk_id", one.chunk_id}, {"quote", one.quote}});
  return list;
}

}  // namespace grove::knowledge
