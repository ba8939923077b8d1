#include "graph/web/frameworks/fastify/fastify.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"fastify", ""}, {"fastify", "fastify"}, {"fastify", "Fastify"}};
constexpr LibraryName kTypes[] = {{"fastify", "FastifyInstance"}};
constexpr RouterMethod kMethods[] = {
    {.name = "get", .does = Does::kRoute, .verb = "GET", .least = 2},
    {.name = "post", .does = Does::kRoute, .verb = "POST", .least = 2},
    {.name = "put", .does = Does::kRoute, .verb = "PUT", .least = 2},
    {.name = "patch", .does = Does::kRoute, .verb = "PATCH", .least = 2},
    {.name = "delete", .does = Does::kRoute, .verb = "DELETE", .least = 2},
    {.name = "head", .does = Does::kRoute, .verb = "HEAD", .least = 2},
    {.name = "options", .does = Does::kRoute, .verb = "OPTIONS", .least = 2},
    {.name = "all", .does = Does::kRoute, .least = 2},
    {.name = "route", .does = Does::kRoute, .verbs_name = "method", .has_options = true},
    {.name = "register", .does = Does::kRegister, .path = -1, .path_name = "prefix", .routers = 0},
    {.name = "withTypeProvider"},
    {.name = "after"},
};

constexpr std::string_view kPlugins[] = {"@fastify/", "fastify-"};

}  // namespace

const Dialect kFastifyDialect = {.framework = Framework::kFastify,
                                 .family = Family::kScript,
                                 .paths = PathStyle::kColons,
                                 .makers = kMakers,
                                 .types = kTypes,
                                 .methods = kMethods,
                                 .plugins = kPlugins,
                                 .loaders = "autoload"};

}  // namespace grove::graph::web
