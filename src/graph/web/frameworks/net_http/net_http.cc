#include "graph/web/frameworks/net_http/net_http.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"net/http", "NewServeMux"}};
constexpr LibraryName kTypes[] = {{"net/http", "ServeMux"}};
constexpr RouterMethod kMethods[] = {
    {.name = "HandleFunc", .does = Does::kRoute, .least = 2, .path_is_verb = true},
    {.name = "Handle", .does = Does::kRoute, .least = 2, .path_is_verb = true},
    {.name = "StripPrefix", .does = Does::kMount, .least = 2},  // what it leaves to others is answered below it
};

}  // namespace

const Dialect kNetHttpDialect = {.framework = Framework::kNetHttp,
                                 .family = Family::kGo,
                                 .paths = PathStyle::kBraces,
                                 .makers = kMakers,
                                 .types = kTypes,
                                 .methods = kMethods,
                                 .default_router = "net/http"};

}  // namespace grove::graph::web
