#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "graph/graph.h"
#include "graph/web/handlers.h"
#include "graph/web/inner_functions.h"
#include "graph/web/uses.h"

namespace grove::graph::web {

/// With what a program asks another one.
enum class ClientLibrary : std::uint8_t {
  kFeign,
  kHttpExchange,
  kRetrofit,
  kRestTemplate,
  kRestClient,
  kWebClient,
  kOkHttp,
  kJavaHttp,
  kApacheHttp,
  kJaxRsClient,
  kUrlConnection,
  kKtor,
  kUnirest,
  kFetch,
  kAxios,
  kAngular,
  kSuperagent,
  kJQuery,
  kXmlHttpRequest,
  kScriptClient,
  kForm,
  kPythonRequests,
  kHttpx,
  kAiohttp,
  kUrllib,
  kGoHttp,
  kResty,
  kDotNetHttp,
  kRestSharp,
  kRefit,
  kNetHttp,
  kFaraday,
  kGuzzle,
  kReqwest,
  kDartHttp,
  kUrlSession,
  kGrpc,
  kGraphQl,
  kOpenApi
};
/// "feign", "resttemplate", "webclient", …
std::string_view client_name(ClientLibrary library);

/// A request over HTTP that code sends, or that the method of a declared client stands for.
struct ClientCall {
  ClientLibrary library = ClientLibrary::kFeign;
  std::string http_method = {};     ///< Empty where the code doesn't say it.
  std::string host = {};            ///< Of whom it is asked: a service's name or a host, without port; empty where the code doesn't say it.
  std::uint16_t port = 0;           ///< 0 where none is written.
  std::string route = {};           ///< Path as far as it is known, without query; parameters as `{name}`; empty where nothing is.
  std::string prefix = {};          ///< What the route begins with because configuration says so: gateways may rewrite it.
  bool is_host_configured = false;  ///< So does the host, which is another one where the program runs.
  bool is_below_unknown = false;    ///< Something that is not known stands before the route.
  SymbolId in =
      kNobody;  ///< The outermost function that sends it; of declared clients the method of the interface, or that where none is known.
  SymbolId client = kNobody;    ///< Type of a declared client: its methods may stand in what it inherits from.
  std::string module = {};      ///< Folder of the module.
  std::string sender = {};      ///< Name of the function that is called to send it; empty for declared clients.
  std::string sends = {};       ///< Name of the library's function that it comes to: another one where the first passes an address on.
  std::string path = {};        ///< Of the file.
  std::uint32_t line = 0;       ///< Where it is sent, or the mapping is written.
  std::uint32_t begin = kNone;  ///< Byte offset there; kNone of a mapping.
  CodeOwner owner = {};         ///< Whose code it is: `in`, or what stands in that and is a function of its own.
  Confidence confidence = Confidence::kExact;
  std::string contract = {};  ///< Where a file declares what is asked, `shop.proto:12`; empty where none does.
};

/// All requests that the programs of a repository send, in order of path and line; tests left out. kCancelled on a cancel.
Result<std::vector<ClientCall>> find_client_calls(Workplace& at, const Uses& uses, const CancelToken& cancel);

}  // namespace grove::graph::web
