#include "graph/web/frameworks/gorilla/gorilla_mux.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"github.com/gorilla/mux", "NewRouter"}};
constexpr LibraryName kTypes[] = {{"github.com/gorilla/mux", "Router"}};
constexpr RouterMethod kMethods[] = {
    {.name = "HandleFunc", .does = Does::kRoute, .least = 2, .behind = "Methods"},
    {.name = "Handle", .does = Does::kRoute, .least = 2, .behind = "Methods"},
    {.name = "HandlerFunc", .does = Does::kRoute, .path = -1, .behind = "Methods"},
    {.name = "Handler", .does = Does::kRoute, .path = -1, .behind = "Methods"},
    {.name = "Path", .does = Does::kGroup},
    {.name = "PathPrefix", .does = Does::kGroup},
    {.name = "Subrouter"},
    {.name = "Methods"},
    {.name = "Name"},
    {.name = "Host"},
    {.name = "Schemes"},
    {.name = "Headers"},
    {.name = "Queries"},
    {.name = "NewRoute"},
    {.name = "StrictSlash"},
};

}  // namespace

const Dialect kGorillaMuxDialect = {.framework = Framework::kGorillaMux,
                                    .family = Family::kGo,
                                    .paths = PathStyle::kBraces,
                                    .makers = kMakers,
                                    .types = kTypes,
                                    .methods = kMethods};

}  // namespace grove::graph::web
