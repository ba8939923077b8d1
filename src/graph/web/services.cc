#include "graph/web/services.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/traits.h"

namespace grove::graph::web {
namespace {

/// With these a build makes something that starts by itself.
constexpr auto kPlugins = std::to_array<std::string_view>(
    {"spring-boot-maven-plugin", "org-springframework-boot", "libs-plugins-spring-boot", "quarkus-maven-plugin", "io-quarkus",
     "micronaut-maven-plugin", "io-micronaut-application", "jib-maven-plugin", "com-google-cloud-tools-jib"});

bool contains(const std::vector<std::string>& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

void add_alias(Service& service, std::string_view name) {
  std::string alias = alias_of(name);
  if (!alias.empty() && alias.find('$') == std::string::npos && !contains(service.aliases, alias))
    service.aliases.push_back(std::move(alias));
}

void add_ports(Service& service, const std::vector<std::uint16_t>& ports) {
  for (const std::uint16_t port : ports)
    if (std::ranges::find(service.ports, port) == service.ports.end()) service.ports.push_back(port);
}

std::string known_text(std::string text) { return text.find("${") == std::string::npos ? text : std::string(); }

/// `openzipkin/zipkin:2` → `zipkin`.
std::string_view image_name(std::string_view image) {
  image = image.substr(0, image.find('@'));
  image = base_name(image);
  return image.substr(0, image.find(':'));
}

class Finder {
 public:
  Finder(Workplace& at, const Applications& applications) : at_(at), applications_(applications) {}

  std::vector<FoundService> find(const Containers& containers) {
    for (const Module& module : at_.modules.all()) add_module(module);
    for (const Container& container : containers.all) add_container(container);
    std::erase_if(found_, [](const FoundService& one) {
      return one.module != nullptr && one.containers.empty() && one.service.evidence.path.empty();
    });
    std::ranges::stable_sort(found_, {}, [](const FoundService& one) { return one.service.name; });
    return std::move(found_);
  }

 private:
  /// A module with code that starts by itself; another one with code waits for a container that runs it.
  void add_module(const Module& module) {
    const auto application = applications_.find(&module);
    if (application == applications_.end() || !application->second.has_code) return;
    FoundService one{.service = {}, .module = &module, .containers = {}};
    Service& service = one.service;
    service.module = module.folder;
    service.has_code = true;
    service.role = application->second.product.role;
    service.system = application->second.product.system;
    if (service.role == Role::kProgram) take_library(module, service);
    const std::string name =
        known_text(at_.modules.property(module, {"spring.application.name", "quarkus.application.name", "micronaut.application.name"}));
    service.name = name.empty() ? std::string(base_name(module.folder)) : name;
    add_alias(service, name);
    add_alias(service, base_name(module.folder));
    if (const std::uint16_t port = port_of(at_.modules.property(module, {"server.port", "quarkus.http.port", "micronaut.server.port"}));
        port != 0)
      service.ports.push_back(port);
    service.evidence = evidence_of(module, application->second);
    found_.push_back(std::move(one));
  }

  static void take_library(const Module& module, Service& service) {
    for (const Artifact& artifact : module.artifacts)
      if (const Product product = product_of_library(artifact.name); product.role != Role::kProgram) {
        service.role = product.role;
        service.system = product.system;
        return;
      }
  }

  Evidence place(FileId file, std::uint32_t line) const {
    return {.path = std::string(at_.program.declarations().file(file).path), .line = line};
  }

  Evidence evidence_of(const Module& module, const Application& application) const {
    if (!application.start.path.empty()) return application.start;
    if (!module.has_configuration) return dockerfile_of(module);
    for (const Artifact& artifact : module.artifacts)
      if (std::ranges::find(kPlugins, std::string_view(artifact.name)) != kPlugins.end()) return place(artifact.file, artifact.line);
    return dockerfile_of(module);
  }

  Evidence dockerfile_of(const Module& module) const {
    for (const FileId file : at_.program.declarations().files_named("Dockerfile"))
      if (const std::string_view path = at_.program.declarations().file(file).path;
          !module.folder.empty() && parent_path(path) == module.folder)
        return place(file, 1);
    return {};
  }

  void add_container(const Container& container) {
    FoundService* known = service_of(container);
    if (known == nullptr) known = &add_other(container);
    Service& service = known->service;
    known->containers.push_back(&container);
    for (const std::string& alias : container.aliases) add_alias(service, alias);
    add_alias(service, container.name);
    add_ports(service, container.ports);
    add_ports(service, container.outside);
    if (service.evidence.path.empty()) service.evidence = {.path = container.path, .line = container.line};
  }

  FoundService* service_of(const Container& container) {
    const std::string name = alias_of(container.name);
    const auto by = [&](auto matches) -> FoundService* {
      FoundService* only = nullptr;
      for (FoundService& one : found_)
        if (matches(one)) {
          if (only != nullptr) return nullptr;
          only = &one;
        }
      return only;
    };
    if (container.is_built)
      if (FoundService* built = by([&](const FoundService& one) { return one.module != nullptr && one.module->folder == container.build; }))
        return built;
    if (FoundService* named = by([&](const FoundService& one) { return contains(one.service.aliases, name); })) return named;
    // What two programs call themselves is that of the one whose folder is called so too.
    if (FoundService* in =
            by([&](const FoundService& one) { return one.module != nullptr && alias_of(base_name(one.module->folder)) == name; }))
      return in;
    for (const std::string& alias : container.aliases)
      if (FoundService* named = by([&](const FoundService& one) { return contains(one.service.aliases, alias_of(alias)); })) return named;
    if (container.is_built && !container.build.empty())
      if (FoundService* inside =
              by([&](const FoundService& one) { return one.module != nullptr && one.module->folder == parent_path(container.build); }))
        return inside;
    return service_of_image(container, by);
  }

  /// By the name of its image, which may have that of the project before; an image of somebody else's product is no module's.
  template <class By>
  FoundService* service_of_image(const Container& container, By by) {
    const std::string image = alias_of(image_name(container.image)), name = alias_of(container.name);
    const auto ends_with_word = [](std::string_view text, std::string_view word) {
      return !word.empty() && (text == word || (text.ends_with(word) && text[text.size() - word.size() - 1] == '-'));
    };
    if (FoundService* same = by([&](const FoundService& one) { return one.module != nullptr && contains(one.service.aliases, image); }))
      return same;
    if (!container.is_built && product_of_image(container.image).role != Role::kProgram) return nullptr;
    if (FoundService *longest = longest_of(
            [&](const FoundService& one, std::string_view alias) { return one.module != nullptr && ends_with_word(image, alias); }))
      return longest;
    return by([&](const FoundService& one) {
      return one.module != nullptr && one.containers.empty() && ends_with_word(alias_of(base_name(one.module->folder)), name);
    });
  }

  /// The service of the longest alias that fits; null where two are equally long.
  template <class Fits>
  FoundService* longest_of(Fits fits) {
    FoundService* best = nullptr;
    std::size_t length = 0;
    for (FoundService& one : found_)
      for (const std::string& alias : one.service.aliases) {
        if (alias.size() < length || !fits(one, alias)) continue;
        best = alias.size() == length && best != &one ? nullptr : &one;
        length = alias.size();
      }
    return best;
  }

  FoundService& add_other(const Container& container) {
    FoundService& one = found_.emplace_back();
    Service& service = one.service;
    service.name = container.name;
    service.evidence = {.path = container.path, .line = container.line};
    const std::string folder = container.is_built ? container.build : folder_named(container.name);
    service.has_code = !folder.empty() && holds_code(folder);
    if (service.has_code) service.module = folder;
    // Scripts that fill a database are no program: what is called after a product is one, what only has its name in its own may not be.
    const auto named = [&](std::string_view name) {
      name = image_name(name);
      return product_of_image(service.has_code ? name.substr(name.find_last_of("-_.") + 1) : name);
    };
    Product product = named(container.image);
    if (product.role == Role::kProgram) product = named(container.name);
    service.role = product.role;
    service.system = product.system;
    return one;
  }

  std::string folder_named(std::string_view name) const {
    for (const FileId file : at_.program.declarations().files_named("Dockerfile"))
      if (const std::string_view folder = parent_path(at_.program.declarations().file(file).path); base_name(folder) == name)
        return std::string(folder);
    return {};
  }

  bool holds_code(const std::string& folder) const {
    const Declarations& declarations = at_.program.declarations();
    for (FileId file = 0; file < declarations.file_limit(); ++file) {
      if (!declarations.is_live(file)) continue;
      const DeclaredFile one = declarations.file(file);
      if (one.path.starts_with(folder + "/") && family_of(one.language) != Family::kOther) return true;
    }
    return false;
  }

  Workplace& at_;
  const Applications& applications_;
  std::vector<FoundService> found_;
};

}  // namespace

std::string alias_of(std::string_view name) {
  std::string alias = to_lower_ascii(trim(name));
  std::ranges::replace(alias, '_', '-');
  return alias;
}

bool is_role_name(std::string_view alias) {
  constexpr std::array<std::string_view, 16> kRoles = {"api",  "app",   "application", "back",   "backend", "client",
                                                       "demo", "front", "frontend",    "proxy",  "server",  "service",
                                                       "ui",   "web",   "webapp",      "website"};
  return std::ranges::find(kRoles, alias) != kRoles.end();
}

std::vector<FoundService> find_services(Workplace& at, const Applications& applications, const Containers& containers) {
  return Finder(at, applications).find(containers);
}

}  // namespace grove::graph::web
