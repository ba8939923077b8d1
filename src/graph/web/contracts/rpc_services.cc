#include "graph/web/contracts/rpc_services.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/web/contracts/protocol.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 22> kLibraries = {"google.golang.org/grpc",
                                                         "connectrpc.com/connect",
                                                         "github.com/bufbuild/connect-go",
                                                         "io.grpc",
                                                         "net.devh.boot.grpc",
                                                         "io.quarkus.grpc",
                                                         "org.springframework.grpc",
                                                         "grpc",
                                                         "grpclib",
                                                         "Grpc.Core",
                                                         "Grpc.Net",
                                                         "@grpc/grpc-js",
                                                         "@grpc/proto-loader",
                                                         "grpc-web",
                                                         "@improbable-eng/grpc-web",
                                                         "@protobuf-ts",
                                                         "@connectrpc/connect",
                                                         "@bufbuild/connect",
                                                         "nice-grpc",
                                                         "@nestjs/microservices",
                                                         "tonic",
                                                         "Grpc"};

bool is_below(std::string_view module, std::string_view library) {
  if (!module.starts_with(library)) return false;
  const std::string_view rest = module.substr(library.size());
  return rest.empty() || rest.front() == '.' || rest.front() == '/' || rest.front() == ':' || rest.front() == '\\' || rest.front() == '-';
}

/// What generators write is called so: `shop.v1.CartsGrpc`, `carts_pb2_grpc`.
bool is_generated_name(std::string_view name) {
  return name.ends_with("Grpc") || name.ends_with("GrpcKt") || name.ends_with("_pb2_grpc") || name.ends_with("_grpc_pb");
}

/// What every stub has of its own: `withDeadlineAfter`, `getChannel`.
bool is_of_stubs(std::string_view name) { return name.starts_with("with") || name == "getChannel" || name == "getCallOptions"; }

/// How much of a package an import tells of: segments that stand in it in their order.
std::size_t told_by(std::string_view package, std::string_view import) {
  const std::string folded = to_lower_ascii(import);
  std::size_t from = 0, told = 0;
  for (const std::string_view part : split(package, '.')) {
    const std::size_t at = folded.find(to_lower_ascii(part), from);
    if (at == std::string::npos) continue;
    from = at + part.size();
    ++told;
  }
  return told;
}

}  // namespace

const Rpc* RpcService::find(std::string_view written) const {
  const auto found = by_folded_name.find(folded_name(written));
  return found == by_folded_name.end() ? nullptr : &methods[found->second];
}

RpcServices::RpcServices(const Declarations& declarations) : declarations_(declarations) {
  for (FileId file = 0; file < declarations.file_limit(); ++file) {
    if (!declarations.is_live(file)) continue;
    const DeclaredFile declared = declarations.file(file);
    if (declared.language == Language::kProto && !is_test_path(declared.path)) read(file);
  }
  is_used_ = !services_.empty();
  if (!is_used_) find_imports();
}

void RpcServices::read(FileId file) {
  const DeclaredFile declared = declarations_.file(file);
  for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
    const DeclaredSymbol service = declarations_.symbol(symbol);
    if (service.kind != Kind::kInterface) continue;
    RpcService one{.package = std::string(declared.module), .name = std::string(service.name), .file = file};
    std::vector<std::size_t>& same = by_name_[one.name];
    if (std::ranges::any_of(same, [&](std::size_t known) { return services_[known].package == one.package; })) continue;
    for (const SymbolId member : declarations_.members(symbol)) {
      const DeclaredSymbol rpc = declarations_.symbol(member);
      if (rpc.kind != Kind::kMethod) continue;
      const std::vector<std::string_view> request = declarations_.parameter_types(member);
      if (!one.by_folded_name.try_emplace(folded_name(rpc.name), one.methods.size()).second) continue;
      one.methods.push_back({.name = std::string(rpc.name),
                             .request = request.empty() ? "" : std::string(request.front()),
                             .response = std::string(rpc.type),
                             .symbol = member});
    }
    same.push_back(services_.size());
    services_.push_back(std::move(one));
  }
}

void RpcServices::find_imports() {
  for (FileId file = 0; file < declarations_.file_limit() && !is_used_; ++file)
    if (declarations_.is_live(file))
      is_used_ = std::ranges::any_of(declarations_.imports(file), [](const DeclaredImport& import) {
        return is_generated_name(import.module) || is_generated_name(import.name) ||
               std::ranges::any_of(kLibraries, [&](std::string_view library) { return is_below(import.module, library); });
      });
}

std::vector<const RpcService*> RpcServices::named(std::string_view name) const {
  std::vector<const RpcService*> found;
  if (const auto known = by_name_.find(std::string(name)); known != by_name_.end())
    for (const std::size_t one : known->second) found.push_back(&services_[one]);
  return found;
}

const RpcService* RpcServices::meant(Program& program, FileId from, std::string_view name) const {
  const std::vector<const RpcService*> all = named(name);
  if (all.size() < 2) return all.empty() ? nullptr : all.front();
  const RpcService* best = nullptr;
  std::size_t most = 0;
  bool is_tie = false;
  for (const RpcService* one : all) {
    std::size_t told = 0;
    for (const DeclaredImport& import : program.imports(from)) told = std::max(told, told_by(one->package, import.module));
    is_tie = told > most ? false : is_tie || told == most;
    if (told <= most) continue;
    most = told;
    best = one;
  }
  return is_tie ? nullptr : best;
}

std::string RpcServices::place_of(const Rpc& rpc) const {
  const DeclaredSymbol symbol = declarations_.symbol(rpc.symbol);
  return fmt::format("{}:{}", declarations_.file(symbol.file).path, symbol.lines.first);
}

std::vector<Endpoint> RpcServices::declared(const Modules& modules) const {
  std::vector<Endpoint> found;
  for (const RpcService& service : services_) {
    if (service.package.starts_with("google.") || service.package.starts_with("grpc.")) continue;
    for (const Rpc& rpc : service.methods)
      found.push_back({.http_method = "POST",
                       .route = RpcName{.package = service.package, .service = service.name, .method = rpc.name, .declared = &rpc}.route(),
                       .module = modules.of(service.file).folder,
                       .service = {},
                       .controller = service.package.empty() ? service.name : service.package + "." + service.name,
                       .method_name = rpc.name,
                       .request_type = rpc.request,
                       .response_type = rpc.response,
                       .framework = Framework::kGrpc,
                       .handler = rpc.symbol,
                       .path = std::string(declarations_.file(service.file).path),
                       .line = declarations_.symbol(rpc.symbol).lines.first});
  }
  return found;
}

std::string RpcName::route() const { return fmt::format("/{}{}{}/{}", package, package.empty() ? "" : ".", service, method); }

std::optional<RpcName> rpc_named(const RpcService* service, std::string_view service_name, std::string_view written) {
  std::string_view bare = written;
  if (bare.ends_with("Async")) bare.remove_suffix(5);
  if (service == nullptr) {
    if (bare.empty() || is_of_stubs(bare)) return std::nullopt;
    return RpcName{.package = {}, .service = std::string(service_name), .method = with_upper_first(bare), .declared = nullptr};
  }
  const Rpc* rpc = service->find(written);
  if (rpc == nullptr) rpc = service->find(bare);
  if (rpc == nullptr) return std::nullopt;
  return RpcName{.package = service->package, .service = service->name, .method = rpc->name, .declared = rpc};
}

}  // namespace grove::graph::web
