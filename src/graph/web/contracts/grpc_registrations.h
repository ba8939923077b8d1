#pragma once

#include <vector>

#include "graph/web/contracts/code_reader.h"
#include "graph/web/contracts/rpc_services.h"

namespace grove::graph::web {

/// A function that answers a method of a service because code tells a server so.
struct RpcRegistration {
  RpcName rpc;
  SymbolId handler = kNobody;  ///< kNobody where it is written in place or not known.
  FileId file = 0;
  SymbolId scope = kNobody;  ///< Where it is told.
  std::uint32_t begin = 0;
};

/// `server.addService(proto.Carts.service, {getCart})` of Node.js, `router.service(Carts, {…})` of Connect, and
/// `pb.RegisterCartsServer(server, impl)` of Go for types that embed nothing that is generated.
std::vector<RpcRegistration> find_rpc_registrations(CodeReader& code, const RpcServices& services);

}  // namespace grove::graph::web
