#include "graph/web/client_calls.h"

#include <algorithm>
#include <tuple>

#include "graph/web/declared_clients.h"
#include "graph/web/sent_requests.h"

namespace grove::graph::web {

std::string_view client_name(ClientLibrary library) {
  switch (library) {
    case ClientLibrary::kFeign: return "feign";
    case ClientLibrary::kHttpExchange: return "http-exchange";
    case ClientLibrary::kRetrofit: return "retrofit";
    case ClientLibrary::kRestTemplate: return "resttemplate";
    case ClientLibrary::kRestClient: return "restclient";
    case ClientLibrary::kWebClient: return "webclient";
    case ClientLibrary::kOkHttp: return "okhttp";
    case ClientLibrary::kJavaHttp: return "java-http";
    case ClientLibrary::kApacheHttp: return "apache-http";
    case ClientLibrary::kJaxRsClient: return "jax-rs";
    case ClientLibrary::kUrlConnection: return "url-connection";
    case ClientLibrary::kKtor: return "ktor";
    case ClientLibrary::kUnirest: return "unirest";
  }
  return "";
}

Result<std::vector<ClientCall>> find_client_calls(Workplace& at, const CancelToken& cancel) {
  std::vector<ClientCall> found;
  ClientTools tools(at);
  RequestSenders senders(tools);
  find_declared_clients(tools, senders.bases(), found);
  GROVE_RETURN_IF_ERROR(find_sent_requests(tools, senders, cancel, found));
  const auto key = [](const ClientCall& call) {
    return std::tuple(std::string_view(call.path), call.line, call.client, std::string_view(call.http_method), std::string_view(call.host),
                      std::string_view(call.route), call.library);
  };
  std::ranges::stable_sort(found, {}, key);
  found.erase(std::ranges::unique(found, {}, key).begin(), found.end());
  return found;
}

}  // namespace grove::graph::web
