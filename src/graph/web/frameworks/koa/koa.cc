#include "graph/web/frameworks/koa/koa.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"koa-router", ""}, {"@koa/router", ""}, {"koa-router", "Router"}, {"@koa/router", "Router"}};
constexpr LibraryName kTypes[] = {{"koa-router", ""}, {"@koa/router", ""}, {"koa-router", "Router"}, {"@koa/router", "Router"}};
constexpr RouterMethod kMethods[] = {
    {.name = "get", .does = Does::kRoute, .verb = "GET", .least = 2},
    {.name = "post", .does = Does::kRoute, .verb = "POST", .least = 2},
    {.name = "put", .does = Does::kRoute, .verb = "PUT", .least = 2},
    {.name = "patch", .does = Does::kRoute, .verb = "PATCH", .least = 2},
    {.name = "delete", .does = Does::kRoute, .verb = "DELETE", .least = 2},
    {.name = "head", .does = Does::kRoute, .verb = "HEAD", .least = 2},
    {.name = "options", .does = Does::kRoute, .verb = "OPTIONS", .least = 2},
    {.name = "del", .does = Does::kRoute, .verb = "DELETE", .least = 2},
    {.name = "all", .does = Does::kRoute, .least = 2},
    {.name = "use", .does = Does::kMount},
    {.name = "prefix", .does = Does::kPrefix},
    {.name = "routes"},
    {.name = "middleware"},
};
constexpr std::string_view kPrefixes[] = {"prefix"};

}  // namespace

const Dialect kKoaDialect = {.framework = Framework::kKoa,
                             .family = Family::kScript,
                             .paths = PathStyle::kColons,
                             .makers = kMakers,
                             .types = kTypes,
                             .methods = kMethods,
                             .prefix_names = kPrefixes};

}  // namespace grove::graph::web
