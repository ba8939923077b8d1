#include "graph/web/configuration_store.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/text.h"

namespace grove::graph::web {
namespace {

std::string_view stem(std::string_view path) {
  const std::string_view base = base_name(path);
  return base.substr(0, base.rfind('.'));
}

bool is_below(std::string_view path, std::string_view folder) {
  return folder.empty() || (path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/');
}

bool may_hold_configuration(std::string_view path, const std::vector<std::string>& servers) {
  if (to_lower_ascii(parent_path(path)).find("config") != std::string::npos) return true;
  return std::ranges::any_of(servers, [&](const std::string& server) { return is_below(path, server); });
}

/// Manifests of Kubernetes and Compose are named after applications too.
bool describes_containers(const Facts& facts) {
  return std::ranges::any_of(facts.properties, [&](const Property& property) {
    const std::string_view key = facts.text(property.key);
    return key == "apiVersion" || key.starts_with("services.");
  });
}

/// The longest name that a file is called after.
void name_application(const std::vector<std::string>& names, std::string_view file, StoredConfiguration& stored) {
  for (const std::string& name : names) {
    const bool is_meant = !name.empty() && file.starts_with(name) && (file.size() == name.size() || file[name.size()] == '-');
    if (!is_meant || name.size() <= stored.application.size()) continue;
    stored.application = name;
    stored.profile = file.size() == name.size() ? std::string() : std::string(file.substr(name.size() + 1));
  }
}

}  // namespace

ConfigurationName configuration_name(std::string_view path) {
  const std::string_view file = stem(path);
  for (const std::string_view name : {"application", "bootstrap"}) {
    if (file == name) return {.is_own = true, .is_early = name == "bootstrap", .profile = {}};
    if (file.starts_with(name) && file.size() > name.size() + 1 && file[name.size()] == '-')
      return {.is_own = true, .is_early = name == "bootstrap", .profile = std::string(file.substr(name.size() + 1))};
  }
  return {};
}

std::vector<StoredConfiguration> stored_configuration(const Program& program, const std::vector<std::string>& names,
                                                      const std::vector<std::string>& servers) {
  std::vector<StoredConfiguration> found;
  std::set<std::string_view> folders;
  for (const FileId file : program.configuration()) {
    const DeclaredFile declared = program.declarations().file(file);
    if (declared.language != Language::kYaml && declared.language != Language::kProperties) continue;
    if (!may_hold_configuration(declared.path, servers) || configuration_name(declared.path).is_own) continue;
    StoredConfiguration stored{.file = file, .application = {}, .profile = {}};
    name_application(names, to_lower_ascii(stem(declared.path)), stored);
    if (stored.application.empty() || describes_containers(*program.facts(file))) continue;
    folders.insert(parent_path(declared.path));
    found.push_back(std::move(stored));
  }
  std::vector<StoredConfiguration> for_all;
  for (const FileId file : program.configuration()) {
    const std::string_view path = program.declarations().file(file).path;
    ConfigurationName name = configuration_name(path);
    if (!name.is_own || name.is_early || !folders.contains(parent_path(path)) || parent_path(path).ends_with("src/main/resources"))
      continue;
    for_all.push_back({.file = file, .application = {}, .profile = std::move(name.profile)});
  }
  for_all.insert(for_all.end(), found.begin(), found.end());
  std::ranges::stable_sort(for_all, {},
                           [](const StoredConfiguration& one) { return std::tuple(!one.application.empty(), !one.profile.empty()); });
  return for_all;
}

}  // namespace grove::graph::web
