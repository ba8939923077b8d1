#include "graph/web/openapi_interfaces.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"
#include "graph/web/spring_prefixes.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"get", "post", "put", "patch", "delete", "head", "options"};
constexpr std::array<std::string_view, 5> kMarks = {"org.springframework.web.bind.annotation.RestController",
                                                    "org.springframework.stereotype.Controller", "org.springframework.stereotype.Component",
                                                    "org.springframework.stereotype.Service", "jakarta.ws.rs.Path"};

/// One operation of a document.
struct Operation {
  std::string verb, path, base;  // base: the path of its server
  std::string tag, controller;   // the first tag; the class that the document names
  const Module* module = nullptr;
};

bool is_letter_or_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// As generators name methods: `list-pets` and `list_pets` become `listPets`.
std::string method_name(std::string_view operation) {
  std::string out;
  bool raise = false;
  for (const char c : operation) {
    if (!is_letter_or_digit(c)) {
      raise = !out.empty();
      continue;
    }
    out += raise ? upper(c) : c;
    raise = false;
  }
  if (!out.empty() && out.front() >= 'A' && out.front() <= 'Z') out.front() = static_cast<char>(out.front() - 'A' + 'a');
  return out;
}

/// The path of a server's address: `https://example.org/v1/` has `/v1`.
std::string base_of(std::string_view server) {
  const std::size_t scheme = server.find("://");
  const std::size_t path = server.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
  if (path == std::string_view::npos) return {};
  std::string_view base = server.substr(path);
  while (base.ends_with('/')) base.remove_suffix(1);
  return std::string(base);
}

/// All operations of the repository's documents, by the name of the method that is generated for them.
class Documents {
 public:
  explicit Documents(Workplace& at) {
    for (const FileId file : at.program.configuration()) {
      const Facts& facts = *at.program.facts(file);
      const bool is_document = std::ranges::any_of(facts.properties, [&](const Property& one) {
        const std::string_view key = facts.text(one.key);
        return key == "openapi" || key == "swagger";
      });
      if (is_document) read(facts, at.modules.of(file));
    }
  }

  /// By the name of the method that is generated for them.
  const std::map<std::string, std::vector<Operation>, std::less<>>& operations() const { return operations_; }

  /// The one that a class of a module means; null where there is none or it can't be told.
  const Operation* find(std::string_view method, const Module& module) const {
    const auto found = operations_.find(method);
    if (found == operations_.end()) return nullptr;
    const std::vector<Operation>& all = found->second;
    if (all.size() == 1) return &all.front();
    const auto near = std::ranges::find(all, &module, &Operation::module);
    if (near != all.end()) return &*near;
    const bool same =
        std::ranges::all_of(all, [&](const Operation& one) { return one.verb == all.front().verb && one.path == all.front().path; });
    return same ? &all.front() : nullptr;
  }

 private:
  struct Described {
    std::string name, tag, controller;
  };
  void read(const Facts& facts, const Module& module) {
    std::string base;
    std::map<std::pair<std::string, std::string>, Described> described;  // by path and verb
    for (const Property& property : facts.properties) {
      const std::string_view key = facts.text(property.key), value = facts.text(property.value);
      if (key == "basePath" || key == "servers[0].url") base = base_of(value);
      if (!key.starts_with("paths./")) continue;
      for (const std::string_view verb : kVerbs) {
        const std::string mark = "." + std::string(verb) + ".";
        const std::size_t at = key.rfind(mark);
        if (at == std::string_view::npos) continue;
        Described& one = described[{std::string(key.substr(6, at - 6)), std::string(verb)}];
        const std::string_view what = key.substr(at + mark.size());
        if (what == "operationId") one.name = method_name(value);
        if (what == "tags[0]") one.tag = value;
        if (what == "x-swagger-router-controller" || what == "x-openapi-router-controller") one.controller = value;
      }
    }
    for (const auto& [operation, one] : described) {
      const auto& [path, verb] = operation;
      std::string written = one.name.empty() ? method_name(path + "-" + verb) : one.name;
      operations_[written].push_back(
          {.verb = verb, .path = path, .base = base, .tag = one.tag, .controller = one.controller, .module = &module});
    }
  }

  std::map<std::string, std::vector<Operation>, std::less<>> operations_;
};

/// The last names of supertypes that are not in the repository.
std::vector<std::string_view> foreign_supertypes(Program& program, SymbolId type) {
  std::vector<std::string_view> names;
  const DeclaredSymbol declared = program.declarations().symbol(type);
  for (const std::string_view text : program.declarations().supertypes(type))
    if (program.scopes().look_up_type({declared.file, declared.parent}, text).symbols.empty())
      names.push_back(last_part(parse_type(text, Family::kJvm).path));
  return names;
}

/// Libraries that read a document while they run and call the class that it names, or that is named after an operation's tag.
class RoutedByDocument {
 public:
  RoutedByDocument(Workplace& at, const Documents& documents, std::vector<Endpoint>& found)
      : at_(at), documents_(documents), found_(found) {}

  void add() {
    for (const FileId file : at_.program.configuration()) {
      const Facts& facts = *at_.program.facts(file);
      const auto value = [&](std::string_view key) {
        for (const Property& one : facts.properties)
          if (facts.text(one.key) == key) return facts.text(one.value);
        return std::string_view();
      };
      // Swagger Inflector's own configuration.
      if (const std::string_view package = value("controllerPackage"); !package.empty() && !value("swaggerUrl").empty())
        add_below(at_.modules.of(file), std::string(package), value("rootPath"));
    }
  }

 private:
  void add_below(const Module& module, const std::string& package, std::string_view root) {
    for (const auto& [method, operations] : documents_.operations())
      for (const Operation& operation : operations)
        if (operation.module == &module) add_operation(operation, method, package, root);
  }

  void add_operation(const Operation& operation, std::string_view method, const std::string& package, std::string_view root) {
    std::string name = operation.controller;
    if (name.empty() && !operation.tag.empty()) name = upper(operation.tag.front()) + operation.tag.substr(1) + "Controller";
    const std::string qualified = package + "." + std::string(last_part(name));
    const Declarations& declarations = at_.program.declarations();
    for (const SymbolId type : declarations.named(last_part(name))) {
      if (declarations.symbol(type).qualified_name != qualified) continue;
      for (const SymbolId member : declarations.members(type)) {
        if (declarations.symbol(member).name != method || !is_callable(declarations.symbol(member).kind)) continue;
        Endpoint endpoint = describe_handler(at_, type, {.symbol = member, .arguments = {}});
        endpoint.framework = Framework::kJaxRs;
        endpoint.http_method = operation.verb;
        std::ranges::transform(endpoint.http_method, endpoint.http_method.begin(), upper);
        const bool has_root = operation.base.starts_with(root);  // a server's address as it is seen from outside
        endpoint.route = clean_route(join_route(has_root ? "" : root, join_route(operation.base, operation.path)));
        found_.push_back(std::move(endpoint));
        return;
      }
    }
  }

  Workplace& at_;
  const Documents& documents_;
  std::vector<Endpoint>& found_;
};

}  // namespace

void find_openapi_handlers(Workplace& at, std::vector<Endpoint>& found) {
  const Documents documents(at);
  RoutedByDocument(at, documents, found).add();
  const SpringPrefixes prefixes(at);
  std::set<SymbolId> known;
  for (const Endpoint& one : found) known.insert(one.handler);
  const Declarations& declarations = at.program.declarations();
  for (const SymbolId type : concrete_classes(at.program)) {
    const std::vector<std::string_view> foreign = foreign_supertypes(at.program, type);
    if (foreign.empty()) continue;
    const bool is_delegate = std::ranges::any_of(foreign, [](std::string_view name) { return name.ends_with("Delegate"); });
    const bool is_marked = std::ranges::any_of(kMarks, [&](std::string_view mark) { return at.annotations.carries(type, mark); });
    if (!is_delegate && !is_marked) continue;
    const FileId file = declarations.file_of(type);
    const std::string around = join_route(prefixes.of_application(at.modules.application_of(file)),
                                          prefixes.of_controller(type, with_ancestors(at.program, type)));
    // What a generated interface maps stands below what the class maps itself.
    const auto of_type = is_delegate ? std::nullopt : nearest_request_mapping(at, with_ancestors(at.program, type));
    const std::string prefix = of_type && !of_type->paths.empty() ? join_route(around, of_type->paths.front()) : around;
    for (const SymbolId member : declarations.members(type)) {
      const DeclaredSymbol method = declarations.symbol(member);
      if (method.kind != Kind::kMethod || (method.flags & kSymbolPrivate) != 0 || known.contains(member)) continue;
      const Operation* operation = documents.find(method.name, at.modules.of(file));
      if (operation == nullptr) continue;
      Endpoint endpoint = describe_handler(at, type, {.symbol = member, .arguments = {}});
      endpoint.http_method = operation->verb;
      std::ranges::transform(endpoint.http_method, endpoint.http_method.begin(), upper);
      // The controller that is generated around a delegate stands below the server's path; an interface that is implemented does not.
      endpoint.route = clean_route(join_route(prefix, join_route(is_delegate ? operation->base : "", operation->path)));
      found.push_back(std::move(endpoint));
    }
  }
}

}  // namespace grove::graph::web
