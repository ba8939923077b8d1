#include "graph/web/contracts/graphql_servers.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/contracts/code_reader.h"
#include "graph/web/contracts/graphql_maps.h"
#include "graph/web/contracts/graphql_text.h"
#include "graph/web/contracts/protocol.h"
#include "graph/web/routing/answerers.h"

namespace grove::graph::web {
namespace {

/// An annotation that makes a method the resolver of a root field.
struct Mark {
  std::string_view library;  ///< That a file imports.
  std::string_view name;
  std::string_view verb;    ///< Empty where an argument names the root type.
  std::string_view parent;  ///< Name of that argument.
};
constexpr std::array<Mark, 22> kMarks = {{{"org.springframework.graphql", "QueryMapping", "QUERY", ""},
                                          {"org.springframework.graphql", "MutationMapping", "MUTATION", ""},
                                          {"org.springframework.graphql", "SubscriptionMapping", "SUBSCRIPTION", ""},
                                          {"org.springframework.graphql", "SchemaMapping", "", "typeName"},
                                          {"com.netflix.graphql.dgs", "DgsQuery", "QUERY", ""},
                                          {"com.netflix.graphql.dgs", "DgsMutation", "MUTATION", ""},
                                          {"com.netflix.graphql.dgs", "DgsSubscription", "SUBSCRIPTION", ""},
                                          {"com.netflix.graphql.dgs", "DgsData", "", "parentType"},
                                          {"org.eclipse.microprofile.graphql", "Query", "QUERY", ""},
                                          {"org.eclipse.microprofile.graphql", "Mutation", "MUTATION", ""},
                                          {"io.smallrye.graphql", "Subscription", "SUBSCRIPTION", ""},
                                          {"io.leangen.graphql", "GraphQLQuery", "QUERY", ""},
                                          {"io.leangen.graphql", "GraphQLMutation", "MUTATION", ""},
                                          {"@nestjs/graphql", "Query", "QUERY", ""},
                                          {"@nestjs/graphql", "Mutation", "MUTATION", ""},
                                          {"@nestjs/graphql", "Subscription", "SUBSCRIPTION", ""},
                                          {"type-graphql", "Query", "QUERY", ""},
                                          {"type-graphql", "Mutation", "MUTATION", ""},
                                          {"type-graphql", "Subscription", "SUBSCRIPTION", ""},
                                          {"ariadne", "query.field", "QUERY", ""},
                                          {"ariadne", "mutation.field", "MUTATION", ""},
                                          {"ariadne", "subscription.field", "SUBSCRIPTION", ""}}};

constexpr std::array<std::string_view, 16> kLibraries = {"org.springframework.graphql",
                                                         "com.netflix.graphql.dgs",
                                                         "org.eclipse.microprofile.graphql",
                                                         "io.leangen.graphql",
                                                         "graphql.kickstart",
                                                         "com.coxautodev.graphql",
                                                         "@nestjs/graphql",
                                                         "type-graphql",
                                                         "ariadne",
                                                         "strawberry",
                                                         "graphene",
                                                         "graphene_django",
                                                         "strawberry_django",
                                                         "HotChocolate",
                                                         "github.com/99designs/gqlgen",
                                                         ""};
constexpr std::array<std::string_view, 10> kResolverLibraries = {
    "apollo-server", "@apollo/server",       "graphql",   "graphql-tools",      "@graphql-tools/schema", "apollo-server-express",
    "graphql-yoga",  "@graphql-tools/merge", "mercurius", "apollo-server-micro"};

bool is_below(std::string_view module, std::string_view library) {
  if (library.empty() || !module.starts_with(library)) return false;
  const std::string_view rest = module.substr(library.size());
  return rest.empty() || rest.front() == '.' || rest.front() == '/';
}

/// `user_by_id` as schemas of Python libraries call it: `userById`.
std::string camel(std::string_view name) {
  std::string out;
  bool raise = false;
  for (const char c : name) {
    if (c == '_' && !out.empty()) {
      raise = true;
      continue;
    }
    out += raise ? with_upper_first(std::string(1, c)) : std::string(1, c);
    raise = false;
  }
  return out;
}

class Finder {
 public:
  Finder(Workplace& at, const UsesInFile& uses, std::vector<Endpoint>& found)
      : at_(at), declarations_(at.program.declarations()), files_(at, uses), answerers_(files_), code_(at), found_(found) {
    find_schema();
  }

  void find() {
    const bool has_maps = find_libraries();
    if (libraries_.empty() && !has_maps) return;
    if (has_maps)
      for (ResolverEntry& one : find_resolver_maps(code_))
        describe(answerers_.describe(one.function, {.file = one.file, .scope = one.scope, .at = one.begin}), one.verb, one.field);
    if (libraries_.empty()) return;
    for (const FileId file : code_.files()) {
      const Family family = code_.family(file);
      const DeclaredFile declared = declarations_.file(file);
      for (SymbolId one = declared.first_symbol; one < declared.first_symbol + declared.symbol_count; ++one) read_symbol(file, family, one);
    }
  }

 private:
  bool find_libraries() {
    bool has_maps = false;
    for (const FileId file : code_.files())
      for (const DeclaredImport& import : declarations_.imports(file)) {
        for (const std::string_view library : kLibraries)
          if (is_below(import.module, library)) libraries_.insert(library);
        has_maps = has_maps || std::ranges::any_of(kResolverLibraries, [&](std::string_view one) { return is_below(import.module, one); });
      }
    return has_maps;
  }

  /// What schemas of the repository declare, by verb and folded name.
  void find_schema() {
    std::vector<Endpoint> declared;
    find_declared_fields(declarations_, at_.modules, declared);
    for (const Endpoint& one : declared) schema_.emplace(one.http_method + " " + folded_name(one.route), one.route);
  }

  /// A field as the schema calls it; nothing where there is a schema, and no such field.
  std::optional<std::string> field_named(std::string_view verb, std::string_view written) const {
    const auto known = schema_.find(std::string(verb) + " " + folded_name(written));
    if (known != schema_.end()) return known->second;
    return schema_.empty() ? std::optional(std::string(written)) : std::nullopt;
  }

  void read_symbol(FileId file, Family family, SymbolId symbol) {
    const DeclaredSymbol one = declarations_.symbol(symbol);
    if (is_callable(one.kind)) {
      if (family == Family::kJvm || family == Family::kScript || family == Family::kPython) read_marks(file, symbol);
      if (family == Family::kGo) read_go(symbol, one);
      return;
    }
    if (!is_type(one.kind)) return;
    if (family == Family::kPython) read_python_type(file, symbol, one);
    if (family == Family::kDotNet) read_dotnet_type(symbol, one);
    if (family == Family::kJvm) read_java_tools(symbol);
  }

  bool imports(FileId file, std::string_view library) {
    return std::ranges::any_of(declarations_.imports(file), [&](const DeclaredImport& one) { return is_below(one.module, library); });
  }

  void read_marks(FileId file, SymbolId method) {
    for (const Marking& marking : at_.program.markings(method))
      for (const Mark& mark : kMarks) {
        const std::string_view written = mark.name.find('.') == std::string_view::npos ? last_part(marking.name()) : marking.name();
        if (written != mark.name || !imports(file, mark.library)) continue;
        const std::string_view verb =
            mark.verb.empty() ? root_verb(argument(marking, {mark.parent}, "").value_or(parent_of(method))) : mark.verb;
        if (verb.empty()) continue;
        const DeclaredSymbol declared = declarations_.symbol(method);
        const std::string name = argument(marking, {"name", "value", "field", "path"}, "value").value_or(std::string(declared.name));
        add(verb, name, declared.parent, method);
        break;
      }
  }

  /// `@SchemaMapping(typeName = "Query")` on the class.
  std::string parent_of(SymbolId method) {
    const SymbolId type = declarations_.symbol(method).parent;
    if (type == kNobody) return {};
    for (const Marking& marking : at_.program.markings(type))
      if (last_part(marking.name()) == "SchemaMapping") return argument(marking, {"typeName"}, "").value_or("");
    return {};
  }

  /// A text among the arguments of an annotation: by name, also in an object of options, or the first one where `unnamed` says so.
  std::optional<std::string> argument(const Marking& marking, std::initializer_list<std::string_view> names, std::string_view unnamed) {
    const Index call = marking.annotation->arguments;
    if (call == kNone) return std::nullopt;
    const Facts& facts = *marking.facts;
    const auto children = [&](Index of) {
      std::vector<Index> all;
      for (std::uint32_t i = 0; i < facts.expressions[of].child_count; ++i) all.push_back(facts.expressions[of].first_child + i);
      return all;
    };
    for (const Index one : children(call)) {
      const Expression& expression = facts.expressions[one];
      if (expression.kind == Expression::Kind::kObject)
        for (const Index entry : children(one))
          if (auto text = named_text(marking, entry, names)) return text;
      if (auto text = named_text(marking, one, names)) return text;
    }
    const std::vector<Index> all = children(call);
    return unnamed.empty() || all.empty() ? std::nullopt : text_of(marking, all.front());
  }

  std::optional<std::string> named_text(const Marking& marking, Index entry, std::initializer_list<std::string_view> names) {
    const Expression& one = marking.facts->expressions[entry];
    if (one.kind != Expression::Kind::kNamed || one.child_count != 1) return std::nullopt;
    const bool is_asked = std::ranges::find(names, marking.facts->text(one.text)) != names.end();
    return is_asked ? text_of(marking, one.first_child) : std::nullopt;
  }

  std::optional<std::string> text_of(const Marking& marking, Index expression) {
    const Expression& one = marking.facts->expressions[expression];
    if (one.kind == Expression::Kind::kString) return std::string(marking.facts->text(one.text));
    if (one.kind != Expression::Kind::kName) return std::nullopt;
    // `DgsConstants.QUERY.User` is generated: its last name is the field.
    const std::string_view name = last_part(marking.facts->text(one.text));
    return name == "TYPE_NAME" ? std::nullopt : std::optional(with_lower_first(name));
  }

  /// `func (r *queryResolver) User(ctx, …)` of gqlgen.
  void read_go(SymbolId method, const DeclaredSymbol& one) {
    std::string_view receiver = one.receiver;
    while (receiver.starts_with('*')) receiver.remove_prefix(1);
    if (!receiver.ends_with("Resolver") || !libraries_.contains("github.com/99designs/gqlgen")) return;
    const std::string_view verb = root_verb(receiver.substr(0, receiver.size() - 8));
    if (!verb.empty()) add(verb, with_lower_first(one.name), kNobody, method);
  }

  static std::string_view verb_of_class(std::string_view name) {
    if (name.ends_with("Queries")) return "QUERY";
    if (name.ends_with("Mutations")) return "MUTATION";
    for (const std::string_view root : {"Query", "Mutation", "Subscription"})
      if (name == root || (name.ends_with(root) && name.size() > root.size()) || name == std::string(root) + "s" ||
          (name.starts_with(root) && name.ends_with("Type")))
        return root_verb(root);
    return {};
  }

  /// Strawberry marks methods; Graphene names them `resolve_…`, or puts a mutation under a name.
  void read_python_type(FileId file, SymbolId type, const DeclaredSymbol& one) {
    const bool is_strawberry = imports(file, "strawberry") || imports(file, "strawberry_django");
    const bool is_graphene = imports(file, "graphene") || imports(file, "graphene_django");
    const std::string_view verb = verb_of_class(one.name);
    if (verb.empty() || (!is_strawberry && !is_graphene)) return;
    for (const SymbolId member : declarations_.members(type)) {
      const DeclaredSymbol method = declarations_.symbol(member);
      if (is_callable(method.kind) && is_graphene && method.name.starts_with("resolve_"))
        add(verb, camel(method.name.substr(8)), type, member);
      if (is_callable(method.kind) && is_strawberry && std::ranges::any_of(at_.program.markings(member), [](const Marking& marking) {
            return marking.name().starts_with("strawberry") || last_part(marking.name()) == "field" ||
                   last_part(marking.name()) == "mutation";
          }))
        add(verb, camel(method.name), type, member);
      if (!is_callable(method.kind) && is_graphene && verb == "MUTATION") read_graphene_mutation(type, member);
    }
  }

  /// `create_user = CreateUser.Field()`
  void read_graphene_mutation(SymbolId type, SymbolId field) {
    const Site value = at_.program.value_of(field);
    if (value.expression == kNone) return;
    const Expression& call = value.facts->expressions[value.expression];
    const std::vector<std::string_view> names = names_in(value.facts->text(call.text));
    if (call.kind != Expression::Kind::kCall || names.size() < 2 || names.back() != "Field") return;
    for (const SymbolId one : at_.program.scopes().look_up_type({value.file, type}, names[names.size() - 2]).symbols)
      for (const SymbolId method : at_.program.members_named(one, "mutate"))
        return add("MUTATION", camel(declarations_.symbol(field).name), one, method);
  }

  /// Hot Chocolate: `GetUser` answers `user`.
  void read_dotnet_type(SymbolId type, const DeclaredSymbol& one) {
    if (!libraries_.contains("HotChocolate")) return;
    std::string_view verb;
    for (const Marking& marking : at_.program.markings(type)) {
      const std::string_view mark = last_part(marking.name());
      if (mark == "QueryType" || mark == "MutationType" || mark == "SubscriptionType") verb = root_verb(mark.substr(0, mark.size() - 4));
      if (mark.starts_with("ExtendObjectType")) verb = root_verb(argument(marking, {"Name", "name"}, "value").value_or(""));
    }
    if (verb.empty()) verb = root_verb(one.name);
    if (verb.empty()) return;
    for (const SymbolId member : declarations_.members(type)) {
      const DeclaredSymbol method = declarations_.symbol(member);
      if (method.kind != Kind::kMethod || (method.flags & kSymbolPublic) == 0) continue;
      std::string_view name = method.name;
      if (verb == "QUERY" && name.starts_with("Get") && name.size() > 3) name.remove_prefix(3);
      if (name.ends_with("Async")) name.remove_suffix(5);
      add(verb, with_lower_first(name), type, member);
    }
  }

  /// `class Users implements GraphQLQueryResolver`
  void read_java_tools(SymbolId type) {
    for (const std::string_view written : declarations_.supertypes(type)) {
      const std::string_view name = last_part(written);
      if (!name.starts_with("GraphQL") || !name.ends_with("Resolver")) continue;
      const std::string_view verb = root_verb(name.substr(7, name.size() - 15));
      if (verb.empty() || schema_.empty()) continue;
      for (const SymbolId member : declarations_.members(type)) {
        const DeclaredSymbol method = declarations_.symbol(member);
        if (method.kind != Kind::kMethod || (method.flags & kSymbolPrivate) != 0) continue;
        const bool is_getter = method.name.starts_with("get") && !field_named(verb, method.name);
        add(verb, is_getter ? with_lower_first(method.name.substr(3)) : std::string(method.name), type, member);
      }
    }
  }

  void add(std::string_view verb, std::string_view field, SymbolId type, SymbolId method) {
    const FileId file = declarations_.file_of(method);
    if (type != kNobody && code_.family(file) == Family::kJvm)
      return describe(describe_handler(at_, type, {.symbol = method, .arguments = {}}), verb, field);
    Endpoint endpoint = answerers_.describe(method, {.file = file, .scope = type, .at = 0});
    if (type != kNobody) endpoint.controller = std::string(declarations_.symbol(type).qualified_name);
    describe(std::move(endpoint), verb, field);
  }

  void describe(Endpoint endpoint, std::string_view verb, std::string_view field) {
    const auto name = field_named(verb, field);
    if (!name) return;
    endpoint.framework = Framework::kGraphQl;
    endpoint.http_method = verb;
    endpoint.route = *name;
    if (known_.emplace(endpoint.http_method, endpoint.route, endpoint.path, endpoint.line).second) found_.push_back(std::move(endpoint));
  }

  Workplace& at_;
  const Declarations& declarations_;
  SourceFiles files_;
  Answerers answerers_;
  CodeReader code_;
  std::set<std::string_view> libraries_;
  std::unordered_map<std::string, std::string> schema_;
  std::set<std::tuple<std::string, std::string, std::string, std::uint32_t>> known_;
  std::vector<Endpoint>& found_;
};

}  // namespace

void find_declared_fields(const Declarations& declarations, const Modules& modules, std::vector<Endpoint>& found) {
  for (FileId file = 0; file < declarations.file_limit(); ++file) {
    if (!declarations.is_live(file)) continue;
    const DeclaredFile declared = declarations.file(file);
    if (declared.language != Language::kGraphQl || is_test_path(declared.path)) continue;
    for (SymbolId type = declared.first_symbol; type < declared.first_symbol + declared.symbol_count; ++type) {
      const DeclaredSymbol one = declarations.symbol(type);
      const std::string_view verb = one.kind == Kind::kStruct ? root_verb(one.name) : "";
      if (verb.empty()) continue;
      for (const SymbolId member : declarations.members(type)) {
        const DeclaredSymbol field = declarations.symbol(member);
        if (field.name.starts_with('_')) continue;  // `_service`, `_empty`: of federation and placeholders
        found.push_back({.http_method = std::string(verb),
                         .route = std::string(field.name),
                         .module = modules.of(file).folder,
                         .service = {},
                         .controller = std::string(one.name),
                         .method_name = std::string(field.name),
                         .request_type = {},
                         .response_type = std::string(field.type),
                         .framework = Framework::kGraphQl,
                         .handler = member,
                         .path = std::string(declared.path),
                         .line = field.lines.first});
      }
    }
  }
}

void find_graphql_endpoints(Workplace& at, const UsesInFile& uses, std::vector<Endpoint>& found) { Finder(at, uses, found).find(); }

}  // namespace grove::graph::web
