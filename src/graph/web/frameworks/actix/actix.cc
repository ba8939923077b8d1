#include "graph/web/frameworks/actix/actix.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"actix_web", "App.new"},
                                   {"actix_web", "web.scope"},
                                   {"actix_web", "Scope.new"},
                                   {"actix_web::web", "scope"},
                                   {"actix_web", "web.resource", true},
                                   {"actix_web", "Resource.new", true},
                                   {"actix_web::web", "resource", true}};
constexpr LibraryName kTypes[] = {{"actix_web", "web.ServiceConfig"}, {"actix_web::web", "ServiceConfig"}, {"actix_web", "Scope"}};
constexpr RouterMethod kMethods[] = {
    {.name = "route", .does = Does::kRoute, .answers = Answers::kByVerb},
    {.name = "to", .does = Does::kRoute, .path = -1},
    {.name = "service", .does = Does::kMount, .path = -1, .routers = 0},
    {.name = "configure", .does = Does::kRegister, .path = -1, .routers = 0},
};

}  // namespace

const Dialect kActixDialect = {.framework = Framework::kActix,
                               .family = Family::kRust,
                               .paths = PathStyle::kBraces,
                               .makers = kMakers,
                               .types = kTypes,
                               .methods = kMethods,
                               .prefix_place = 0,
                               .chains = true,
                               .marks = "actix_web"};

}  // namespace grove::graph::web
