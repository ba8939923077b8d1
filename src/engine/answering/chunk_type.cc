#include "engine/answering/chunk_type.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace grove::engine {
namespace {

constexpr std::array kConfiguration = {Language::kYaml, Language::kProperties, Language::kToml,       Language::kIni,
                                       Language::kXml,  Language::kJson,       Language::kDockerfile, Language::kHcl};
constexpr std::array kDocuments = {Language::kMarkdown, Language::kPlainText, Language::kDocument, Language::kDataset};

constexpr std::uint32_t kLongestAccessor = 5;  // lines, doc comment aside

}  // namespace

std::span<const Language> configuration_languages() { return kConfiguration; }
std::span<const Language> document_languages() { return kDocuments; }

bool describes_api(std::string_view path) {
  const std::string name = to_lower_ascii(base_name(path));
  return name.find("openapi") != std::string::npos || name.find("swagger") != std::string::npos || name.starts_with("api-docs");
}

std::string_view chunk_type_of(const index::UnitView& unit) {
  if (unit.kind == Kind::kEntity) return "entity";
  if (is_type(unit.kind)) return unit.language == Language::kSql ? "section" : "class";  // a table
  if (is_callable(unit.kind)) return "method";
  if (unit.kind == Kind::kConfig || std::ranges::find(kConfiguration, unit.language) != kConfiguration.end())
    return describes_api(unit.path) ? "document" : "config";
  if (unit.kind == Kind::kDocument || std::ranges::find(kDocuments, unit.language) != kDocuments.end()) return "document";
  return "section";
}

bool is_accessor(const index::UnitView& unit) {
  if (!is_callable(unit.kind) || unit.lines.last - unit.lines.first >= kLongestAccessor) return false;
  for (const std::string_view prefix : {"get", "set", "is"}) {
    if (!unit.name.starts_with(prefix) || unit.name.size() == prefix.size()) continue;
    const auto next = static_cast<unsigned char>(unit.name[prefix.size()]);
    if (std::isupper(next) != 0 || next == '_') return true;
  }
  return false;
}

}  // namespace grove::engine
