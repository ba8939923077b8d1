#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace grove::serve::mcp {

/// Every message of the protocol is one of these. Keys keep the order they were written in.
using Json = nlohmann::ordered_json;

/// Reads one value. kInvalidArgument where it is no JSON (RFC 8259, UTF-8), kResourceLimit where it nests deeper than 64 or has more than
/// 20,000 members in all: what a hostile client sends must cost neither stack nor time.
Result<Json> parse_json(std::string_view text);

/// Compact, on one line. Text that is not UTF-8 comes out valid.
std::string to_text(const Json& value);

/// The member of an object; null where the value is no object or has none of that name.
const Json* member(const Json& object, std::string_view name);
/// Its text; "" where there is none or it is no text.
std::string text_member(const Json& object, std::string_view name);

}  // namespace grove::serve::mcp
