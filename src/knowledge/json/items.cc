#include "knowledge/json/items.h"

#include <fmt/format.h>

#include "base/text.h"

namespace grove::knowledge {

std::string item_place(std::string_view key, std::size_t index) { return fmt::format("{}[{}]", key, index); }

Status check_list(const Json& object, std::string_view key) {
  const Json* list = member(object, key);
  if (list == nullptr || list->is_array()) return {};
  return fail(ErrorCode::kCorrupt, fmt::format("`{}` is no list but {}", key, list->type_name()));
}

Result<Json> named_item(const Json& item, std::string_view name_key, std::string_view place) {
  Json object = item.is_string() ? Json{{std::string(name_key), item}} : item;
  if (!object.is_object()) return fail(ErrorCode::kCorrupt, fmt::format("{} is no object but {}", place, item.type_name()));
  if (trim(text_at(object, name_key)).empty()) return fail(ErrorCode::kCorrupt, fmt::format("{} has no `{}`", place, name_key));
  return object;
}

void put_unless_empty(Json& object, std::string_view key, const std::vector<std::string>& texts) {
  if (!texts.empty()) object[std::string(key)] = texts;
}

void put_unless_empty(Json& object, std::string_view key, const std::string& text) {
  if (!text.empty()) object[std::string(key)] = text;
}

}  // namespace grove::knowledge
