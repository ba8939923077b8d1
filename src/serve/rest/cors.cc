#include "serve/rest/cors.h"

namespace grove::serve {

std::optional<HttpResponse> answer_preflight(const HttpRequest& head) {
  if (head.method != "OPTIONS" || head.header("Access-Control-Request-Method").empty()) return std::nullopt;
  HttpResponse response{.status = 204, .content_type = ""};
  response.headers = {{"Access-Control-Allow-Methods", "GET, POST, PUT, DELETE, OPTIONS"},
                      {"Access-Control-Allow-Headers",
                       "Content-Type, Accept, Authorization, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID, "
                       "If-Match, If-None-Match"},
                      {"Access-Control-Max-Age", "86400"}};
  let_page_read(head, response);
  return response;
}

void let_page_read(const HttpRequest& request, HttpResponse& response) {
  const std::string_view origin = request.header("Origin");
  if (origin.empty()) return;
  response.headers.emplace_back("Access-Control-Allow-Origin", origin);
  response.headers.emplace_back("Access-Control-Expose-Headers", "Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, ETag, Location");
  response.headers.emplace_back("Vary", "Origin");
}

}  // namespace grove::serve
