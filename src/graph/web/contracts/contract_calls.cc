#include "graph/web/contracts/contract_calls.h"

#include <algorithm>
#include <tuple>

#include "graph/web/contracts/graphql_clients.h"
#include "graph/web/contracts/graphql_servers.h"
#include "graph/web/contracts/grpc_clients.h"
#include "graph/web/contracts/openapi_clients.h"
#include "graph/web/contracts/openapi_documents.h"
#include "graph/web/contracts/rpc_services.h"

namespace grove::graph::web {

Status find_contract_calls(Workplace& at, const Uses& uses, FactsSource& source, const CancelToken& cancel,
                           std::vector<ClientCall>& found) {
  const std::size_t before = found.size();
  GROVE_RETURN_IF_ERROR(find_grpc_calls(at, cancel, found));
  GROVE_RETURN_IF_ERROR(find_graphql_calls(at, uses, source, cancel, found));
  GROVE_RETURN_IF_ERROR(find_openapi_calls(at, cancel, found));
  if (found.size() == before) return {};
  const auto key = [](const ClientCall& call) {
    return std::tuple(std::string_view(call.path), call.line, call.client, std::string_view(call.http_method), std::string_view(call.host),
                      std::string_view(call.route), call.library);
  };
  std::ranges::stable_sort(found, {}, key);
  found.erase(std::ranges::unique(found, {}, key).begin(), found.end());
  return {};
}

std::vector<Endpoint> find_declared(Workplace& at) {
  std::vector<Endpoint> found = RpcServices(at.program.declarations()).declared(at.modules);
  find_declared_fields(at.program.declarations(), at.modules, found);
  std::ranges::move(OpenApiDocuments(at).declared(at.program.declarations()), std::back_inserter(found));
  return found;
}

}  // namespace grove::graph::web
