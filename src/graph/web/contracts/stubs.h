#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/web/contracts/code_reader.h"
#include "graph/web/contracts/rpc_services.h"

namespace grove::graph::web {

/// Says of which service the things are stubs that calls are asked of, by how they are made (`CartGrpc.newStub(channel)`,
/// `pb.NewCartClient(conn)`, `cart_pb2_grpc.CartStub(channel)`, `new Cart.CartClient(channel)`, `new proto.Cart(address)`) and by declared
/// types. Where no `.proto` file of the repository declares a service, only what no other library is called like counts. One a thread.
class Stubs {
 public:
  Stubs(CodeReader& code, const RpcServices& services);

  /// The services that a call may be asked of, by name; several where a name stands for several stubs.
  std::vector<std::string> asked(FileId file, CallNumber call);

 private:
  struct Named {
    SymbolId scope = kNobody;  ///< The function or type that knows the name.
    std::string service;
  };
  using Table = std::multimap<std::string, Named, std::less<>>;
  const Table& table(FileId file);
  void read(FileId file, Table& known);
  void read_fields(FileId file, const CodeFile& code, Table& known) const;
  std::string of_type(FileId file, std::string_view type) const;
  std::string made_by(FileId file, const Facts& facts, Index expression) const;
  std::string made_by_names(FileId file, std::string_view text) const;
  std::string service_called(Family family, std::string_view name, std::string_view suffix) const;
  std::vector<std::string> in_file(FileId file, std::string_view name, SymbolId scope);
  std::vector<std::string> elsewhere(FileId file, std::string_view name) const;
  bool is_own_type(Family family, std::string_view name) const;
  std::size_t shared_depth(SymbolId a, SymbolId b) const;

  CodeReader& code_;
  const RpcServices& services_;
  const Declarations& declarations_;
  std::unordered_map<FileId, Table> tables_;
  /// A field or function that is, or gives back, a stub.
  struct Declared {
    std::string_view folder;
    std::string service;
  };
  std::map<std::string, std::vector<Declared>, std::less<>> fields_;  // by name
};

}  // namespace grove::graph::web
