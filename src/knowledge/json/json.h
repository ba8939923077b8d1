#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::knowledge {

/// The files of this layer are made of these. Keys keep the order they were written in.
using Json = nlohmann::ordered_json;

/// Reads one JSON value. kCorrupt says where the text is none (RFC 8259, UTF-8, no two keys of one name in an object), kResourceLimit where
/// it nests deeper than 64. `what` is what messages call it: "schema card card.json".
Result<Json> parse_json(std::string_view text, std::string_view what);
/// The same for a text that has to be an object.
Result<Json> parse_object(std::string_view text, std::string_view what);

/// Two spaces a level, a line feed at the end, UTF-8 as it is; bytes that are none become U+FFFD.
std::string pretty(const Json& value);
/// On one line, without a line feed.
std::string compact(const Json& value);

/// The member of an object, null where there is none or it is JSON's null.
const Json* member(const Json& object, std::string_view key);
/// Its text: numbers and booleans as they are written, "" for all else.
std::string text_at(const Json& object, std::string_view key);
/// The texts of a list, or one text as a list of one; empty texts and what is no text are left out.
std::vector<std::string> texts_at(const Json& object, std::string_view key);
/// The items of a list; none where there is no such member or it is no list.
std::span<const Json> items_at(const Json& object, std::string_view key);

/// The members that `known` doesn't name, as one compact JSON object; "" for none.
std::string extra_members(const Json& object, std::span<const std::string_view> known);
/// Puts such members behind those of `object`.
void add_extra(Json& object, const std::string& extra);

}  // namespace grove::knowledge
