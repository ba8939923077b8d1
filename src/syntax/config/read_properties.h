#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/facts.h"

namespace grove::syntax {

/// Adds the flattened keys of a configuration file to `facts.properties`: YAML (each document of a stream; anchors and merge keys within
/// the limits of PropertyWriter), Java properties, TOML, INI, `.env` and files of web servers, what Gradle builds name, JSON, XML (paths of
/// elements; attributes as `path.@name`). Keys join with dots, elements of lists as `[0]`. Other languages add nothing. Tolerant of
/// anything, linear, opens nothing. YAML and XML that are not well-formed, as far as the reader can tell, are kPartial; text of
/// templates (`{{ … }}`) is not judged.
void read_properties(std::string_view text, Language language, Facts& facts);

/// The line, counted from 1, from which such a text isn't well-formed; nullopt where it is, or where that is not judged.
std::optional<std::uint32_t> broken_property_line(std::string_view text, Language language);

/// Part of the extractor's version of languages that have such keys, 0 for others.
std::uint32_t properties_version(Language language);

}  // namespace grove::syntax
