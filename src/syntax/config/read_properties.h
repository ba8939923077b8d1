#pragma once

#include <cstdint>
#include <string_view>

#include "model/facts.h"

namespace grove::syntax {

/// Adds the flattened keys of a configuration file to `facts.properties`: YAML (each document of a stream; anchors and merge keys within
/// the limits of PropertyWriter), Java properties, TOML, INI, `.env` and files of web servers, what Gradle builds name, JSON, XML (paths of
/// elements; attributes as `path.@name`). Keys join with dots, elements of lists as `[0]`. Other languages add nothing. Tolerant of
/// anything, linear, opens nothing.
void read_properties(std::string_view text, Language language, Facts& facts);

/// Part of the extractor's version of languages that have such keys, 0 for others.
std::uint32_t properties_version(Language language);

}  // namespace grove::syntax
