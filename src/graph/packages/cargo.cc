#include <algorithm>
#include <map>

#include "base/text.h"
#include "graph/packages/formats.h"

namespace grove::graph::packages {
namespace {

std::string plain_crate(std::string_view name) { return replace_all(std::string(name), "-", "_"); }

/// What follows the section of dependencies in a key: `serde`, `serde.path`; empty where it is of none.
std::string_view in_dependencies(std::string_view key) {
  constexpr std::string_view sections[] = {"dependencies.", "dev-dependencies.", "build-dependencies."};
  for (const std::string_view section : sections) {
    if (key.starts_with(section)) return key.substr(section.size());
    const std::size_t at = key.find("." + std::string(section));
    const bool is_table = at != std::string_view::npos && (key.starts_with("target.") || key.starts_with("workspace."));
    if (is_table) return key.substr(at + 1 + section.size());
  }
  return {};
}

struct Crate {
  std::string name;
  std::uint32_t line = 1;
};

}  // namespace

void read_cargo(const PackageFile& file, PackageNames& names) {
  std::map<std::string, Crate> crates;  // by the key of their table
  const auto named = [&](Ecosystem ecosystem, std::string name, std::uint32_t line) {
    return PackageName{.ecosystem = ecosystem, .name = std::move(name), .path = std::string(file.path), .line = line};
  };
  for (const Property& property : file.facts.properties) {
    const std::string_view key = file.facts.text(property.key);
    const std::string value(file.facts.text(property.value));
    if (key == "package.name") note(names.published, named(Ecosystem::kCargo, plain_crate(value), property.line));
    const std::string_view rest = in_dependencies(key);
    if (rest.empty()) continue;
    const std::string_view alias = rest.substr(0, rest.find('.'));
    const std::string_view field = rest.size() == alias.size() ? std::string_view() : rest.substr(alias.size() + 1);
    const std::string table(key.substr(0, key.size() - rest.size() + alias.size()));
    Crate& crate = crates.try_emplace(table, Crate{.name = std::string(alias), .line = property.line}).first->second;
    if (field == "package") crate.name = value;
    if (field == "path") note_folder(file, value, property.line, names);
    if (field == "git") note(names.needed, named(Ecosystem::kGit, plain_address(value), property.line));
  }
  for (const auto& [table, crate] : crates) note(names.needed, named(Ecosystem::kCargo, plain_crate(crate.name), crate.line));
}

}  // namespace grove::graph::packages
