#include "knowledge/facts/literal.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "knowledge/literals.h"

namespace grove::knowledge {

bool fits_range(std::string_view text, DatatypeRange range) {
  const std::string_view datatype = range_datatype(range);
  return is_lexical_form(text, datatype) && (range_datatype(DatatypeRange::kString) == datatype || trim(text) == text);
}

TypedValue typed_value(std::string_view value, const CardProperty& property) {
  const DatatypeRange range = datatype_range(property.range);
  std::string text(value);
  if (range == DatatypeRange::kBoolean && (equals_ignoring_ascii_case(text, "true") || equals_ignoring_ascii_case(text, "false")))
    text = to_lower_ascii(text);
  if (range == DatatypeRange::kEnum && !property.values.empty() && std::ranges::count(property.values, text) == 0)
    return {rdf::literal(text), fmt::format("\"{}\" is none of the values of {}", text, property.name)};
  if (!fits_range(text, range))
    return {rdf::literal(text), fmt::format("\"{}\" is no {} as {} wants it, and stays text", text, range_name(range), property.name)};
  std::string datatype(range_datatype(range));
  if (datatype == range_datatype(DatatypeRange::kString)) datatype.clear();
  return {rdf::literal(std::move(text), std::move(datatype))};
}

}  // namespace grove::knowledge
