#include "graph/web/declared_clients.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "base/text.h"
#include "graph/web/client_mapping.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 2> kFeign = {"org.springframework.cloud.openfeign.FeignClient",
                                                    "org.springframework.cloud.netflix.feign.FeignClient"};

constexpr std::string_view kRegistered = "org.eclipse.microprofile.rest.client.inject.RegisterRestClient";
constexpr std::string_view kRetrofit = "retrofit2.http.", kJaxRs = "jakarta.ws.rs.",
                           kExchange = "org.springframework.web.service.annotation.";

bool is_this_machine(std::string_view host) { return host == "localhost" || host == "127.0.0.1" || host == "0.0.0.0"; }

class DeclaredClients {
 public:
  DeclaredClients(ClientTools& tools, ClientBases& bases, std::vector<ClientCall>& found)
      : at_(tools.at), tools_(tools), bases_(bases), found_(found) {
    for (const std::string_view name : {"createClient", "create", "target"})
      for (const CodeFiles::Place& place : tools.files.calls_of(name))
        if (makes_clients(place.file))
          for (const SymbolId type : made_by(place)) makers_.try_emplace(type, place);
  }

  void add(SymbolId type) {
    for (const std::string_view annotation : kFeign)
      if (const Meaning* meaning = at_.annotations.find(type, annotation)) return add_feign(type, *meaning);
    if (const Meaning* meaning = at_.annotations.find(type, kRegistered)) return add_registered(type, *meaning);
    const std::optional<ClientLibrary> library = library_of(type);
    if (!library) return;
    const std::vector<PieceText> texts = base_of(type);
    add_methods(type, {.library = *library, .address = texts.empty() ? RequestAddress() : parse_address(texts.front().rendered())});
  }

 private:
  /// Whom a client asks, and below which path.
  struct Base {
    ClientLibrary library = ClientLibrary::kFeign;
    RequestAddress address;
  };

  /// The types whose objects a call makes: `factory.createClient(Orders.class)`, `createClient<Orders>()`.
  std::vector<SymbolId> made_by(const CodeFiles::Place& place) {
    const CallChains& calls = tools_.calls(place.file);
    if (calls.argument_count(place.call) > 0) return at_.folder.types(tools_.argument(place.file, place.call, 0));
    // The nearest type that is named behind it: `create(Orders::class.java)`, `createClient<Orders>()`.
    const Facts& facts = calls.facts();
    const Reference& call = facts.references[calls[place.call].reference];
    const Reference* nearest = nullptr;
    for (const Reference& one : facts.references)
      if (one.role == Role::kType && one.line == call.line && one.begin > call.begin && (nearest == nullptr || one.begin < nearest->begin))
        nearest = &one;
    if (nearest == nullptr) return {};
    const SymbolId type =
        tools_.receivers.of_type({place.file, tools_.chains.scope_of(place.file, place.call)}, facts.text(nearest->name)).type;
    return type == kNobody ? std::vector<SymbolId>() : std::vector{type};
  }

  bool makes_clients(FileId file) {
    return std::ranges::any_of(std::array<std::string_view, 3>{"retrofit2", "feign", "org.springframework.web.service"},
                               [&](std::string_view package) { return at_.program.imports_from(file, package); });
  }

  /// By what the methods carry.
  std::optional<ClientLibrary> library_of(SymbolId type) {
    for (const SymbolId member : at_.program.declarations().members(type))
      for (const Meaning& meaning : at_.annotations.meanings(member)) {
        if (meaning.qualified.starts_with(kRetrofit)) return ClientLibrary::kRetrofit;
        if (meaning.qualified.starts_with(kExchange)) return ClientLibrary::kHttpExchange;
        if (meaning.qualified == "feign.RequestLine") return ClientLibrary::kFeign;
      }
    return std::nullopt;
  }

  std::vector<PieceText> base_of(SymbolId type) {
    const auto made = makers_.find(type);
    if (made == makers_.end()) return {};
    const CodeFiles::Place& place = made->second;
    const CallChains& calls = tools_.calls(place.file);
    if (calls.name(place.call) == "target" && calls.argument_count(place.call) > 1)
      return tools_.texts.of(tools_.argument(place.file, place.call, 1));
    std::vector<PieceText> texts = bases_.of_call(place.file, place.call);
    const SymbolId function = tools_.function_of(place.file, place.call);
    return texts.empty() && function != kNobody ? bases_.in_function(function) : texts;
  }

  /// `@RegisterRestClient(configKey = "orders")`: configuration says where that is.
  void add_registered(SymbolId type, const Meaning& meaning) {
    const Module& application = at_.modules.application_of(at_.program.declarations().file_of(type));
    std::string key = said(type, meaning, {"configKey"});
    if (key.empty()) key = std::string(at_.program.declarations().symbol(type).qualified_name);
    std::string url = at_.modules.property(application, {key + "/mp-rest/url"});
    if (url.empty()) url = at_.modules.property(application, {"quarkus.rest-client." + key + ".url"});
    if (url.empty()) url = at_.modules.property(application, {"quarkus.rest-client.\"" + key + "\".url"});
    if (url.empty()) url = said(type, meaning, {"baseUri"});
    add_methods(type, {.library = ClientLibrary::kJaxRsClient, .address = parse_address(url)});
  }

  std::string said(SymbolId type, const Meaning& meaning, const std::vector<std::string_view>& names) {
    for (const Site& site : at_.annotations.arguments(meaning, names))
      if (std::string text = at_.folder.text(site); !text.empty())
        return at_.modules.filled(at_.modules.application_of(at_.program.declarations().file_of(type)), text);
    return {};
  }

  void add_feign(SymbolId type, const Meaning& meaning) {
    const std::string name = said(type, meaning, {"name", "value", "serviceId"});
    std::string url = said(type, meaning, {"url"});
    if (url.find("${") != std::string::npos || url.starts_with("#{")) url.clear();
    if (!url.empty() && url.find("://") == std::string::npos) url.insert(0, "http://");
    Base base{.library = ClientLibrary::kFeign, .address = parse_address(url)};
    const bool is_named = !name.empty() && name.find("${") == std::string::npos;
    if (is_named && (base.address.host.empty() || is_this_machine(base.address.host)))
      base.address.host = parse_address((name.find("://") == std::string::npos ? "http://" : "") + name).host;
    base.address.route = join_route(base.address.route, said(type, meaning, {"path"}));
    add_methods(type, base);
  }

  void add_methods(SymbolId type, const Base& base) {
    const std::size_t before = found_.size();
    const std::vector<SymbolId> hierarchy = with_ancestors(at_.program, type);
    const auto of_type = base.library == ClientLibrary::kJaxRsClient ? path_of(hierarchy) : nearest_request_mapping(at_, hierarchy);
    for (const InheritedMethod& method : methods_of(at_.program, type)) {
      const auto mapping = client_mapping(at_, method.symbols());
      if (!mapping) continue;
      const std::vector<std::string> above = of_type ? of_type->paths : std::vector<std::string>{""};
      for (const std::string& outer : above)
        for (const std::string& inner : mapping->paths)
          add_call(type, method.handler(), base, {mapping->verbs, {join_route(outer, inner)}});
    }
    // Its methods stand elsewhere, but whom it asks is known.
    if (found_.size() == before && !base.address.host.empty())
      add_call(type, {.symbol = type, .arguments = {}}, base, {.verbs = {}, .paths = {""}});
  }

  std::optional<RequestMapping> path_of(const std::vector<SymbolId>& types) {
    for (const SymbolId type : types)
      if (const Meaning* meaning = at_.annotations.find(type, "jakarta.ws.rs.Path"))
        return RequestMapping{.verbs = {}, .paths = {said(type, *meaning, {"value"})}};
    return std::nullopt;
  }

  void add_call(SymbolId type, const Method& method, const Base& base, const RequestMapping& mapping) {
    const Declarations& declarations = at_.program.declarations();
    const DeclaredSymbol declared = declarations.symbol(method.symbol);
    const FileId file = declarations.file_of(type);
    const std::string path = at_.modules.filled(at_.modules.application_of(file), mapping.paths.front());
    const RequestAddress own = parse_address(path);
    ClientCall call{.library = base.library, .in = method.symbol, .client = type, .module = at_.modules.of(file).folder};
    call.http_method = mapping.verbs.empty() ? "" : mapping.verbs.front();
    call.host = own.has_authority ? own.host : base.address.host;
    call.port = own.has_authority ? own.port : base.address.port;
    call.route = own.has_authority ? own.route : join_route(base.address.route, own.route.empty() ? path : own.route);
    if (!call.route.empty()) call.route = clean_route(call.route);
    call.path = std::string(declarations.file(declared.file).path);
    call.line = declared.lines.first;
    found_.push_back(std::move(call));
  }

  Workplace& at_;
  ClientTools& tools_;
  ClientBases& bases_;
  std::vector<ClientCall>& found_;
  std::unordered_map<SymbolId, CodeFiles::Place> makers_;  // by type
};

}  // namespace

void find_declared_clients(ClientTools& tools, ClientBases& bases, std::vector<ClientCall>& found) {
  DeclaredClients clients(tools, bases, found);
  const Declarations& declarations = tools.at.program.declarations();
  for (const FileId file : tools.at.program.code()) {
    const DeclaredFile declared = declarations.file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol)
      if (declarations.symbol(symbol).kind == Kind::kInterface) clients.add(symbol);
  }
}

}  // namespace grove::graph::web
