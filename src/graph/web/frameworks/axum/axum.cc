#include "graph/web/frameworks/axum/axum.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kMakers[] = {{"axum", "Router.new"}, {"axum", "Router.default"}, {"aide", "ApiRouter.new"}};
constexpr LibraryName kTypes[] = {{"axum", "Router"}, {"aide", "ApiRouter"}};
constexpr RouterMethod kMethods[] = {
    {.name = "route", .does = Does::kRoute, .least = 2, .answers = Answers::kByVerb},
    {.name = "api_route", .does = Does::kRoute, .least = 2, .answers = Answers::kByVerb},
    {.name = "nest", .does = Does::kMount},
    {.name = "nest_api_service", .does = Does::kMount},
    {.name = "merge", .does = Does::kMount, .path = -1, .routers = 0},
};

}  // namespace

const Dialect kAxumDialect = {.framework = Framework::kAxum,
                              .family = Family::kRust,
                              .paths = PathStyle::kColons,
                              .makers = kMakers,
                              .types = kTypes,
                              .methods = kMethods,
                              .chains = true};

}  // namespace grove::graph::web
