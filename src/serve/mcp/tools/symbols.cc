#include "serve/mcp/tools/symbols.h"

#include <algorithm>

#include "base/text.h"

namespace grove::serve::mcp {

void put_unless_empty(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

Json citation_of(const Citation& citation) {
  Json object = {{"file", citation.path}, {"start_line", citation.lines.first}, {"end_line", citation.lines.last}};
  put_unless_empty(object, "fqn", std::string(citation.qualified_name));
  return object;
}

namespace {

void put_passage(Json& object, const engine::DocumentPlace& place) {
  put_unless_empty(object, "document", place.document);
  if (place.page > 0) object["page"] = place.page;
  if (place.page_end > place.page) object["page_end"] = place.page_end;
  put_unless_empty(object, "page_label", place.page_label);
  put_unless_empty(object, "section", join(place.section, " > "));
  put_unless_empty(object, "source_chunk", place.chunk_id);
}

}  // namespace

void put_place(Json& object, const engine::UnitHit& hit) {
  if (hit.place) put_passage(object, *hit.place);
  if (!hit.entity) return;
  const engine::EntityCard& entity = *hit.entity;
  Json card = {{"iri", entity.iri}, {"label", entity.label}, {"types", entity.types}, {"aliases", entity.aliases}};
  card["mentions"] = Json::array();
  for (const engine::EntityCard::Mention& mention : entity.mentions) {
    Json item = {{"path", mention.path}, {"text", mention.text}};
    put_passage(item, mention.place);
    card["mentions"].push_back(std::move(item));
  }
  card["total_mentions"] = entity.total_mentions;
  object["entity"] = std::move(card);
}

Json remarks(bool stale, const std::vector<std::string>& warnings) {
  Json rest = Json::object();
  if (stale) rest["stale"] = true;
  if (!warnings.empty()) rest["warnings"] = warnings;
  return rest;
}

Window window_of(const FieldValues& arguments, std::int64_t fallback, std::size_t skip) {
  const auto most = static_cast<std::size_t>(arguments.integer("limit", fallback));
  return {.limit = most - std::min(skip, most), .most = most};
}

}  // namespace grove::serve::mcp
