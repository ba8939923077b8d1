#include "graph/web/layers.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/client_types.h"
#include "graph/web/events.h"
#include "graph/web/message_senders.h"

namespace grove::graph::web {
namespace {

struct KnownName {
  std::string_view qualified;
  Layer layer;
};

constexpr std::array<KnownName, 16> kStereotypes = {{
    {"org.springframework.web.bind.annotation.RestController", Layer::kController},
    {"org.springframework.stereotype.Controller", Layer::kController},
    {"org.springframework.data.rest.webmvc.RepositoryRestController", Layer::kController},
    {"org.springframework.data.rest.webmvc.BasePathAwareController", Layer::kController},
    {"jakarta.ws.rs.Path", Layer::kController},
    {"org.springframework.stereotype.Service", Layer::kService},
    {"jakarta.ejb.Stateless", Layer::kService},
    {"jakarta.ejb.Singleton", Layer::kService},
    {"org.springframework.stereotype.Repository", Layer::kRepository},
    {"org.apache.ibatis.annotations.Mapper", Layer::kRepository},
    {"org.springframework.context.annotation.Configuration", Layer::kConfiguration},
    {"org.springframework.stereotype.Component", Layer::kComponent},
    {"jakarta.enterprise.context.ApplicationScoped", Layer::kComponent},
    {"jakarta.enterprise.context.RequestScoped", Layer::kComponent},
    {"jakarta.inject.Singleton", Layer::kComponent},
    {"jakarta.inject.Named", Layer::kComponent},
}};

/// On interfaces that a library implements as clients of other programs.
constexpr std::array<std::string_view, 4> kClients = {
    "org.springframework.cloud.openfeign.FeignClient", "org.springframework.cloud.netflix.feign.FeignClient",
    "org.springframework.web.service.annotation.HttpExchange", "org.eclipse.microprofile.rest.client.inject.RegisterRestClient"};

constexpr std::array<KnownName, 31> kLibraries = {{
    {"org.springframework.web.client.RestTemplate", Layer::kExternal},
    {"org.springframework.web.client.RestOperations", Layer::kExternal},
    {"org.springframework.web.client.RestClient", Layer::kExternal},
    {"org.springframework.web.reactive.function.client.WebClient", Layer::kExternal},
    {"java.net.http.HttpClient", Layer::kExternal},
    {"okhttp3.OkHttpClient", Layer::kExternal},
    {"io.ktor.client.HttpClient", Layer::kExternal},
    {"org.springframework.jdbc.core.JdbcTemplate", Layer::kRepository},
    {"org.springframework.jdbc.core.JdbcOperations", Layer::kRepository},
    {"org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate", Layer::kRepository},
    {"org.springframework.jdbc.core.simple.JdbcClient", Layer::kRepository},
    {"jakarta.persistence.EntityManager", Layer::kRepository},
    {"org.springframework.data.mongodb.core.MongoTemplate", Layer::kRepository},
    {"org.springframework.data.mongodb.core.ReactiveMongoTemplate", Layer::kRepository},
    {"org.springframework.ldap.core.LdapTemplate", Layer::kRepository},
    {"org.springframework.data.mongodb.core.MongoOperations", Layer::kRepository},
    {"org.springframework.data.mongodb.core.ReactiveMongoOperations", Layer::kRepository},
    {"org.springframework.data.r2dbc.core.R2dbcEntityTemplate", Layer::kRepository},
    {"org.springframework.data.r2dbc.core.R2dbcEntityOperations", Layer::kRepository},
    {"org.springframework.data.elasticsearch.core.ElasticsearchOperations", Layer::kRepository},
    {"org.springframework.data.elasticsearch.core.ElasticsearchRestTemplate", Layer::kRepository},
    {"org.springframework.data.redis.core.ReactiveRedisTemplate", Layer::kRepository},
    {"org.springframework.data.redis.core.RedisOperations", Layer::kRepository},
    {"org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations", Layer::kRepository},
    {"org.springframework.data.redis.core.RedisTemplate", Layer::kRepository},
    {"org.springframework.data.redis.core.StringRedisTemplate", Layer::kRepository},
    {"org.springframework.r2dbc.core.DatabaseClient", Layer::kRepository},
    {"org.apache.ibatis.session.SqlSession", Layer::kRepository},
    {"org.jooq.DSLContext", Layer::kRepository},
    {"com.baomidou.mybatisplus.extension.service.IService", Layer::kRepository},
    {"com.baomidou.mybatisplus.extension.service.impl.ServiceImpl", Layer::kRepository},
}};

constexpr std::array<std::string_view, 2> kMapperScans = {"org.mybatis.spring.annotation.MapperScan",
                                                          "tk.mybatis.spring.annotation.MapperScan"};

using Words = std::span<const std::string_view>;

/// Whether a package is one that a pattern names, or below it: `shop.mapper`, `shop.**.mapper`, `shop.*.dao`.
bool is_within(Words pattern, Words package) {
  if (pattern.empty()) return true;
  if (pattern.front() == "**" && is_within(pattern.subspan(1), package)) return true;
  if (package.empty()) return false;
  if (pattern.front() == "**") return is_within(pattern, package.subspan(1));
  return (pattern.front() == "*" || pattern.front() == package.front()) && is_within(pattern.subspan(1), package.subspan(1));
}

template <std::size_t N>
Layer find_in(const std::array<KnownName, N>& names, std::string_view qualified) {
  const auto found = std::ranges::find(names, qualified, &KnownName::qualified);
  return found == names.end() ? Layer::kNone : found->layer;
}

std::string bean_name_of(std::string_view type) {
  std::string name(type);
  const bool is_short_form = name.size() > 1 && name[1] >= 'A' && name[1] <= 'Z';  // `URLReader` stays as it is
  if (!is_short_form && !name.empty() && name[0] >= 'A' && name[0] <= 'Z') name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return name;
}

/// `a.b.Client` of `a.b.Client.Builder`, as an import names it.
std::string outermost_type(std::string_view path) {
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    if (path[begin] >= 'A' && path[begin] <= 'Z') return std::string(path.substr(0, end));
    begin = end + 1;
  }
  return std::string(path);
}

/// A library's; what else a package has that is imported as a whole, nobody here can say.
bool is_known_type(std::string_view qualified) {
  return Layers::of_library(qualified) != Layer::kNone || client_library(qualified) || Events::is_publisher(qualified) ||
         is_message_sender(qualified);
}

/// MapStruct makes a bean of such a type.
bool is_mapped_bean(Workplace& at, SymbolId type) {
  const Meaning* meaning = at.annotations.find(type, "org.mapstruct.Mapper");
  if (meaning == nullptr) return false;
  for (const Site& site : at.annotations.arguments(*meaning, {"componentModel"})) {
    const std::string model = to_lower_ascii(site.facts->text(site.facts->expressions[site.expression].text));
    for (const std::string_view container : {"spring", "cdi", "jakarta", "jsr330"})
      if (model.find(container) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::string_view layer_name(Layer layer) {
  switch (layer) {
    case Layer::kNone: return "";
    case Layer::kController: return "controller";
    case Layer::kService: return "service";
    case Layer::kRepository: return "repository";
    case Layer::kExternal: return "external";
    case Layer::kComponent: return "component";
    case Layer::kConfiguration: return "config";
  }
  return "";
}

Layer Layers::of_library(std::string_view qualified) {
  constexpr std::string_view kFormer = "javax.persistence.";
  return find_in(kLibraries, qualified.starts_with(kFormer) ? "jakarta" + std::string(qualified.substr(5)) : std::string(qualified));
}

std::string Layers::imported(FileId file, std::string_view type) {
  const TypeText text = parse_type(type, Family::kJvm);
  if (text.path.empty()) return {};
  const std::string_view first = first_part(text.path);
  if (first.front() >= 'a' && first.front() <= 'z') return outermost_type(text.path);
  std::string wild;
  for (const DeclaredImport& import : at_.program.imports(file)) {
    if (!import.name.empty() && (import.alias.empty() ? import.name : import.alias) == first)
      return std::string(import.module) + "." + std::string(import.name);
    const std::string qualified = std::string(import.module) + "." + std::string(text.path);
    if (import.name == "*" && is_known_type(qualified)) wild = qualified;
  }
  return wild;
}

const TypeRole& Layers::of(SymbolId type) {
  const auto known = known_.find(type);
  if (known != known_.end()) return known->second;
  return known_[type] = find(type);
}

bool Layers::is_data_repository(SymbolId type) {
  if (at_.annotations.carries(type, "org.springframework.data.repository.RepositoryDefinition")) return true;
  for (const SymbolId one : with_ancestors(at_.program, type)) {
    const FileId file = at_.program.declarations().file_of(one);
    for (const std::string_view written : at_.program.declarations().supertypes(one)) {
      const std::string_view name = last_part(parse_type(written, Family::kJvm).path);
      if (!name.ends_with("Repository") && name != "BaseMapper") continue;
      if (!at_.program.scopes().look_up_type({file, one}, written).symbols.empty()) continue;
      const auto comes_from = [&](const DeclaredImport& import) {
        const bool is_data = import.module.starts_with("org.springframework.data") || import.module.starts_with("com.baomidou.mybatisplus");
        return is_data && (import.name == name || import.name == "*");
      };
      if (std::ranges::any_of(at_.program.imports(file), comes_from) || written.starts_with("org.springframework.data.")) return true;
    }
  }
  return false;
}

const std::vector<std::string>& Layers::mapper_packages() {
  if (mapper_packages_) return *mapper_packages_;
  std::vector<std::string>& found = mapper_packages_.emplace();
  const Declarations& declarations = at_.program.declarations();
  for (const FileId file : at_.program.code()) {
    const Facts& facts = *at_.program.facts(file);
    for (const Annotation& annotation : facts.annotations) {
      if (annotation.symbol == kNone || last_part(facts.text(annotation.name)) != "MapperScan") continue;
      const SymbolId on = declarations.file(file).first_symbol + annotation.symbol;
      for (const std::string_view scan : kMapperScans)
        if (const Meaning* meaning = at_.annotations.find(on, scan)) add_scanned(*meaning, on, found);
    }
  }
  return found;
}

void Layers::add_scanned(const Meaning& meaning, SymbolId on, std::vector<std::string>& packages) {
  const Declarations& declarations = at_.program.declarations();
  if (!at_.annotations.arguments(meaning, {"annotationClass", "markerInterface"}).empty()) return;  // not all interfaces
  const std::size_t before = packages.size();
  for (const Site& site : at_.annotations.arguments(meaning, {"value", "basePackages"}))
    for (std::string& name : at_.folder.texts(site)) packages.push_back(std::move(name));
  for (const Site& site : at_.annotations.arguments(meaning, {"basePackageClasses"}))
    for (const SymbolId type : at_.folder.types(site)) packages.emplace_back(before_last_part(declarations.symbol(type).qualified_name));
  if (packages.size() == before) packages.emplace_back(before_last_part(declarations.symbol(on).qualified_name));
}

bool Layers::is_mapper(SymbolId type) {
  if (at_.annotations.carries(type, "org.apache.ibatis.annotations.Mapper")) return true;
  const DeclaredSymbol declared = at_.program.declarations().symbol(type);
  const auto package = split(before_last_part(declared.qualified_name), '.');
  return std::ranges::any_of(mapper_packages(), [&](const std::string& one) { return is_within(split(one, '.'), package); });
}

std::string Layers::library_base(SymbolId type) {
  for (const SymbolId one : with_ancestors(at_.program, type))
    for (const std::string_view written : at_.program.declarations().supertypes(one))
      if (std::string name = imported(at_.program.declarations().file_of(one), written); of_library(name) != Layer::kNone) return name;
  return {};
}

bool Layers::is_client(SymbolId type) {
  for (const std::string_view client : kClients)
    if (at_.annotations.carries(type, client)) return true;
  for (const SymbolId member : at_.program.declarations().members(type))
    for (const Meaning& meaning : at_.annotations.meanings(member))
      if (meaning.qualified.starts_with("retrofit2.http.") ||
          (meaning.qualified.starts_with("org.springframework.web.service.annotation.") && meaning.qualified.ends_with("Exchange")))
        return true;
  return false;
}

TypeRole Layers::find(SymbolId type) {
  TypeRole role;
  const DeclaredSymbol declared = at_.program.declarations().symbol(type);
  if (declared.kind == Kind::kInterface) {
    if (is_client(type)) return {.layer = Layer::kExternal, .is_generated = true, .is_primary = false, .bean_names = {}};
    if (is_mapper(type) || is_data_repository(type))
      return {.layer = Layer::kRepository, .is_generated = true, .is_primary = false, .bean_names = {}};
  }
  if (is_mapped_bean(at_, type)) return {.layer = Layer::kComponent, .is_generated = true, .is_primary = false, .bean_names = {}};
  for (const Meaning& meaning : at_.annotations.meanings(type)) {
    const Layer layer = find_in(kStereotypes, meaning.qualified);
    const bool is_qualifier = meaning.qualified == "org.springframework.beans.factory.annotation.Qualifier";
    if (meaning.qualified == "org.springframework.context.annotation.Primary") role.is_primary = true;
    if (role.layer == Layer::kNone || role.layer == Layer::kComponent) role.layer = layer == Layer::kNone ? role.layer : layer;
    if ((layer == Layer::kNone && !is_qualifier) || meaning.qualified == "jakarta.ws.rs.Path") continue;
    for (const Site& site : at_.annotations.arguments(meaning, {"value"}))
      for (std::string& name : at_.folder.texts(site)) role.bean_names.push_back(std::move(name));
  }
  role.bean_names.push_back(bean_name_of(declared.name));
  return role;
}

}  // namespace grove::graph::web
