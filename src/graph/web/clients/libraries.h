#pragma once

#include <memory>
#include <vector>

#include "graph/web/clients/client_kit.h"

namespace grove::graph::web {

/// Knows the libraries that send requests, of one language or all. One a thread.
class Libraries {
 public:
  virtual ~Libraries() = default;
  /// Whether calls of a file have to be looked at; costs no reading.
  virtual bool may_send(FileId file) = 0;
  /// Adds the requests of a call, if it sends some.
  virtual void read(FileId file, CallNumber call, std::vector<CodeRequest>& found) = 0;
};

/// By the language of each file.
std::unique_ptr<Libraries> make_libraries(ClientKit& kit);

/// JavaScript and TypeScript: fetch, axios and what is called like it, Angular's HttpClient, jQuery, superagent, XMLHttpRequest.
std::unique_ptr<Libraries> make_script_libraries(ClientKit& kit);
/// Python: requests, httpx, aiohttp, urllib.
std::unique_ptr<Libraries> make_python_libraries(ClientKit& kit);
/// Go: net/http, resty.
std::unique_ptr<Libraries> make_go_libraries(ClientKit& kit);
/// C#: HttpClient, RestSharp, Refit.
std::unique_ptr<Libraries> make_dotnet_libraries(ClientKit& kit);
/// Ruby, PHP, Rust, Dart, Swift: those most in use of each.
std::unique_ptr<Libraries> make_other_libraries(ClientKit& kit);

}  // namespace grove::graph::web
