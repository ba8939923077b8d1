#include "graph/web/frameworks/fastapi/fastapi.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {
    {"fastapi", "FastAPI"}, {"fastapi", "APIRouter"}, {"fastapi.routing", "APIRouter"}, {"fastapi.applications", "FastAPI"}};
constexpr RouterMethod kMethods[] = {
    {.name = "get", .does = Does::kRoute, .verb = "GET", .path_name = "path"},
    {.name = "post", .does = Does::kRoute, .verb = "POST", .path_name = "path"},
    {.name = "put", .does = Does::kRoute, .verb = "PUT", .path_name = "path"},
    {.name = "patch", .does = Does::kRoute, .verb = "PATCH", .path_name = "path"},
    {.name = "delete", .does = Does::kRoute, .verb = "DELETE", .path_name = "path"},
    {.name = "head", .does = Does::kRoute, .verb = "HEAD", .path_name = "path"},
    {.name = "options", .does = Does::kRoute, .verb = "OPTIONS", .path_name = "path"},
    {.name = "api_route", .does = Does::kRoute, .verb = "GET", .path_name = "path", .verbs_name = "methods"},
    {.name = "add_api_route", .does = Does::kRoute, .verb = "GET", .path_name = "path", .verbs_name = "methods"},
    {.name = "include_router", .does = Does::kMount, .path = -1, .path_name = "prefix", .routers = 0},
    {.name = "mount", .does = Does::kMount, .path_name = "path"},
};
constexpr std::string_view kPrefixes[] = {"prefix"};

}  // namespace

const Dialect kFastApiDialect = {.framework = Framework::kFastApi,
                                 .family = Family::kPython,
                                 .paths = PathStyle::kBraces,
                                 .makers = kMakers,
                                 .types = kMakers,
                                 .methods = kMethods,
                                 .prefix_names = kPrefixes,
                                 .decorates = true};

}  // namespace grove::graph::web
