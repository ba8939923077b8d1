#include "graph/web/modules.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "graph/web/folding.h"

namespace grove::graph::web {
namespace {

constexpr std::string_view kBuildFiles[] = {"pom.xml", "build.gradle", "build.gradle.kts"};

/// A file that Spring Boot, Quarkus or Micronaut reads by itself: `application-prod.yml` is of the profile `prod`.
struct ConfigurationName {
  bool early = false;  // bootstrap.*
  std::string profile;
};
std::optional<ConfigurationName> configuration_name(std::string_view path) {
  const std::string_view base = base_name(path);
  const std::string_view stem = base.substr(0, base.rfind('.'));
  for (const std::string_view name : {"application", "bootstrap"}) {
    if (stem == name) return ConfigurationName{.early = name == "bootstrap", .profile = {}};
    if (stem.starts_with(name) && stem.size() > name.size() + 1 && stem[name.size()] == '-')
      return ConfigurationName{.early = name == "bootstrap", .profile = std::string(stem.substr(name.size() + 1))};
  }
  return std::nullopt;
}

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
        read_build_file(*program.facts(file), modules_[place_of(declarations_.file(file).path)]);
  read_configuration(program);
}

void Modules::read_build_file(const Facts& facts, Module& module) {
  const auto add = [&](std::string_view text) {
    std::string artifact = to_lower_ascii(text);
    std::ranges::replace(artifact, '.', '-');
    module.artifacts.push_back(std::move(artifact));
  };
  for (const Property& property : facts.properties)
    if (facts.text(property.key).ends_with("artifactId")) add(facts.text(property.value));
  for (const Expression& expression : facts.expressions) {
    const std::string_view text = facts.text(expression.text);
    const bool is_artifact = expression.kind == Expression::Kind::kString && text.find(':') != std::string_view::npos;
    if (is_artifact || (expression.kind == Expression::Kind::kName && text.starts_with("libs."))) add(text);
  }
}

bool Modules::is_built_with(const Module& module, std::string_view library) const {
  return std::ranges::any_of(modules_, [&](const Module& one) {
    const bool around = &one == &module || is_inside(one.folder, module.folder);
    return around && std::ranges::any_of(one.artifacts, [&](const std::string& name) { return name.find(library) != std::string::npos; });
  });
}

void Modules::add_module(std::string_view folder) {
  if (folder == ".") folder = "";
  if (std::ranges::find(modules_, folder, &Module::folder) == modules_.end())
    modules_.push_back({.folder = std::string(folder), .has_configuration = false, .artifacts = {}, .properties = {}});
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

void Modules::apply(const Facts& facts, std::size_t module, const std::vector<std::string>& profiles) {
  for (const Property& property : facts.properties) {
    const std::string_view profile = facts.text(property.profile);
    if (!profile.empty() && std::ranges::find(profiles, profile) == profiles.end()) continue;
    modules_[module].properties.insert_or_assign(canonical_key(facts.text(property.key)), std::string(facts.text(property.value)));
  }
}

void Modules::read_configuration(Program& program) {
  struct File {
    std::size_t module;
    ConfigurationName name;
    std::string_view path;
    const Facts* facts;
  };
  std::vector<File> files;
  for (const FileId file : program.configuration()) {
    const std::string_view path = declarations_.file(file).path;
    auto name = configuration_name(path);
    if (!name) continue;
    files.push_back({.module = place_of(path), .name = *std::move(name), .path = path, .facts = program.facts(file)});
  }
  // What is applied later holds: application over bootstrap, .properties over .yml.
  std::ranges::stable_sort(files, {}, [](const File& file) { return std::tuple(!file.name.early, file.path.ends_with(".properties")); });
  for (const File& file : files) {
    modules_[file.module].has_configuration = true;
    if (file.name.profile.empty()) apply(*file.facts, file.module, {});
  }
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    std::vector<std::string> active;
    const std::string profiles = property(modules_[i], {"spring.profiles.active", "spring.profiles.default"});
    for (const std::string_view one : split(profiles, ','))
      if (!trim(one).empty()) active.emplace_back(trim(one));
    active.emplace_back("default");
    for (const File& file : files)
      if (file.module == i && (file.name.profile.empty() || std::ranges::find(active, file.name.profile) != active.end()))
        apply(*file.facts, i, active);
  }
}

std::string Modules::filled(const Module& module, std::string_view text) const {
  return fill_placeholders(text, [&](std::string_view name) -> const std::string* {
    const auto found = module.properties.find(canonical_key(name));
    return found == module.properties.end() ? nullptr : &found->second;
  });
}

std::string Modules::property(const Module& module, std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys) {
    const auto found = module.properties.find(canonical_key(key));
    if (found != module.properties.end()) return filled(module, found->second);
  }
  return {};
}

}  // namespace grove::graph::web
