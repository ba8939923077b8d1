#include "graph/web/client_calls.h"

#include <algorithm>
#include <tuple>

#include "graph/web/clients/code_requests.h"
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
    case ClientLibrary::kFetch: return "fetch";
    case ClientLibrary::kAxios: return "axios";
    case ClientLibrary::kAngular: return "angular";
    case ClientLibrary::kSuperagent: return "superagent";
    case ClientLibrary::kJQuery: return "jquery";
    case ClientLibrary::kXmlHttpRequest: return "xmlhttprequest";
    case ClientLibrary::kScriptClient: return "script-client";
    case ClientLibrary::kForm: return "form";
    case ClientLibrary::kPythonRequests: return "requests";
    case ClientLibrary::kHttpx: return "httpx";
    case ClientLibrary::kAiohttp: return "aiohttp";
    case ClientLibrary::kUrllib: return "urllib";
    case ClientLibrary::kGoHttp: return "go-http";
    case ClientLibrary::kResty: return "resty";
    case ClientLibrary::kDotNetHttp: return "dotnet-http";
    case ClientLibrary::kRestSharp: return "restsharp";
    case ClientLibrary::kRefit: return "refit";
    case ClientLibrary::kNetHttp: return "net-http";
    case ClientLibrary::kFaraday: return "faraday";
    case ClientLibrary::kGuzzle: return "guzzle";
    case ClientLibrary::kReqwest: return "reqwest";
    case ClientLibrary::kDartHttp: return "dart-http";
    case ClientLibrary::kUrlSession: return "urlsession";
    case ClientLibrary::kGrpc: return "grpc";
    case ClientLibrary::kGraphQl: return "graphql";
    case ClientLibrary::kOpenApi: return "openapi-client";
  }
  return "";
}

Result<std::vector<ClientCall>> find_client_calls(Workplace& at, const Uses& uses, const CancelToken& cancel) {
  std::vector<ClientCall> found;
  ClientTools tools(at);
  RequestSenders senders(tools);
  find_declared_clients(tools, senders.bases(), found);
  GROVE_RETURN_IF_ERROR(find_sent_requests(tools, senders, cancel, found));
  GROVE_RETURN_IF_ERROR(find_code_requests(at, uses, cancel, found));
  const auto key = [](const ClientCall& call) {
    return std::tuple(std::string_view(call.path), call.line, call.client, std::string_view(call.http_method), std::string_view(call.host),
                      std::string_view(call.route), call.library);
  };
  std::ranges::stable_sort(found, {}, key);
  found.erase(std::ranges::unique(found, {}, key).begin(), found.end());
  return found;
}

}  // namespace grove::graph::web
