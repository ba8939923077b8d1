#include "graph/web/frameworks/echo/echo.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"github.com/labstack/echo", "New"}};
constexpr LibraryName kTypes[] = {
    {"github.com/labstack/echo", "Echo"}, {"github.com/labstack/echo", "Group"}, {"github.com/labstack/echo", "Router"}};
constexpr RouterMethod kMethods[] = {
    {.name = "GET", .does = Does::kRoute, .verb = "GET", .least = 2, .answers = Answers::kSecond},
    {.name = "POST", .does = Does::kRoute, .verb = "POST", .least = 2, .answers = Answers::kSecond},
    {.name = "PUT", .does = Does::kRoute, .verb = "PUT", .least = 2, .answers = Answers::kSecond},
    {.name = "PATCH", .does = Does::kRoute, .verb = "PATCH", .least = 2, .answers = Answers::kSecond},
    {.name = "DELETE", .does = Does::kRoute, .verb = "DELETE", .least = 2, .answers = Answers::kSecond},
    {.name = "HEAD", .does = Does::kRoute, .verb = "HEAD", .least = 2, .answers = Answers::kSecond},
    {.name = "OPTIONS", .does = Does::kRoute, .verb = "OPTIONS", .least = 2, .answers = Answers::kSecond},
    {.name = "Any", .does = Does::kRoute, .least = 2, .answers = Answers::kSecond},
    {.name = "Add", .does = Does::kRoute, .path = 1, .verbs = 0, .least = 3, .answers = Answers::kSecond},
    {.name = "Match", .does = Does::kRoute, .path = 1, .verbs = 0, .least = 3, .answers = Answers::kSecond},
    {.name = "Group", .does = Does::kGroup},
};

}  // namespace

const Dialect kEchoDialect = {.framework = Framework::kEcho,
                              .family = Family::kGo,
                              .paths = PathStyle::kColons,
                              .makers = kMakers,
                              .types = kTypes,
                              .methods = kMethods};

}  // namespace grove::graph::web
