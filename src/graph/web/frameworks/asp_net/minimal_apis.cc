#include "graph/web/frameworks/asp_net/minimal_apis.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {
    {"", "WebApplication.Create"}, {"", "WebApplication.CreateBuilder"}, {"", "WebApplication.CreateSlimBuilder"}};
constexpr LibraryName kTypes[] = {{"", "WebApplication"}, {"", "IEndpointRouteBuilder"}, {"", "RouteGroupBuilder"}};
constexpr RouterMethod kMethods[] = {
    {.name = "MapGet", .does = Does::kRoute, .verb = "GET", .least = 2},
    {.name = "MapPost", .does = Does::kRoute, .verb = "POST", .least = 2},
    {.name = "MapPut", .does = Does::kRoute, .verb = "PUT", .least = 2},
    {.name = "MapPatch", .does = Does::kRoute, .verb = "PATCH", .least = 2},
    {.name = "MapDelete", .does = Does::kRoute, .verb = "DELETE", .least = 2},
    {.name = "Map", .does = Does::kRoute, .least = 2},
    {.name = "MapMethods", .does = Does::kRoute, .verbs = 1, .least = 3},
    {.name = "MapGroup", .does = Does::kGroup},
    {.name = "Build"},
};

}  // namespace

const Dialect kMinimalApisDialect = {.framework = Framework::kAspNet,
                                     .family = Family::kDotNet,
                                     .paths = PathStyle::kBraces,
                                     .makers = kMakers,
                                     .types = kTypes,
                                     .methods = kMethods,
                                     .chains = true};

}  // namespace grove::graph::web
