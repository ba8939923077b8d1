#include "syntax/config/read_properties.h"

#include "syntax/config/flow_reader.h"
#include "syntax/config/readers.h"

namespace grove::syntax {

void read_json(std::string_view text, PropertyWriter& properties) {
  KeyPath path;
  FlowReader(FlowReader::Dialect::kJson, text, properties).read(0, path);
}

void read_properties(std::string_view text, Language language, Facts& facts) {
  PropertyWriter properties(facts);
  switch (language) {
    case Language::kYaml: return read_yaml(text, properties);
    case Language::kProperties: return read_java_properties(text, properties);
    case Language::kToml: return read_toml(text, properties);
    case Language::kIni: return read_ini(text, properties);
    case Language::kJson: return read_json(text, properties);
    case Language::kXml: return read_xml(text, properties);
    default: return;
  }
}

}  // namespace grove::syntax
