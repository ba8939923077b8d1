#pragma once

#include <cstdint>
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
/// How the directives of a web server's file are written.
enum class DirectiveStyle : std::uint8_t {
  kNone,    ///< It holds none.
  kBraces,  ///< `server { listen 80; }`, as nginx reads it
  kTags,    ///< `<VirtualHost *:80>` around lines, as Apache httpd reads it
};
/// By lines that few other texts have.
DirectiveStyle directive_style(std::string_view text);
/// Keys are the blocks around a directive with what stands behind their names: `server.location[/api/].proxy_pass`; values the directive's
/// arguments, joined with blanks. For web servers' `.conf`.
void read_directives(std::string_view text, DirectiveStyle style, PropertyWriter& properties);
/// What a Gradle build in Groovy calls with a text: `implementation = org.x:y:1`, `id = java`. For files that speak of dependencies or
/// plugins.
void read_gradle(std::string_view text, PropertyWriter& properties);
/// JSON, also with comments, trailing commas and bare keys.
void read_json(std::string_view text, PropertyWriter& properties);
/// Elements with text and attributes. Entities but the five predefined and numeric ones stay as written; no document type is read.
void read_xml(std::string_view text, PropertyWriter& properties);

}  // namespace grove::syntax
