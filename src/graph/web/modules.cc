#include "graph/web/modules.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "graph/web/folding.h"

namespace grove::graph::web {
namespace {

constexpr std::string_view kBuildFiles[] = {"pom.xml", "build.gradle", "build.gradle.kts"};

bool is_inside(std::string_view folder, std::string_view path) {
  return folder.empty() || (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

}  // namespace

std::string canonical_key(std::string_view key) {
  std::string out = to_lower_ascii(key);
  std::erase_if(out, [](char c) { return c == '-' || c == '_'; });
  return out;
}

Modules::Modules(Program& program) : declarations_(program.declarations()) {
  add_module("");
  for (const std::string_view name : kBuildFiles)
    for (const FileId file : declarations_.files_named(name))
      if (const std::string_view path = declarations_.file(file).path; !is_test_path(path)) add_module(parent_path(path));
  for (const FileId file : program.code()) {
    const std::string_view path = declarations_.file(file).path;
    if (const std::size_t source = path.find("/src/main/"); source != std::string_view::npos) add_module(path.substr(0, source));
  }
  std::ranges::sort(modules_, {}, &Module::folder);
  for (const auto* files : {&program.code(), &program.configuration()})
    for (const FileId file : *files)
      if (std::ranges::find(kBuildFiles, base_name(declarations_.file(file).path)) != std::end(kBuildFiles))
        read_build_file(file, *program.facts(file), modules_[place_of(declarations_.file(file).path)]);
  const Stored stored = stored_files(program);
  read_configuration(program, stored);
  read_stored_configuration(program, stored);
}

void Modules::read_build_file(FileId file, const Facts& facts, Module& module) {
  const auto add = [&](std::string_view text, std::uint32_t line) {
    std::string artifact = to_lower_ascii(text);
    std::ranges::replace(artifact, '.', '-');
    module.artifacts.push_back({.name = std::move(artifact), .file = file, .line = line});
  };
  for (const Property& property : facts.properties)
    if (facts.language == Language::kGroovy || facts.text(property.key).ends_with("artifactId"))
      add(facts.text(property.value), property.line);
  for (const Expression& expression : facts.expressions) {
    const std::string_view text = facts.text(expression.text);
    const bool is_artifact = expression.kind == Expression::Kind::kString && text.find_first_of(":.") != std::string_view::npos;
    if (!is_artifact && (expression.kind != Expression::Kind::kName || !text.starts_with("libs."))) continue;
    // References stand in source order: the last one before it is the call that it is passed to.
    const auto behind = std::ranges::upper_bound(facts.references, expression.begin, {}, &Reference::begin);
    add(text, behind == facts.references.begin() ? 1 : std::prev(behind)->line);
  }
}

const Artifact* Modules::artifact(const Module& module, std::string_view library) {
  const auto found =
      std::ranges::find_if(module.artifacts, [&](const Artifact& artifact) { return artifact.name.find(library) != std::string::npos; });
  return found == module.artifacts.end() ? nullptr : &*found;
}

bool Modules::is_built_with(const Module& module, std::string_view library) const {
  return std::ranges::any_of(modules_, [&](const Module& one) {
    const bool around = &one == &module || is_inside(one.folder, module.folder);
    return around && artifact(one, library) != nullptr;
  });
}

void Modules::add_module(std::string_view folder) {
  if (folder == ".") folder = "";
  if (std::ranges::find(modules_, folder, &Module::folder) == modules_.end())
    modules_.push_back({.folder = std::string(folder), .has_configuration = false, .artifacts = {}, .settings = {}, .properties = {}});
}

std::size_t Modules::place_of(std::string_view path) const {
  std::size_t best = 0;  // the root
  for (std::size_t i = 0; i < modules_.size(); ++i)
    if (is_inside(modules_[i].folder, path) && modules_[i].folder.size() >= modules_[best].folder.size()) best = i;
  return best;
}

const Module& Modules::of(FileId file) const { return modules_[place_of(declarations_.file(file).path)]; }

const Module& Modules::application_of(FileId file) const {
  const Module& own = of(file);
  if (own.has_configuration) return own;
  const Module* only = nullptr;
  for (const Module& module : modules_) {
    if (!module.has_configuration) continue;
    if (only != nullptr) return own;
    only = &module;
  }
  return only == nullptr ? own : *only;
}

namespace {

/// Spring looks for `orders.base-url` in the environment as `ORDERS_BASEURL`.
const std::string* find(const Module& module, std::string_view key) {
  std::string canonical = canonical_key(key);
  auto found = module.properties.find(canonical);
  if (found == module.properties.end() && std::erase_if(canonical, [](char c) { return c == '.' || c == '[' || c == ']'; }) > 0)
    found = module.properties.find(canonical);
  return found == module.properties.end() ? nullptr : &found->second;
}

}  // namespace

struct Modules::ConfigurationFile {
  std::size_t module = 0;
  ConfigurationName name;
  FileId file = 0;
  std::string_view path;
  const Facts* facts = nullptr;
  bool is_for_all = false;
};

void Modules::apply(const ConfigurationFile& file, Module& module, const std::vector<std::string>& profiles) {
  const Facts& facts = *file.facts;
  for (const Property& property : facts.properties) {
    const std::string_view profile = facts.text(property.profile);
    if (!profile.empty() && std::ranges::find(profiles, profile) == profiles.end()) continue;
    module.properties.insert_or_assign(canonical_key(facts.text(property.key)), std::string(facts.text(property.value)));
  }
}

void Modules::keep_settings(const ConfigurationFile& file, Module& module) {
  for (const Property& property : file.facts->properties) {
    const std::string_view profile = file.facts->text(property.profile);
    module.settings.push_back({.key = canonical_key(file.facts->text(property.key)),
                               .value = std::string(file.facts->text(property.value)),
                               .profile = profile.empty() ? file.name.profile : std::string(profile),
                               .file = file.file,
                               .line = property.line,
                               .is_for_all = file.is_for_all});
  }
}

/// By the name of its application and by that of its folder a module is meant.
Modules::Stored Modules::stored_files(const Program& program) const {
  Stored stored;
  stored.names.resize(modules_.size());
  std::vector<std::string> names, servers;
  const auto add = [&](std::string_view name, std::size_t module) {
    names.push_back(to_lower_ascii(name));
    stored.names[module].push_back(names.back());
  };
  for (const FileId file : program.configuration()) {
    if (!configuration_name(declarations_.file(file).path).is_own) continue;
    const Facts& facts = *program.facts(file);
    for (const Property& property : facts.properties)
      if (canonical_key(facts.text(property.key)) == "spring.application.name")
        add(facts.text(property.value), place_of(declarations_.file(file).path));
  }
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    add(base_name(modules_[i].folder), i);
    if (artifact(modules_[i], "spring-cloud-config-server") != nullptr) servers.push_back(modules_[i].folder);
  }
  stored.files = stored_configuration(program, names, servers);
  return stored;
}

std::vector<Modules::ConfigurationFile> Modules::own_files(const Program& program, const Stored& stored) const {
  std::vector<ConfigurationFile> files;
  for (const FileId file : program.configuration()) {
    const std::string_view path = declarations_.file(file).path;
    ConfigurationName name = configuration_name(path);
    if (name.is_own && std::ranges::find(stored.files, file, &StoredConfiguration::file) == stored.files.end())
      files.push_back({.module = place_of(path), .name = std::move(name), .file = file, .path = path, .facts = program.facts(file)});
  }
  // What is applied later holds: application over bootstrap, .properties over .yml.
  std::ranges::stable_sort(
      files, {}, [](const ConfigurationFile& file) { return std::tuple(!file.name.is_early, file.path.ends_with(".properties")); });
  return files;
}

void Modules::read_configuration(const Program& program, const Stored& stored) {
  const std::vector<ConfigurationFile> files = own_files(program, stored);
  for (const ConfigurationFile& file : files) {
    modules_[file.module].has_configuration = true;
    keep_settings(file, modules_[file.module]);
    if (file.name.profile.empty()) apply(file, modules_[file.module], {});
  }
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    const std::vector<std::string> active = active_profiles(modules_[i]);
    for (const ConfigurationFile& file : files)
      if (file.module == i && (file.name.profile.empty() || std::ranges::find(active, file.name.profile) != active.end()))
        apply(file, modules_[i], active);
  }
}

void Modules::read_stored_configuration(const Program& program, const Stored& stored) {
  for (const StoredConfiguration& one : stored.files) {
    const std::string_view path = declarations_.file(one.file).path;
    const bool is_for_all = one.application.empty();
    const ConfigurationFile file{.module = place_of(path),
                                 .name = {.is_own = true, .is_early = false, .profile = one.profile},
                                 .file = one.file,
                                 .path = path,
                                 .facts = program.facts(one.file),
                                 .is_for_all = is_for_all};
    for (std::size_t i = 0; i < modules_.size(); ++i) {
      Module& module = modules_[i];
      if (i == file.module || !asks_configuration_server(module)) continue;
      const std::vector<std::string>& names = stored.names[i];
      if (one.application.empty() ? !module.has_configuration : std::ranges::find(names, one.application) == names.end()) continue;
      module.has_configuration = true;
      keep_settings(file, module);
      const std::vector<std::string> active = active_profiles(module);
      if (one.profile.empty() || std::ranges::find(active, one.profile) != active.end()) apply(file, module, active);
    }
  }
}

/// What has no configuration of its own has to get it from somewhere.
bool Modules::asks_configuration_server(const Module& module) const {
  if (!module.has_configuration) return true;
  if (is_built_with(module, "spring-cloud-starter-config") || is_built_with(module, "spring-cloud-config-client")) return true;
  return std::ranges::any_of(module.properties, [](const auto& property) {
    return property.first.starts_with("spring.cloud.config.") ||
           (property.first.starts_with("spring.config.import") && property.second.find("configserver:") != std::string::npos);
  });
}

std::vector<std::string> Modules::active_profiles(const Module& module) const {
  std::vector<std::string> active;
  const std::string profiles = property(module, {"spring.profiles.active", "spring.profiles.default"});
  for (const std::string_view one : split(profiles, ','))
    if (!trim(one).empty()) active.emplace_back(trim(one));
  active.emplace_back("default");
  return active;
}

void Modules::add_environment(const Module& module, std::string_view name, std::string_view value) {
  modules_[static_cast<std::size_t>(&module - modules_.data())].properties.try_emplace(canonical_key(name), value);
}

std::string Modules::filled(const Module& module, std::string_view text) const {
  return fill_placeholders(text, [&](std::string_view name) { return find(module, name); });
}

namespace {

/// `@artifactId@` is what the build puts there: mostly the folder's name. What else it may put nobody knows.
std::string without_build_mark(const Module& module, std::string value) {
  const bool is_mark = value.size() > 2 && value.front() == '@' && value.find('@', 1) == value.size() - 1;
  if (!is_mark) return value;
  const bool is_name = value.ends_with("artifactId@") || value == "@project.name@";
  return is_name ? std::string(base_name(module.folder)) : std::string();
}

}  // namespace

std::string Modules::property(const Module& module, std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys)
    if (const std::string* found = find(module, key)) return without_build_mark(module, filled(module, *found));
  return {};
}

}  // namespace grove::graph::web
