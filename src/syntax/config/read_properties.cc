#include "syntax/config/read_properties.h"

#include "model/line_index.h"
#include "syntax/config/flow_reader.h"
#include "syntax/config/readers.h"

namespace grove::syntax {

void read_json(std::string_view text, PropertyWriter& properties) {
  KeyPath path;
  FlowReader(FlowReader::Dialect::kJson, text, properties).read(0, path);
}

namespace {

/// Raised when the facts of configuration files change.
constexpr std::uint32_t kPropertiesVersion = 5;

using Reader = void (*)(std::string_view text, PropertyWriter& properties);

/// What has no language of its own may be of a web server.
void read_web_server(std::string_view text, PropertyWriter& properties) { read_directives(text, directive_style(text), properties); }

Reader reader_of(Language language) {
  switch (language) {
    case Language::kYaml: return read_yaml;
    case Language::kProperties: return read_java_properties;
    case Language::kToml: return read_toml;
    case Language::kIni: return read_ini;
    case Language::kJson: return read_json;
    case Language::kXml: return read_xml;
    case Language::kGroovy: return read_gradle;
    case Language::kPlainText: return read_web_server;
    default: return nullptr;
  }
}

/// Languages whose readers know what can't be read; text from templates is none of them yet.
bool can_be_broken(Language language, std::string_view text) {
  return (language == Language::kYaml || language == Language::kXml) && text.find("{{") == std::string_view::npos &&
         text.find("{%") == std::string_view::npos;
}

}  // namespace

void read_properties(std::string_view text, Language language, Facts& facts) {
  const Reader read = reader_of(language);
  if (read == nullptr) return;
  PropertyWriter properties(facts);
  read(text, properties);
  const bool is_broken = properties.broken() != std::string_view::npos && can_be_broken(language, text);
  if (is_broken && (facts.state == ParseState::kComplete || facts.state == ParseState::kText)) facts.state = ParseState::kPartial;
  if (facts.properties.empty()) return;
  const LineIndex lines(text);
  for (Property& property : facts.properties) property.line = lines.line_of(property.begin);
}

std::optional<std::uint32_t> broken_property_line(std::string_view text, Language language) {
  const Reader read = reader_of(language);
  if (read == nullptr || !can_be_broken(language, text)) return std::nullopt;
  Facts facts;
  PropertyWriter properties(facts);
  read(text, properties);
  if (properties.broken() == std::string_view::npos) return std::nullopt;
  return LineIndex(text).line_of(static_cast<std::uint32_t>(properties.broken()));
}

std::uint32_t properties_version(Language language) { return reader_of(language) == nullptr ? 0 : kPropertiesVersion; }

}  // namespace grove::syntax
