#include "graph/web/frameworks/fiber/fiber.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"github.com/gofiber/fiber", "New"}};
constexpr LibraryName kTypes[] = {
    {"github.com/gofiber/fiber", "App"}, {"github.com/gofiber/fiber", "Router"}, {"github.com/gofiber/fiber", "Group"}};
constexpr RouterMethod kMethods[] = {
    {.name = "Get", .does = Does::kRoute, .verb = "GET", .least = 2},
    {.name = "Post", .does = Does::kRoute, .verb = "POST", .least = 2},
    {.name = "Put", .does = Does::kRoute, .verb = "PUT", .least = 2},
    {.name = "Patch", .does = Does::kRoute, .verb = "PATCH", .least = 2},
    {.name = "Delete", .does = Does::kRoute, .verb = "DELETE", .least = 2},
    {.name = "Head", .does = Does::kRoute, .verb = "HEAD", .least = 2},
    {.name = "Options", .does = Does::kRoute, .verb = "OPTIONS", .least = 2},
    {.name = "All", .does = Does::kRoute, .least = 2},
    {.name = "Add", .does = Does::kRoute, .path = 1, .verbs = 0, .least = 3},
    {.name = "Group", .does = Does::kGroup},
    {.name = "Route", .does = Does::kGroup},
    {.name = "Mount", .does = Does::kMount},
    {.name = "Use", .does = Does::kMount},
};

}  // namespace

const Dialect kFiberDialect = {.framework = Framework::kFiber,
                               .family = Family::kGo,
                               .paths = PathStyle::kColons,
                               .makers = kMakers,
                               .types = kTypes,
                               .methods = kMethods};

}  // namespace grove::graph::web
