#include <algorithm>
#include <map>

#include "base/text.h"
#include "graph/packages/formats.h"

namespace grove::graph::packages {
namespace {

/// `groupId`, `artifactId` and what else stands in one element.
struct Coordinates {
  std::string group, artifact, scope, type;
  std::uint32_t line = 1;
};

/// What a `pom.xml` says of itself, for its placeholders.
class Pom {
 public:
  explicit Pom(const Facts& facts) {
    for (const Property& property : facts.properties) {
      constexpr std::string_view kOwn = "project.properties.";
      const std::string_view key = facts.text(property.key);
      const std::string value(trim(facts.text(property.value)));
      if (key.starts_with(kOwn)) properties_.emplace(key.substr(kOwn.size()), value);
      const std::size_t dot = key.rfind('.');
      if (dot == std::string_view::npos) continue;
      const std::string_view element = key.substr(0, dot);
      const std::string_view name = key.substr(dot + 1);
      if (name != "groupId" && name != "artifactId" && name != "scope" && name != "type") continue;
      Coordinates& one = elements_[std::string(element)];
      if (name == "groupId") one.group = value;
      if (name == "artifactId") one.artifact = value;
      if (name == "artifactId") one.line = property.line;
      if (name == "scope") one.scope = value;
      if (name == "type") one.type = value;
    }
    if (const auto own = elements_.find("project"); own != elements_.end()) own_ = own->second;
    if (const auto parent = elements_.find("project.parent"); parent != elements_.end()) parent_ = parent->second;
    if (own_.group.empty()) own_.group = parent_.group;
  }

  const std::map<std::string, Coordinates>& elements() const { return elements_; }
  const Coordinates& own() const { return own_; }

  /// Placeholders filled in, as far as this file says what they mean; a rest of them makes it no name.
  std::string filled(std::string text) const {
    constexpr int kMostSteps = 8;  // of properties that name others
    for (int step = 0; step < kMostSteps; ++step) {
      const std::size_t begin = text.find("${");
      const std::size_t end = begin == std::string::npos ? begin : text.find('}', begin);
      if (end == std::string::npos) return text;
      const std::string name = text.substr(begin + 2, end - begin - 2);
      const std::string* value = meaning(name);
      if (value == nullptr) return text;
      text.replace(begin, end - begin + 1, *value);
    }
    return text;
  }

 private:
  const std::string* meaning(const std::string& name) const {
    if (name == "project.groupId" || name == "pom.groupId" || name == "groupId") return &own_.group;
    if (name == "project.artifactId" || name == "artifactId") return &own_.artifact;
    if (name == "project.parent.groupId" || name == "parent.groupId") return &parent_.group;
    const auto found = properties_.find(name);
    return found == properties_.end() ? nullptr : &found->second;
  }

  std::map<std::string, Coordinates> elements_;
  std::map<std::string, std::string, std::less<>> properties_;
  Coordinates own_, parent_;
};

/// Whether an element's coordinates are of something that is used. What is only managed is a version that somebody else may want.
bool is_need(const std::string& element, const Coordinates& one) {
  const std::string key = plain_key(element);
  if (key == "project" || key.contains("exclusion") || key.ends_with("relocation")) return false;
  return !key.contains("dependencyManagement") || (one.scope == "import" && one.type == "pom");
}

}  // namespace

void read_maven(const PackageFile& file, PackageNames& names) {
  const Pom pom(file.facts);
  const auto named = [&](const Coordinates& one) {
    const std::string group = pom.filled(one.group);
    const std::string artifact = pom.filled(one.artifact);
    return PackageName{.ecosystem = Ecosystem::kMaven,
                       .name = group.empty() || artifact.empty() ? "" : group + ":" + artifact,
                       .path = std::string(file.path),
                       .line = one.line};
  };
  note(names.published, named(pom.own()));
  for (const auto& [element, one] : pom.elements())
    if (is_need(element, one)) note(names.needed, named(one));
}

void read_version_catalog(const PackageFile& file, PackageNames& names) {
  std::map<std::string, Coordinates> libraries;
  const auto add = [&](const std::string& name, std::uint32_t line) {
    note(names.needed, {.ecosystem = Ecosystem::kMaven, .name = name, .path = std::string(file.path), .line = line});
  };
  for (const Property& property : file.facts.properties) {
    const std::string_view key = file.facts.text(property.key);
    const std::string value(file.facts.text(property.value));
    if (!key.starts_with("libraries.")) continue;
    const std::size_t first = value.find(':');
    const bool is_whole = key.ends_with(".module") || std::ranges::count(key, '.') == 1;
    if (is_whole && first != std::string::npos) add(value.substr(0, value.find(':', first + 1)), property.line);
    const std::string library(key.substr(0, key.rfind('.')));
    if (key.ends_with(".group")) libraries[library].group = value;
    if (!key.ends_with(".name")) continue;
    libraries[library].artifact = value;
    libraries[library].line = property.line;
  }
  for (const auto& [library, one] : libraries)
    if (!one.group.empty() && !one.artifact.empty()) add(one.group + ":" + one.artifact, one.line);
}

}  // namespace grove::graph::packages
