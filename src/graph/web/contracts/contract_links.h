#pragma once

#include <span>

#include "graph/web/api_links.h"

namespace grove::graph::web {

/// Joins the requests that go by a contract instead of a path, gRPC's, to what answers them: service and method decide, the package too
/// where both sides know it. Of several programs that answer, the one in the same repository, else the one that answers clearly more of
/// what the client's program asks; where that leaves several, none is said. Methods that a file declares and nothing answers or asks for
/// are among the uncalled. Adds at the ends of the lists. Pure.
void add_contract_links(std::span<const RepositoryPrograms> programs, ApiLinks& found);

}  // namespace grove::graph::web
