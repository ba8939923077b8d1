#include "graph/web/frameworks/gin/gin.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"github.com/gin-gonic/gin", "Default"}, {"github.com/gin-gonic/gin", "New"}};
constexpr LibraryName kTypes[] = {{"github.com/gin-gonic/gin", "Engine"},
                                  {"github.com/gin-gonic/gin", "RouterGroup"},
                                  {"github.com/gin-gonic/gin", "IRouter"},
                                  {"github.com/gin-gonic/gin", "IRoutes"}};
constexpr RouterMethod kMethods[] = {
    {.name = "GET", .does = Does::kRoute, .verb = "GET", .least = 2},
    {.name = "POST", .does = Does::kRoute, .verb = "POST", .least = 2},
    {.name = "PUT", .does = Does::kRoute, .verb = "PUT", .least = 2},
    {.name = "PATCH", .does = Does::kRoute, .verb = "PATCH", .least = 2},
    {.name = "DELETE", .does = Does::kRoute, .verb = "DELETE", .least = 2},
    {.name = "HEAD", .does = Does::kRoute, .verb = "HEAD", .least = 2},
    {.name = "OPTIONS", .does = Does::kRoute, .verb = "OPTIONS", .least = 2},
    {.name = "Any", .does = Does::kRoute, .least = 2},
    {.name = "Handle", .does = Does::kRoute, .path = 1, .verbs = 0, .least = 3},
    {.name = "Match", .does = Does::kRoute, .path = 1, .verbs = 0, .least = 3},
    {.name = "Group", .does = Does::kGroup},
    {.name = "Use"},
};

}  // namespace

const Dialect kGinDialect = {.framework = Framework::kGin,
                             .family = Family::kGo,
                             .paths = PathStyle::kColons,
                             .makers = kMakers,
                             .types = kTypes,
                             .methods = kMethods};

}  // namespace grove::graph::web
