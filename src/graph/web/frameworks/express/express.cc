#include "graph/web/frameworks/express/express.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"express", ""}, {"express", "Router"}, {"express-promise-router", ""}};
constexpr LibraryName kTypes[] = {{"express", "Application"},
                                  {"express", "Express"},
                                  {"express", "Router"},
                                  {"express", "IRouter"},
                                  {"express-serve-static-core", "Express"},
                                  {"express-serve-static-core", "Router"}};
constexpr RouterMethod kMethods[] = {
    {.name = "get", .does = Does::kRoute, .verb = "GET", .least = 2},
    {.name = "post", .does = Does::kRoute, .verb = "POST", .least = 2},
    {.name = "put", .does = Does::kRoute, .verb = "PUT", .least = 2},
    {.name = "patch", .does = Does::kRoute, .verb = "PATCH", .least = 2},
    {.name = "delete", .does = Does::kRoute, .verb = "DELETE", .least = 2},
    {.name = "head", .does = Does::kRoute, .verb = "HEAD", .least = 2},
    {.name = "options", .does = Does::kRoute, .verb = "OPTIONS", .least = 2},
    {.name = "all", .does = Does::kRoute, .least = 2},
    {.name = "use", .does = Does::kMount},
    {.name = "route", .does = Does::kGroup, .answers = Answers::kOfClass},
};

}  // namespace

const Dialect kExpressDialect = {.framework = Framework::kExpress,
                                 .family = Family::kScript,
                                 .paths = PathStyle::kColons,
                                 .makers = kMakers,
                                 .types = kTypes,
                                 .methods = kMethods};

}  // namespace grove::graph::web
