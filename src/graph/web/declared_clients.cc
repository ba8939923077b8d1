#include "graph/web/declared_clients.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "graph/web/address.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 2> kFeign = {"org.springframework.cloud.openfeign.FeignClient",
                                                    "org.springframework.cloud.netflix.feign.FeignClient"};

/// `GET /users/{id}` of `@RequestLine`.
std::optional<RequestMapping> request_line(Workplace& at, const std::vector<SymbolId>& methods) {
  for (const SymbolId method : methods) {
    const Meaning* meaning = at.annotations.find(method, "feign.RequestLine");
    if (meaning == nullptr) continue;
    for (const Site& site : at.annotations.arguments(*meaning, {"value"})) {
      const std::string line = at.folder.text(site);
      const std::size_t space = line.find(' ');
      if (space == std::string::npos) continue;
      return RequestMapping{.verbs = {line.substr(0, space)}, .paths = {std::string(trim(std::string_view(line).substr(space)))}};
    }
  }
  return std::nullopt;
}

bool is_this_machine(std::string_view host) { return host == "localhost" || host == "127.0.0.1" || host == "0.0.0.0"; }

class DeclaredClients {
 public:
  DeclaredClients(Workplace& at, std::vector<ClientCall>& found) : at_(at), found_(found) {}

  void add(SymbolId type) {
    for (const std::string_view annotation : kFeign)
      if (const Meaning* meaning = at_.annotations.find(type, annotation)) return add_feign(type, *meaning);
  }

 private:
  /// Whom a client asks, and below which path.
  struct Base {
    ClientLibrary library = ClientLibrary::kFeign;
    Address address;
  };

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
    const auto of_type = nearest_request_mapping(at_, with_ancestors(at_.program, type));
    for (const InheritedMethod& method : methods_of(at_.program, type)) {
      auto mapping = nearest_request_mapping(at_, method.symbols());
      if (!mapping) mapping = request_line(at_, method.symbols());
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

  void add_call(SymbolId type, const Method& method, const Base& base, const RequestMapping& mapping) {
    const Declarations& declarations = at_.program.declarations();
    const DeclaredSymbol declared = declarations.symbol(method.symbol);
    const FileId file = declarations.file_of(type);
    const std::string path = at_.modules.filled(at_.modules.application_of(file), mapping.paths.front());
    const Address own = parse_address(path);
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
  std::vector<ClientCall>& found_;
};

}  // namespace

void find_declared_clients(Workplace& at, std::vector<ClientCall>& found) {
  DeclaredClients clients(at, found);
  const Declarations& declarations = at.program.declarations();
  for (const FileId file : at.program.code()) {
    const DeclaredFile declared = declarations.file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol)
      if (declarations.symbol(symbol).kind == Kind::kInterface) clients.add(symbol);
  }
}

}  // namespace grove::graph::web
