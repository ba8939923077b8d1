#pragma once

#include <vector>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// What Rails serves by `config/routes.rb` and the files below `config/routes/`: verbs, `resources`, `namespace`, `scope`, `member`,
/// `collection`, with the actions that controllers have.
void find_rails_routes(SourceFiles& files, std::vector<Endpoint>& found);

}  // namespace grove::graph::web
