#pragma once

#include <vector>

#include "base/cancel.h"
#include "graph/web/client_calls.h"

namespace grove::graph::web {

/// Adds the root fields that GraphQL operations ask for, `QUERY user`: of documents in code (`gql` and `graphql` templates) and of
/// `.graphql` files, each where code uses it, as far as that can be told (`useQuery(GET_USER)`, `useGetUserQuery()`, `GetUserDocument`),
/// else where it is written. Costs nothing where a repository has neither. kCancelled on a cancel.
Status find_graphql_calls(Workplace& at, const Uses& uses, FactsSource& source, const CancelToken& cancel, std::vector<ClientCall>& found);

}  // namespace grove::graph::web
