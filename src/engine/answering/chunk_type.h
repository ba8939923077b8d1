#pragma once

#include <string_view>

#include "index/unit_index.h"

namespace grove::engine {

/// What sort of answer a unit is: "class", "method", "config", "document"; "section" for code that is none of them.
std::string_view chunk_type_of(const index::UnitView& unit);

/// Languages of configuration files, and of prose.
std::span<const Language> configuration_languages();
std::span<const Language> document_languages();

/// A function that only gives or takes a field, as its name and length say.
bool is_accessor(const index::UnitView& unit);

/// `/openapi.yaml`, `swagger.json`, `api-docs.yml`: describes an API, though its language is that of configuration.
bool describes_api(std::string_view path);

}  // namespace grove::engine
