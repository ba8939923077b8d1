#include "graph/web/data_rest.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/calls.h"
#include "graph/web/plural.h"
#include "graph/web/route_text.h"
#include "graph/web/spring_prefixes.h"

namespace grove::graph::web {
namespace {

constexpr std::string_view kResource = "org.springframework.data.rest.core.annotation.RepositoryRestResource";
constexpr std::string_view kMethodResource = "org.springframework.data.rest.core.annotation.RestResource";
constexpr std::array<std::string_view, 9> kBases = {"CrudRepository",
                                                    "ListCrudRepository",
                                                    "JpaRepository",
                                                    "MongoRepository",
                                                    "PagingAndSortingRepository",
                                                    "ListPagingAndSortingRepository",
                                                    "KeyValueRepository",
                                                    "Neo4jRepository",
                                                    "ElasticsearchRepository"};
constexpr std::array<std::string_view, 4> kAssociations = {"OneToOne", "ManyToOne", "OneToMany", "ManyToMany"};

/// A repository that is served.
struct Resource {
  SymbolId repository = kNobody;
  SymbolId entity = kNobody;  ///< kNobody where it is a library's.
  std::string entity_name, path;
  std::vector<SymbolId> methods;  ///< Declared by the repository or what of the program it extends.
};

std::string uncapitalized(std::string_view name) {
  std::string out(name);
  if (!out.empty() && out.front() >= 'A' && out.front() <= 'Z') out.front() = static_cast<char>(out.front() - 'A' + 'a');
  return out;
}

class Finder {
 public:
  Finder(Workplace& at, std::vector<Endpoint>& found) : at_(at), found_(found), prefixes_(at) {
    for (const CallSite& call : calls_of(at.program, "setBasePath"))
      if (call.arguments.size() == 1 && at.program.imports_from(call.file, "org.springframework.data.rest"))
        base_paths_[&at.modules.application_of(call.file)] = at.folder.text(call.argument(0));
  }

  void find() {
    for (const FileId file : at_.program.code()) {
      const DeclaredFile declared = at_.program.declarations().file(file);
      for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol)
        if (std::optional<Resource> resource = resource_of(symbol)) resources_.push_back(*std::move(resource));
    }
    for (const Resource& resource : resources_) add(resource);
  }

 private:
  bool is_served(SymbolId repository) {
    const DeclaredSymbol declared = at_.program.declarations().symbol(repository);
    if (declared.kind != Kind::kInterface || (declared.flags & kSymbolPrivate) != 0) return false;
    const Module& module = at_.modules.of(declared.file);
    const bool marked = at_.annotations.carries(repository, kResource) || at_.annotations.carries(repository, kMethodResource);
    if (!marked && !at_.modules.is_built_with(module, "data-rest")) return false;
    if (at_.annotations.carries(repository, "org.springframework.data.repository.NoRepositoryBean")) return false;
    const bool is_java = at_.program.declarations().file(declared.file).language == Language::kJava;
    if (!marked && is_java && (declared.flags & kSymbolPublic) == 0) return false;
    const std::string strategy = at_.modules.property(at_.modules.application_of(declared.file), {"spring.data.rest.detection-strategy"});
    return marked || !equals_ignoring_ascii_case(strategy, "annotated");
  }

  std::optional<Resource> resource_of(SymbolId repository) {
    if (!is_served(repository)) return std::nullopt;
    const Declarations& declarations = at_.program.declarations();
    Resource made{.repository = repository, .entity = kNobody, .entity_name = {}, .path = {}, .methods = {}};
    for (const Ancestor& owner : lineage(at_.program, repository)) {
      for (const SymbolId member : declarations.members(owner.type))
        if (is_callable(declarations.symbol(member).kind)) made.methods.push_back(member);
      for (const WrittenSupertype& written : written_supertypes(at_.program, owner.type)) {
        if (std::ranges::find(kBases, written.name) == kBases.end() || written.arguments.empty()) continue;
        const std::string entity = with_arguments(written.arguments[0], owner.arguments);
        const FileId file = declarations.file_of(repository);
        const Found found = at_.program.scopes().look_up_type({file, repository}, entity);
        if (!found.symbols.empty()) made.entity = found.symbols.front();
        made.entity_name = std::string(last_part(entity));
      }
    }
    if (made.entity_name.empty()) return std::nullopt;
    made.path = plural_of(uncapitalized(made.entity_name));
    for (const std::string_view annotation : {kResource, kMethodResource}) {
      const Meaning* meaning = at_.annotations.find(repository, annotation);
      if (meaning == nullptr) continue;
      if (!is_exported(*meaning)) return std::nullopt;
      for (const Site& site : at_.annotations.arguments(*meaning, {"path"})) made.path = at_.folder.text(site);
    }
    return made;
  }

  bool is_exported(const Meaning& meaning) {
    for (const Site& site : at_.annotations.arguments(meaning, {"exported"}))
      if (site.facts->text(site.facts->expressions[site.expression].text) == "false") return false;
    return true;
  }

  /// Whether a method of the base repository is left to be served: `@RestResource(exported = false)` on one of that name takes it away.
  bool offers(const Resource& resource, std::string_view name) {
    for (const SymbolId method : resource.methods) {
      if (at_.program.declarations().symbol(method).name != name) continue;
      const Meaning* meaning = at_.annotations.find(method, kMethodResource);
      if (meaning != nullptr && !is_exported(*meaning)) return false;
    }
    return true;
  }

  void add(const Resource& resource) {
    const FileId file = at_.program.declarations().file_of(resource.repository);
    const Module& application = at_.modules.application_of(file);
    std::string base = at_.modules.property(application, {"spring.data.rest.base-path"});
    if (const auto set = base_paths_.find(&application); base.empty() && set != base_paths_.end()) base = set->second;
    const std::string collection = join_route(join_route(prefixes_.of_application(application), base == "/" ? "" : base), resource.path);
    const std::string item = join_route(collection, "{id}");
    if (offers(resource, "findAll")) add_route(resource, "GET", collection);
    if (offers(resource, "save")) {
      add_route(resource, "POST", collection);
      add_route(resource, "PUT", item);
      add_route(resource, "PATCH", item);
    }
    if (offers(resource, "findById") && offers(resource, "findOne")) add_route(resource, "GET", item);
    if (offers(resource, "delete") && offers(resource, "deleteById")) add_route(resource, "DELETE", item);
    add_searches(resource, collection);
    add_associations(resource, item);
  }

  Endpoint& add_route(const Resource& resource, std::string_view verb, const std::string& route, SymbolId method = kNobody) {
    Endpoint endpoint =
        describe_handler(at_, resource.repository, {.symbol = method == kNobody ? resource.repository : method, .arguments = {}});
    endpoint.framework = Framework::kSpringDataRest;
    endpoint.http_method = std::string(verb);
    endpoint.route = clean_route(route);
    if (verb == "POST" || verb == "PUT" || verb == "PATCH") endpoint.request_type = resource.entity_name;
    if (endpoint.response_type.empty() && verb != "DELETE") endpoint.response_type = resource.entity_name;
    found_.push_back(std::move(endpoint));
    return found_.back();
  }

  /// Query methods, below `/search`.
  void add_searches(const Resource& resource, const std::string& collection) {
    static constexpr std::array<std::string_view, 12> kOfBase = {"save",       "saveAll", "findAll",     "findById",
                                                                 "findOne",    "delete",  "deleteAll",   "deleteById",
                                                                 "existsById", "count",   "findAllById", "flush"};
    bool any = false;
    for (const SymbolId method : resource.methods) {
      const DeclaredSymbol declared = at_.program.declarations().symbol(method);
      if (std::ranges::find(kOfBase, declared.name) != kOfBase.end() || (declared.flags & kSymbolDefault) != 0 ||
          (declared.flags & kSymbolStatic) != 0)
        continue;
      std::string path(declared.name);
      if (const Meaning* meaning = at_.annotations.find(method, kMethodResource); meaning != nullptr) {
        if (!is_exported(*meaning)) continue;
        for (const Site& site : at_.annotations.arguments(*meaning, {"path"})) path = at_.folder.text(site);
      }
      add_route(resource, "GET", join_route(join_route(collection, "search"), path), method);
      any = true;
    }
    if (any) add_route(resource, "GET", join_route(collection, "search")).response_type.clear();  // addresses of the searches
  }

  void add_associations(const Resource& resource, const std::string& item) {
    if (resource.entity == kNobody) return;
    const Declarations& declarations = at_.program.declarations();
    for (const Ancestor& owner : lineage(at_.program, resource.entity)) {
      for (const SymbolId member : declarations.members(owner.type)) {
        const DeclaredSymbol field = declarations.symbol(member);
        if (field.kind != Kind::kField || !is_association(member)) continue;
        const TypeText type = parse_type(field.type, Family::kJvm);
        const std::string target =
            type.arguments.empty() ? std::string(type.path) : std::string(parse_type(type.arguments.back(), Family::kJvm).path);
        if (std::ranges::find(resources_, last_part(target), &Resource::entity_name) == resources_.end()) continue;
        const std::string route = join_route(item, field.name);
        std::vector<std::pair<std::string_view, std::string>> operations{
            {"GET", route}, {"PUT", route}, {"PATCH", route}, {"DELETE", route}};
        const std::string one = join_route(route, "{propertyId}");
        if (!type.arguments.empty()) operations.insert(operations.end(), {{"POST", route}, {"GET", one}, {"DELETE", one}});
        for (const auto& [verb, path] : operations) {
          Endpoint& endpoint = add_route(resource, verb, path);
          endpoint.request_type.clear();  // addresses of entities
          endpoint.response_type = verb == "GET" ? std::string(last_part(target)) : std::string();
        }
      }
    }
  }

  bool is_association(SymbolId field) const {
    return std::ranges::any_of(at_.program.markings(field), [](const Marking& marking) {
      return std::ranges::find(kAssociations, last_part(marking.name())) != kAssociations.end();
    });
  }

  Workplace& at_;
  std::vector<Endpoint>& found_;
  SpringPrefixes prefixes_;
  std::vector<Resource> resources_;
  std::map<const Module*, std::string> base_paths_;  // set by code
};

}  // namespace

void find_data_rest(Workplace& at, std::vector<Endpoint>& found) { Finder(at, found).find(); }

}  // namespace grove::graph::web
