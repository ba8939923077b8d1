#pragma once

#include <vector>

#include "graph/web/endpoints.h"
#include "graph/web/handlers.h"

namespace grove::graph::web {

/// Adds the functions that resolve fields of the root types of GraphQL schemas, `QUERY user`: Spring for GraphQL, Netflix DGS, MicroProfile
/// and GraphQL Java Tools, NestJS and TypeGraphQL, resolver maps of Apollo and GraphQL.js, Strawberry, Graphene and Ariadne, gqlgen, and
/// Hot Chocolate. Costs nothing where a repository imports none of them.
void find_graphql_endpoints(Workplace& at, const UsesInFile& uses, std::vector<Endpoint>& found);

/// The root fields that schema files declare, as endpoints that nothing is known to answer.
void find_declared_fields(const Declarations& declarations, const Modules& modules, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
