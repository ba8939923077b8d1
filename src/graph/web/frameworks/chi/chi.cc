#include "graph/web/frameworks/chi/chi.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"github.com/go-chi/chi", "NewRouter"}, {"github.com/go-chi/chi", "NewMux"}};
constexpr LibraryName kTypes[] = {{"github.com/go-chi/chi", "Router"}, {"github.com/go-chi/chi", "Mux"}};
constexpr RouterMethod kMethods[] = {
    {.name = "Get", .does = Does::kRoute, .verb = "GET", .least = 2},
    {.name = "Post", .does = Does::kRoute, .verb = "POST", .least = 2},
    {.name = "Put", .does = Does::kRoute, .verb = "PUT", .least = 2},
    {.name = "Patch", .does = Does::kRoute, .verb = "PATCH", .least = 2},
    {.name = "Delete", .does = Does::kRoute, .verb = "DELETE", .least = 2},
    {.name = "Head", .does = Does::kRoute, .verb = "HEAD", .least = 2},
    {.name = "Options", .does = Does::kRoute, .verb = "OPTIONS", .least = 2},
    {.name = "Handle", .does = Does::kRoute, .least = 2},
    {.name = "HandleFunc", .does = Does::kRoute, .least = 2},
    {.name = "Method", .does = Does::kRoute, .path = 1, .verbs = 0, .least = 3},
    {.name = "MethodFunc", .does = Does::kRoute, .path = 1, .verbs = 0, .least = 3},
    {.name = "Route", .does = Does::kGroup},
    {.name = "Group", .does = Does::kGroup, .path = -1},
    {.name = "With"},
    {.name = "Mount", .does = Does::kMount},
};

}  // namespace

const Dialect kChiDialect = {.framework = Framework::kChi,
                             .family = Family::kGo,
                             .paths = PathStyle::kBraces,
                             .makers = kMakers,
                             .types = kTypes,
                             .methods = kMethods};

}  // namespace grove::graph::web
