#include "graph/web/contracts/grpc_servers.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/code/code_values.h"
#include "graph/web/contracts/code_reader.h"
#include "graph/web/contracts/grpc_registrations.h"
#include "graph/web/contracts/protocol.h"
#include "graph/web/contracts/rpc_services.h"
#include "graph/web/routing/answerers.h"

namespace grove::graph::web {
namespace {

std::string without(std::string_view name, std::string_view suffix) {
  return name.size() > suffix.size() && name.ends_with(suffix) ? std::string(name.substr(0, name.size() - suffix.size())) : std::string();
}

class Finder {
 public:
  Finder(Workplace& at, const UsesInFile& uses, const RpcServices& services, std::vector<Endpoint>& found)
      : at_(at), declarations_(at.program.declarations()), services_(services), files_(at, uses), answerers_(files_), found_(found) {}

  void find() {
    CodeReader code(at_);
    for (const FileId file : code.files()) add_types(file);
    for (const FileId file : native_files()) add_types(file);
    for (const RpcRegistration& one : find_rpc_registrations(code, services_)) add_registration(one);
  }

 private:
  /// C++, whose declarations say enough.
  std::vector<FileId> native_files() const {
    std::vector<FileId> found;
    for (FileId file = 0; file < declarations_.file_limit(); ++file)
      if (declarations_.is_live(file) && family_of(declarations_.file(file).language) == Family::kC &&
          !is_test_source(declarations_.file(file).path))
        found.push_back(file);
    return found;
  }

  void add_types(FileId file) {
    const DeclaredFile declared = declarations_.file(file);
    const Family family = family_of(declared.language);
    for (SymbolId one = declared.first_symbol; one < declared.first_symbol + declared.symbol_count; ++one)
      if (is_type(declarations_.symbol(one).kind)) add_type(file, one, family);
  }

  /// The service that a supertype is the base of: `CartGrpc.CartImplBase`, `pb.UnimplementedCartServer`, `cart_pb2_grpc.CartServicer`.
  std::string base_of(std::string_view written, FileId file, SymbolId type, Family family) {
    const std::vector<std::string_view> names = names_in(written.substr(0, written.find_first_of("<(")));
    if (names.empty()) return {};
    const std::string_view last = names.back();
    const std::string_view around = names.size() > 1 ? names[names.size() - 2] : std::string_view();
    switch (family) {
      case Family::kJvm: {
        for (const std::string_view suffix : {"CoroutineImplBase", "ImplBase"})
          if (std::string service = without(last, suffix); !service.empty()) return service;
        const bool is_marked =
            std::ranges::any_of(at_.program.markings(type), [](const Marking& one) { return last_part(one.name()) == "GrpcService"; });
        return (is_marked || without(around, "Grpc") == last) && services_.has(last) ? std::string(last) : std::string();
      }
      case Family::kGo:
        for (const std::string_view prefix : {"Unimplemented", "Unsafe", "Forwardable"})
          if (last.starts_with(prefix))
            for (const std::string_view suffix : {"Server", "Handler"})
              if (std::string service = without(last.substr(prefix.size()), suffix); !service.empty()) return service;
        return {};
      case Family::kPython: {
        std::string service = without(last, "Servicer");
        if (service.empty() && services_.has(without(last, "Base"))) service = without(last, "Base");
        return around.ends_with("_pb2_grpc") || services_.has(service) ? service : std::string();
      }
      case Family::kDotNet: {
        std::string service = without(last, "Base");
        return service == around || services_.has(service) ? service : std::string();
      }
      case Family::kC: {
        const bool is_base = last == "Service" || last == "AsyncService" || last == "CallbackService";
        return is_base && services_.has(around) ? std::string(around) : std::string();
      }
      case Family::kRuby: return last == "Service" && services_.has(around) ? std::string(around) : std::string();
      case Family::kRust: return services_.has(last) && imports_tonic(file) ? std::string(last) : std::string();
      case Family::kScript: {
        for (const std::string_view suffix : {"Controller", "Server", "Implementation"}) {
          std::string service = without(last, suffix);
          if (!services_.has(service) && service.starts_with('I')) service.erase(0, 1);
          if (services_.has(service)) return service;
        }
        return {};
      }
      default: return {};
    }
  }

  bool imports_tonic(FileId file) {
    return at_.sources.imports_from(file, "tonic") || std::ranges::any_of(declarations_.imports(file), [](const DeclaredImport& one) {
             return one.module.find("_server") != std::string_view::npos;
           });
  }

  void add_type(FileId file, SymbolId type, Family family) {
    for (const std::string_view written : declarations_.supertypes(type)) {
      const std::string name = base_of(written, file, type, family);
      if (!name.empty() && !is_generated(file)) add_family(file, type, name);
    }
    if (family == Family::kScript) add_marked(file, type);
  }

  /// A type and those that inherit from it.
  void add_family(FileId file, SymbolId type, const std::string& name) {
    if (implementing_.size() >= kMostTypes || !implementing_.insert(type).second) return;
    add_methods(file, type, name);
    const DeclaredSymbol one = declarations_.symbol(type);
    for (const SymbolId subtype : declarations_.subtypes_naming(one.name)) {
      const FileId home = declarations_.file_of(subtype);
      if (is_test_source(declarations_.file(home).path) || at_.program.facts(home) == nullptr) continue;
      const std::vector<SymbolId> ancestors = with_ancestors(at_.program, subtype);
      if (std::ranges::find(ancestors, type) != ancestors.end()) add_family(home, subtype, name);
    }
  }

  bool is_generated(FileId file) {
    const Facts* facts = at_.program.facts(file);
    const std::string_view path = declarations_.file(file).path;
    return (facts != nullptr && facts->generated) || path.ends_with("_pb2_grpc.py") || path.ends_with("Grpc.java");
  }

  std::vector<SymbolId> methods_of_type(FileId file, SymbolId type) {
    std::vector<SymbolId> all;
    for (const SymbolId owner : with_ancestors(at_.program, type)) {
      if (is_generated(declarations_.file_of(owner))) continue;
      for (const SymbolId member : declarations_.members(owner))
        if (is_callable(declarations_.symbol(member).kind)) all.push_back(member);
    }
    const std::string_view folder = parent_path(declarations_.file(file).path);
    for (const SymbolId member : declarations_.extensions_naming(declarations_.symbol(type).name))
      if (const DeclaredSymbol one = declarations_.symbol(member);
          is_callable(one.kind) && parent_path(declarations_.file(one.file).path) == folder)
        all.push_back(member);
    return all;
  }

  /// Without a `.proto` file: what takes a request and its context or observer.
  bool looks_like_rpc(const DeclaredSymbol& method, Family family) const {
    if (method.kind == Kind::kConstructor || (method.flags & (kSymbolPrivate | kSymbolStatic)) != 0) return false;
    if (family == Family::kJvm) return (method.flags & kSymbolOverride) != 0 && method.arity >= 1 && method.arity <= 2;
    const char first = method.name.empty() ? ' ' : method.name.front();
    return first >= 'A' && first <= 'Z' && method.arity >= 1 && method.arity <= 3;
  }

  void add_methods(FileId file, SymbolId type, const std::string& name) {
    const RpcService* service = services_.meant(at_.program, file, name);
    if (service == nullptr && services_.has(name)) service = with_most_methods(file, type, name);
    const Family family = family_of(declarations_.file(file).language);
    std::set<std::string> seen;
    for (const SymbolId member : methods_of_type(file, type)) {
      const DeclaredSymbol method = declarations_.symbol(member);
      if (service == nullptr && !looks_like_rpc(method, family)) continue;
      const auto rpc = rpc_named(service, name, method.name);
      if (!rpc || (service != nullptr && folded_name(rpc->method) != folded_name(method.name)) || !seen.insert(rpc->method).second)
        continue;
      add(type, member, *rpc);
    }
  }

  /// Of several services of one name, that whose methods a type has.
  const RpcService* with_most_methods(FileId file, SymbolId type, const std::string& name) {
    const RpcService* best = nullptr;
    std::size_t most = 0;
    const std::vector<SymbolId> methods = methods_of_type(file, type);
    for (const RpcService* one : services_.named(name)) {
      const auto count = static_cast<std::size_t>(
          std::ranges::count_if(methods, [&](SymbolId member) { return one->find(declarations_.symbol(member).name) != nullptr; }));
      if (count == most) best = nullptr;
      if (count <= most) continue;
      most = count;
      best = one;
    }
    return best;
  }

  /// `@GrpcMethod('Heroes', 'FindOne')` of NestJS.
  void add_marked(FileId file, SymbolId type) {
    if (!at_.sources.imports_from(file, "@nestjs/microservices")) return;
    for (const SymbolId member : declarations_.members(type))
      for (const Marking& marking : at_.program.markings(member)) {
        const std::string_view mark = last_part(marking.name());
        if (mark != "GrpcMethod" && mark != "GrpcStreamMethod" && mark != "GrpcStreamCall") continue;
        const DeclaredSymbol method = declarations_.symbol(member);
        const std::string service = text_of(marking, 0).value_or(std::string(declarations_.symbol(type).name));
        const std::string name = text_of(marking, 1).value_or(std::string(method.name));
        if (const auto rpc = rpc_named(services_.meant(at_.program, file, service), service, name)) add(type, member, *rpc);
      }
  }

  std::optional<std::string> text_of(const Marking& marking, std::uint32_t place) {
    const Index call = marking.annotation->arguments;
    if (call == kNone || marking.facts->expressions[call].child_count <= place) return std::nullopt;
    const Index argument = marking.facts->expressions[call].first_child + place;
    const Site site{.file = marking.file, .facts = marking.facts, .scope = marking.on, .expression = argument};
    for (const CodeValue& value : CodeValues(at_.sources).of(site))
      if (value.kind == CodeValue::Kind::kExpression)
        if (const Expression& text = value.site.facts->expressions[value.site.expression]; text.kind == Expression::Kind::kString)
          return std::string(value.site.facts->text(text.text));
    return std::nullopt;
  }

  void add_registration(const RpcRegistration& one) {
    const NamePlace place{.file = one.file, .scope = one.scope, .at = one.begin};
    describe(answerers_.describe(one.handler, place), one.rpc);
  }

  void add(SymbolId type, SymbolId method, const RpcName& rpc) {
    const FileId file = declarations_.file_of(type);
    if (family_of(declarations_.file(file).language) == Family::kJvm)
      return describe(describe_handler(at_, type, {.symbol = method, .arguments = {}}), rpc);
    Endpoint endpoint = answerers_.describe(method, {.file = file, .scope = type, .at = 0});
    endpoint.controller = std::string(declarations_.symbol(type).qualified_name);
    describe(std::move(endpoint), rpc);
  }

  void describe(Endpoint endpoint, const RpcName& rpc) {
    endpoint.framework = Framework::kGrpc;
    endpoint.http_method = "POST";
    endpoint.route = rpc.route();
    endpoint.request_type = rpc.declared == nullptr ? "" : rpc.declared->request;
    endpoint.response_type = rpc.declared == nullptr ? "" : rpc.declared->response;
    const bool is_known = !known_.emplace(endpoint.route, endpoint.path, endpoint.line).second;
    if (!is_known) found_.push_back(std::move(endpoint));
  }

  static constexpr std::size_t kMostTypes = 5'000;  // that implement services

  Workplace& at_;
  const Declarations& declarations_;
  const RpcServices& services_;
  SourceFiles files_;
  Answerers answerers_;
  std::set<std::tuple<std::string, std::string, std::uint32_t>> known_;
  std::set<SymbolId> implementing_;
  std::vector<Endpoint>& found_;
};

}  // namespace

void find_grpc_endpoints(Workplace& at, const UsesInFile& uses, std::vector<Endpoint>& found) {
  const RpcServices services(at.program.declarations());
  if (services.is_used()) Finder(at, uses, services, found).find();
}

}  // namespace grove::graph::web
