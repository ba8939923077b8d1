#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/endpoints.h"
#include "graph/web/handlers.h"

namespace grove::graph::web {

/// A method of a service as a `.proto` file declares it.
struct Rpc {
  std::string name;
  std::string request, response;  ///< Types as written.
  SymbolId symbol = kNobody;
};

/// A service of a `.proto` file.
struct RpcService {
  std::string package;  ///< Empty where none is declared.
  std::string name;
  std::vector<Rpc> methods = {};
  std::unordered_map<std::string, std::size_t> by_folded_name = {};  ///< Places in `methods`.
  FileId file = 0;

  const Rpc* find(std::string_view written) const;
};

/// What the `.proto` files of a repository declare, read from its declarations alone. A file that lies there several times counts once.
class RpcServices {
 public:
  explicit RpcServices(const Declarations& declarations);

  /// Whether the repository has to do with gRPC at all: it declares services, or imports a library of it.
  bool is_used() const { return is_used_; }
  const std::vector<RpcService>& all() const { return services_; }
  /// Those of a name, whatever their package.
  std::vector<const RpcService*> named(std::string_view name) const;
  bool has(std::string_view name) const { return by_name_.contains(std::string(name)); }
  /// The one that a file means by a name: the only one, or the one whose package its imports tell of; null where none is known.
  const RpcService* meant(Program& program, FileId from, std::string_view name) const;
  /// All methods as endpoints that nothing is known to answer. Those of the libraries themselves, `google.*`, are left out.
  std::vector<Endpoint> declared(const Modules& modules) const;
  /// `protos/shop.proto:12`
  std::string place_of(const Rpc& rpc) const;

 private:
  void read(FileId file);
  void find_imports();

  const Declarations& declarations_;
  std::vector<RpcService> services_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_name_;
  bool is_used_ = false;
};

/// A method of a service that code implements or calls, as far as the repository says which it is.
struct RpcName {
  std::string package, service, method;
  const Rpc* declared = nullptr;

  /// As gRPC writes it into requests: `/shop.v1.Carts/GetCart`.
  std::string route() const;
};
/// The method that code calls by a name, `getCart` or `GetCartAsync`; nothing where the service is declared and has none of the kind.
std::optional<RpcName> rpc_named(const RpcService* service, std::string_view service_name, std::string_view written);

}  // namespace grove::graph::web
