#include "serve/json/link_shapes.h"
#include "serve/mcp/tools/tool.h"

// Requests of code and what answers them.
namespace grove::serve::mcp {
namespace {

constexpr std::size_t kMostLinks = 2'000;
constexpr std::size_t kMostLeftOver = 200;

/// The whole answer, what is left over cut sooner than links.
Result<Json> get_cross_repo_api_links(const ToolCall& call) {
  const engine::LinkRequest request{.repositories = {}, .limit = kMostLinks};
  GROVE_ASSIGN_OR_RETURN(engine::ApiLinkList list, call.backend.engine.links(request, call.exchange.cancel()));
  if (list.unmatched.size() > kMostLeftOver) list.unmatched.resize(kMostLeftOver);
  if (list.uncalled.size() > kMostLeftOver) list.uncalled.resize(kMostLeftOver);
  return Json::parse(links_json(list));
}

constexpr Tool kTools[] = {
    {.name = "get_cross_repo_api_links",
     .title = "Link requests to handlers",
     .description = "Lists which requests that code sends over HTTP (fetch, axios, HttpClient, requests, Feign, …) come to which handlers, "
                    "across repositories and languages: verb, URL, file and line on both sides, how sure that is and why. Also requests "
                    "that nothing answers, with the reason, and endpoints that nobody calls. Use it before a route is changed.",
     .run = get_cross_repo_api_links},
};

}  // namespace

std::span<const Tool> link_tools() { return kTools; }

}  // namespace grove::serve::mcp
