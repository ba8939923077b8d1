#include "graph/web/frameworks/flask/flask.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"flask", "Flask"},
                                   {"flask", "Blueprint"},
                                   {"flask.blueprints", "Blueprint"},
                                   {"flask_restful", "Api"},
                                   {"flask_restx", "Api"},
                                   {"flask_restplus", "Api"},
                                   {"flask_restx", "Namespace"},
                                   {"flask_restplus", "Namespace"},
                                   {"flask_smorest", "Blueprint"},
                                   {"flask_openapi3", "APIBlueprint"},
                                   {"flask_openapi3", "OpenAPI"}};
constexpr RouterMethod kMethods[] = {
    {.name = "get", .does = Does::kRoute, .verb = "GET", .path_name = "rule"},
    {.name = "post", .does = Does::kRoute, .verb = "POST", .path_name = "rule"},
    {.name = "put", .does = Does::kRoute, .verb = "PUT", .path_name = "rule"},
    {.name = "patch", .does = Does::kRoute, .verb = "PATCH", .path_name = "rule"},
    {.name = "delete", .does = Does::kRoute, .verb = "DELETE", .path_name = "rule"},
    {.name = "head", .does = Does::kRoute, .verb = "HEAD", .path_name = "rule"},
    {.name = "options", .does = Does::kRoute, .verb = "OPTIONS", .path_name = "rule"},
    {.name = "route", .does = Does::kRoute, .verb = "GET", .path_name = "rule", .verbs_name = "methods"},
    {.name = "add_url_rule", .does = Does::kRoute, .verb = "GET", .path_name = "rule", .verbs_name = "methods"},
    {.name = "add_resource", .does = Does::kRoute, .path = 1, .answers = Answers::kOfClass},
    {.name = "register_blueprint", .does = Does::kMount, .path = -1, .path_name = "url_prefix", .routers = 0, .replaces = true},
    {.name = "add_namespace", .does = Does::kMount, .path = 1, .path_name = "path", .routers = 0, .replaces = true},
};
constexpr std::string_view kPrefixes[] = {"url_prefix", "prefix", "path"};
constexpr std::string_view kAbove[] = {"app"};

}  // namespace

const Dialect kFlaskDialect = {.framework = Framework::kFlask,
                               .family = Family::kPython,
                               .paths = PathStyle::kAngles,
                               .makers = kMakers,
                               .types = kMakers,
                               .methods = kMethods,
                               .prefix_names = kPrefixes,
                               .above_names = kAbove,
                               .above_place = 0,
                               .decorates = true};

}  // namespace grove::graph::web
