#include "knowledge/schema_card.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace grove::knowledge {
namespace {

constexpr std::array<std::pair<DatatypeRange, std::string_view>, 8> kRanges = {{
    {DatatypeRange::kString, "string"},
    {DatatypeRange::kNumber, "number"},
    {DatatypeRange::kInteger, "integer"},
    {DatatypeRange::kBoolean, "boolean"},
    {DatatypeRange::kDate, "date"},
    {DatatypeRange::kDateTime, "datetime"},
    {DatatypeRange::kEnum, "enum"},
    {DatatypeRange::kAny, "any"},
}};

struct Names {
  DatatypeRange range;
  std::string_view names;  ///< Between spaces, in lower case, without a prefix.
};

/// Local names of XML Schema's and others' datatypes, and what people write.
constexpr std::array<Names, 6> kNames = {{
    {DatatypeRange::kString,
     " text str varchar char langstring plainliteral normalizedstring token language name ncname nmtoken id idref anyuri uri url "
     "hexbinary base64binary html xmlliteral email cssselectortype xpathtype pronounceabletext "},
    {DatatypeRange::kNumber, " decimal float double numeric real rational money currency percentage percent "},
    {DatatypeRange::kInteger,
     " int long short byte count nonnegativeinteger positiveinteger nonpositiveinteger negativeinteger unsignedint unsignedlong "
     "unsignedshort unsignedbyte gyear year "},
    {DatatypeRange::kBoolean, " bool "},
    {DatatypeRange::kDateTime, " timestamp datetimestamp "},
    {DatatypeRange::kEnum, " enumeration choice "},
}};

}  // namespace

std::vector<std::string> CardProperty::applies_to() const { return domains.empty() ? std::vector<std::string>{domain} : domains; }

std::vector<std::string> CardProperty::points_to() const { return ranges.empty() ? std::vector<std::string>{range} : ranges; }

std::string_view range_name(DatatypeRange range) {
  return std::ranges::find(kRanges, range, &std::pair<DatatypeRange, std::string_view>::first)->second;
}

DatatypeRange datatype_range(std::string_view text) {
  std::string_view local = trim(text);
  if (const std::size_t end = local.find_last_of("#/:"); end != local.npos) local.remove_prefix(end + 1);
  const std::string name = to_lower_ascii(local);
  for (const auto& [range, known] : kRanges)
    if (name == known) return range;
  if (name.empty() || name.find(' ') != name.npos) return DatatypeRange::kAny;
  for (const Names& row : kNames)
    if (row.names.find(' ' + name + ' ') != row.names.npos) return row.range;
  return DatatypeRange::kAny;
}

std::string_view range_datatype(DatatypeRange range) {
  switch (range) {
    case DatatypeRange::kNumber: return "http://www.w3.org/2001/XMLSchema#decimal";
    case DatatypeRange::kInteger: return "http://www.w3.org/2001/XMLSchema#integer";
    case DatatypeRange::kBoolean: return "http://www.w3.org/2001/XMLSchema#boolean";
    case DatatypeRange::kDate: return "http://www.w3.org/2001/XMLSchema#date";
    case DatatypeRange::kDateTime: return "http://www.w3.org/2001/XMLSchema#dateTime";
    case DatatypeRange::kString:
    case DatatypeRange::kEnum:
    case DatatypeRange::kAny: break;
  }
  return "http://www.w3.org/2001/XMLSchema#string";
}

}  // namespace grove::knowledge
