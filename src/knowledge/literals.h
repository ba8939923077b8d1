#pragma once

#include <compare>
#include <string_view>

#include "rdf/term.h"

namespace grove::knowledge {

/// Whether a text stands in the lexical space of a datatype (XML Schema 1.1, part 2): booleans, numbers and their ranges, dates and times.
/// Of datatypes that we don't know every text does.
bool is_lexical_form(std::string_view text, std::string_view datatype);

/// The datatype of a literal, also where it isn't written down.
std::string_view datatype_of(const rdf::Term& literal);

/// How two literals compare as SPARQL 1.1 does (section 17.3): numbers by value, times on the time line, strings by code points, booleans.
/// Unordered where they can't be compared: other kinds, ill-formed, or one time with a time zone and one without.
std::partial_ordering compare_literals(const rdf::Term& a, const rdf::Term& b);

}  // namespace grove::knowledge
