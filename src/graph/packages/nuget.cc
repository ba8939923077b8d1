#include "base/text.h"
#include "graph/packages/formats.h"

namespace grove::graph::packages {

void read_nuget(const PackageFile& file, PackageNames& names) {
  const auto named = [&](std::string_view name, std::uint32_t line) {
    return PackageName{.ecosystem = Ecosystem::kNuGet, .name = to_lower_ascii(trim(name)), .path = std::string(file.path), .line = line};
  };
  PackageName own;
  bool is_project = false;
  for (const Property& property : file.facts.properties) {
    const std::string key = plain_key(file.facts.text(property.key));
    const std::string_view value = file.facts.text(property.value);
    is_project = is_project || key.starts_with("Project.");
    if (key == "Project.PropertyGroup.PackageId") own = named(value, property.line);
    if (key == "Project.PropertyGroup.AssemblyName" && own.name.empty()) own = named(value, property.line);
    if (key.ends_with(".PackageReference.@Include") || key == "packages.package.@id") note(names.needed, named(value, property.line));
    if (key.ends_with(".ProjectReference.@Include")) note_folder(file, value, property.line, names);
  }
  if (!is_project) return;
  // Without a name of its own a project's package is called after its file.
  const std::string_view stem = base_name(file.path);
  note(names.published, own.name.empty() || own.name.contains('$') ? named(stem.substr(0, stem.rfind('.')), 1) : own);
}

}  // namespace grove::graph::packages
