#include "serve/mcp/host.h"
#include "serve/mcp/http/endpoint.h"
#include "serve/rest/route.h"

// Where the Model Context Protocol is reached; what is said there is none of the REST API's business.
namespace grove::serve {
namespace {

constexpr FieldSpec kSessionQuery[] = {
    {.name = "sessionId", .meaning = "The session that the stream's first event named.", .need = FieldSpec::Need::kRequired}};

std::string profile_of(const Call& call) { return call.path.empty() ? std::string() : call.path[0]; }

HttpResponse post_mcp(Backend& backend, const Call& call) {
  return backend.mcp.endpoint().post(profile_of(call), call.request, call.cancel);
}

HttpResponse get_mcp(Backend& backend, const Call& call) { return backend.mcp.endpoint().get(profile_of(call), call.request); }

HttpResponse delete_mcp(Backend& backend, const Call& call) { return backend.mcp.endpoint().remove(call.request); }

HttpResponse get_sse(Backend& backend, const Call& call) { return backend.mcp.endpoint().open_events(profile_of(call)); }

HttpResponse post_message(Backend& backend, const Call& call) {
  return backend.mcp.endpoint().post_message(call.query.text("sessionId"), call.request);
}

constexpr Outcome kNoAnswer[] = {{.status = "202", .answer = ""}};

constexpr Route message_to(std::string_view pattern) {
  return {.method = "POST",
          .pattern = pattern,
          .summary = "MCP over Streamable HTTP: takes one JSON-RPC message (2025-03-26 to 2026-07-28)",
          .answer = "JsonRpc",
          .more = kNoAnswer,
          .content = Route::Content::kOwn,
          .speaks = Route::Speaks::kMcp,
          .handle = post_mcp};
}

constexpr Route stream_of(std::string_view pattern) {
  return {.method = "GET",
          .pattern = pattern,
          .summary = "MCP over Streamable HTTP: the stream of a session, or the rest of one that broke off",
          .answer = "",
          .content_type = "text/event-stream",
          .lane = Lane::kInline,
          .speaks = Route::Speaks::kMcp,
          .handle = get_mcp};
}

constexpr Route end_of(std::string_view pattern) {
  return {.method = "DELETE",
          .pattern = pattern,
          .summary = "MCP over Streamable HTTP: ends a session",
          .answer = "",
          .content_type = "",
          .speaks = Route::Speaks::kMcp,
          .handle = delete_mcp};
}

constexpr Route events_of(std::string_view pattern) {
  return {.method = "GET",
          .pattern = pattern,
          .summary = "MCP over HTTP+SSE (2024-11-05): the stream of a session; its first event names where messages go",
          .answer = "",
          .content_type = "text/event-stream",
          .lane = Lane::kInline,
          .speaks = Route::Speaks::kMcp,
          .handle = get_sse};
}

constexpr Route kRoutes[] = {
    message_to("/mcp"),
    stream_of("/mcp"),
    end_of("/mcp"),
    message_to("/mcp/{profile}"),
    stream_of("/mcp/{profile}"),
    end_of("/mcp/{profile}"),
    events_of("/sse"),
    events_of("/sse/{profile}"),
    {.method = "POST",
     .pattern = "/messages",
     .summary = "MCP over HTTP+SSE: takes one JSON-RPC message; its answer goes out on the stream",
     .answer = "",
     .status = "202",
     .content_type = "text/plain",
     .query = kSessionQuery,
     .content = Route::Content::kOwn,
     .speaks = Route::Speaks::kMcp,
     .handle = post_message},
};

}  // namespace

std::span<const Route> mcp_routes() { return kRoutes; }

}  // namespace grove::serve
