#pragma once

#include <string>
#include <string_view>

#include "knowledge/schema_card.h"
#include "rdf/term.h"

namespace grove::knowledge {

struct TypedValue {
  rdf::Term literal;
  std::string warning = {};  ///< Why it stayed an xsd:string.
};

/// Whether a value stands in the lexical space of what literals of a range are typed with. White space around it would go by the datatype's
/// rules, but nobody wrote such a number.
bool fits_range(std::string_view text, DatatypeRange range);

/// A value typed by the range of its property, if it stands in the lexical space of what literals of that range are typed with. `True` and
/// `FALSE` are booleans; apart from that a value is never changed to fit.
TypedValue typed_value(std::string_view value, const CardProperty& property);

}  // namespace grove::knowledge
