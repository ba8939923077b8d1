#include "serve/http/problem.h"
#include "serve/json/navigation_shapes.h"
#include "serve/rest/route.h"

namespace grove::serve {
namespace {

constexpr FieldSpec kRepo = {
    .name = "repo", .type = FieldType::kTextList, .meaning = "names or ids of repositories; all where none is named", .alias = "repos"};
constexpr FieldSpec kLimit = {.name = "limit",
                              .type = FieldType::kInteger,
                              .meaning = "how many the answer lists at most",
                              .least = 1,
                              .most = 1000,
                              .fallback = "50"};
constexpr FieldSpec kSkip = {
    .name = "skip", .type = FieldType::kInteger, .meaning = "how many are left out before, for pages", .most = 1'000'000, .fallback = "0"};
constexpr FieldSpec kDepth = {
    .name = "depth", .type = FieldType::kInteger, .meaning = "how many calls away", .least = 1, .most = 10, .fallback = "1"};
constexpr FieldSpec kListQuery[] = {kRepo, kLimit, kSkip};
constexpr FieldSpec kCallQuery[] = {kRepo, kLimit, kSkip, kDepth};
constexpr FieldSpec kFileQuery[] = {{.name = "repo", .meaning = "name or id of the repository; may be left out where one has the path"},
                                    {.name = "path", .meaning = "path of the file in its repository", .need = FieldSpec::Need::kRequired}};

engine::SymbolRequest symbol_of(const Call& call) {
  return {.symbol = call.path[0],
          .repositories = call.query.list("repo"),
          .limit = static_cast<std::size_t>(call.query.integer("limit", 50)),
          .skip = static_cast<std::size_t>(call.query.integer("skip", 0))};
}

engine::CallRequest calls_of(const Call& call) {
  return {.symbol = symbol_of(call), .depth = static_cast<std::uint32_t>(call.query.integer("depth", 1))};
}

HttpResponse get_definition(Backend& backend, const Call& call) {
  const auto found = backend.engine.definition(symbol_of(call), call.cancel);
  return found ? json_response(definitions_json(*found)) : problem(found.error());
}

HttpResponse get_references(Backend& backend, const Call& call) {
  const auto found = backend.engine.references(symbol_of(call), call.cancel);
  return found ? json_response(references_json(*found)) : problem(found.error());
}

HttpResponse get_callers(Backend& backend, const Call& call) {
  const auto found = backend.engine.callers(calls_of(call), call.cancel);
  return found ? json_response(calls_json(*found)) : problem(found.error());
}

HttpResponse get_callees(Backend& backend, const Call& call) {
  const auto found = backend.engine.callees(calls_of(call), call.cancel);
  return found ? json_response(calls_json(*found)) : problem(found.error());
}

HttpResponse get_file(Backend& backend, const Call& call) {
  const auto file = backend.engine.file({.file = call.query.text("path"), .repository = call.query.text("repo")}, call.cancel);
  return file ? json_response(file_json(*file)) : problem(file.error());
}

constexpr Route kRoutes[] = {
    {.method = "GET",
     .pattern = "/api/v1/symbols/{name}",
     .summary = "Shows where a symbol is defined, the likeliest meaning first",
     .answer = "Definitions",
     .query = kListQuery,
     .handle = get_definition},
    {.method = "GET",
     .pattern = "/api/v1/symbols/{name}/references",
     .summary = "Lists the uses of a symbol; never from comments or strings",
     .answer = "References",
     .query = kListQuery,
     .handle = get_references},
    {.method = "GET",
     .pattern = "/api/v1/symbols/{name}/callers",
     .summary = "Shows who calls a symbol, to a depth",
     .answer = "Calls",
     .query = kCallQuery,
     .handle = get_callers},
    {.method = "GET",
     .pattern = "/api/v1/symbols/{name}/callees",
     .summary = "Shows what a symbol calls, to a depth",
     .answer = "Calls",
     .query = kCallQuery,
     .handle = get_callees},
    {.method = "GET",
     .pattern = "/api/v1/files",
     .summary = "Shows a file's text with its outline",
     .answer = "File",
     .query = kFileQuery,
     .handle = get_file},
};

}  // namespace

std::span<const Route> symbol_routes() { return kRoutes; }

}  // namespace grove::serve
