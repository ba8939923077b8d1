#pragma once

#include <string_view>
#include <vector>

#include "knowledge/answers/quote.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {

/// Where a text says a value of a property with that range, in its order: what a value has to have to be a fact.
/// - Text stands there as words of its own, but for white space and the case of letters.
/// - A number stands there in digits, with or without marks between thousands, and with a point or a comma before its fraction; a negative
///   one with a sign before it.
/// - Of a date or a time the year and the day stand near each other in digits; digits between them are the month's. A month in words is not
///   read, nor is what comes after the date.
/// - A value that has not the form of its range is looked for as text.
/// What is true or false is no words, so nothing says a boolean.
std::vector<document::TextSpan> value_places(const QuotedText& text, std::string_view value, DatatypeRange range);

}  // namespace grove::knowledge
