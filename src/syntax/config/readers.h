#pragma once

#include <string_view>

#include "syntax/config/property_writer.h"

namespace grove::syntax {

/// YAML 1.2 as configuration files use it, one pass over its lines. Not for: complex keys, tags' meaning. Lines of templates (`{{ … }}`)
/// are passed over.
void read_yaml(std::string_view text, PropertyWriter& properties);
/// The format of `java.util.Properties.load`, with Spring's `#---` between documents.
void read_java_properties(std::string_view text, PropertyWriter& properties);
/// TOML 1.0.
void read_toml(std::string_view text, PropertyWriter& properties);
/// `[section]`, `key = value`, indented continuation lines; Git's `[section "name"]`; `.env` files with quotes and `export`.
void read_ini(std::string_view text, PropertyWriter& properties);
/// JSON, also with comments, trailing commas and bare keys.
void read_json(std::string_view text, PropertyWriter& properties);
/// Elements with text and attributes. Entities but the five predefined and numeric ones stay as written; no document type is read.
void read_xml(std::string_view text, PropertyWriter& properties);

}  // namespace grove::syntax
