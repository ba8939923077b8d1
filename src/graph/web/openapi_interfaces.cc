#include "graph/web/openapi_interfaces.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/contracts/openapi_documents.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"
#include "graph/web/spring_prefixes.h"

namespace grove::graph::web {
namespace {

constexpr std::string_view kPath = "jakarta.ws.rs.Path";
constexpr std::array<std::string_view, 5> kMarks = {"org.springframework.web.bind.annotation.RestController",
                                                    "org.springframework.stereotype.Controller", "org.springframework.stereotype.Component",
                                                    "org.springframework.stereotype.Service", kPath};

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// The last names of supertypes that are not in the repository.
std::vector<std::string_view> foreign_supertypes(Program& program, SymbolId type) {
  std::vector<std::string_view> names;
  const DeclaredSymbol declared = program.declarations().symbol(type);
  for (const std::string_view text : program.declarations().supertypes(type))
    if (program.scopes().look_up_type({declared.file, declared.parent}, text).symbols.empty())
      names.push_back(last_part(parse_type(text, Family::kJvm).path));
  return names;
}

bool is_override(Program& program, SymbolId method) {
  return std::ranges::any_of(program.markings(method), [](const Marking& marking) { return marking.name() == "Override"; });
}

/// Whether all that a class says to override are operations of documents: then its interface was generated from them, and nothing on the
/// class itself has to say that it is served.
bool overrides_operations(Workplace& at, const OpenApiDocuments& documents, SymbolId type) {
  const Declarations& declarations = at.program.declarations();
  const Module& module = at.modules.of(declarations.file_of(type));
  std::size_t operations = 0;
  for (const SymbolId member : declarations.members(type)) {
    if (declarations.symbol(member).kind != Kind::kMethod || !is_override(at.program, member)) continue;
    const OpenApiOperation* operation = documents.find(declarations.symbol(member).name, module);
    if (operation == nullptr || operation->module != &module) return false;
    ++operations;
  }
  return operations > 0;
}

/// Libraries that read a document while they run and call the class that it names, or that is named after an operation's tag.
class RoutedByDocument {
 public:
  RoutedByDocument(Workplace& at, const OpenApiDocuments& documents, std::vector<Endpoint>& found)
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
      for (const OpenApiOperation& operation : operations)
        if (operation.module == &module) add_operation(operation, method, package, root);
  }

  void add_operation(const OpenApiOperation& operation, std::string_view method, const std::string& package, std::string_view root) {
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
  const OpenApiDocuments& documents_;
  std::vector<Endpoint>& found_;
};

}  // namespace

void find_openapi_handlers(Workplace& at, std::vector<Endpoint>& found) {
  const OpenApiDocuments documents(at);
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
    if (!is_delegate && !is_marked && !overrides_operations(at, documents, type)) continue;
    const bool is_spring = is_delegate || (is_marked && !at.annotations.carries(type, kPath));
    const FileId file = declarations.file_of(type);
    const std::string around = join_route(prefixes.of_application(at.modules.application_of(file)),
                                          prefixes.of_controller(type, with_ancestors(at.program, type)));
    // What a generated interface maps stands below what the class maps itself.
    const auto of_type = is_delegate ? std::nullopt : nearest_request_mapping(at, with_ancestors(at.program, type));
    const std::string prefix = of_type && !of_type->paths.empty() ? join_route(around, of_type->paths.front()) : around;
    for (const SymbolId member : declarations.members(type)) {
      const DeclaredSymbol method = declarations.symbol(member);
      if (method.kind != Kind::kMethod || (method.flags & kSymbolPrivate) != 0 || known.contains(member)) continue;
      const OpenApiOperation* operation = documents.find(method.name, at.modules.of(file));
      if (operation == nullptr) continue;
      Endpoint endpoint = describe_handler(at, type, {.symbol = member, .arguments = {}});
      if (!is_spring) endpoint.framework = Framework::kJaxRs;
      endpoint.http_method = operation->verb;
      std::ranges::transform(endpoint.http_method, endpoint.http_method.begin(), upper);
      // The controller that is generated around a delegate stands below the server's path; an interface that is implemented does not.
      endpoint.route = clean_route(join_route(prefix, join_route(is_delegate ? operation->base : "", operation->path)));
      found.push_back(std::move(endpoint));
    }
  }
}

}  // namespace grove::graph::web
