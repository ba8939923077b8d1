#pragma once

#include <string_view>

#include "knowledge/json/json.h"

namespace grove::knowledge {

/// Reads the list `key` of an object, item by item, with a reader `Result<T>(const Json& item)`. A text alone stands for an item of that
/// name. kCorrupt names the item that is none: "classes[3] has no name".
template <class T, class Read>
Result<std::vector<T>> read_items(const Json& object, std::string_view key, Read read);

/// Fine where the member is a list, or isn't there; kCorrupt else.
Status check_list(const Json& object, std::string_view key);
/// An item as an object with a name under `name_key`; kCorrupt else.
Result<Json> named_item(const Json& item, std::string_view name_key, std::string_view place);
/// `classes[3]`
std::string item_place(std::string_view key, std::size_t index);

/// Keys of a list of names are left out where the list is empty.
void put_unless_empty(Json& object, std::string_view key, const std::vector<std::string>& texts);
void put_unless_empty(Json& object, std::string_view key, const std::string& text);

template <class T, class Read>
Result<std::vector<T>> read_items(const Json& object, std::string_view key, Read read) {
  GROVE_RETURN_IF_ERROR(check_list(object, key));
  std::vector<T> items;
  for (const Json& item : items_at(object, key)) {
    if (item.is_null()) continue;
    GROVE_ASSIGN_OR_RETURN(T one, read(item, item_place(key, items.size())));
    items.push_back(std::move(one));
  }
  return items;
}

}  // namespace grove::knowledge
