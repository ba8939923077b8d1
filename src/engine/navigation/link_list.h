#pragma once

#include <span>

#include "engine/navigation.h"
#include "engine/navigation/scope.h"
#include "engine/navigation/web_models.h"

namespace grove::engine {

/// The links of which one side, and what is left over that, stands in one of the first `asked_for` scopes. `scopes` are those that
/// `programs` were made of, in their order.
ApiLinkList select_links(std::span<const GraphScope> scopes, std::size_t asked_for, const WebPrograms& programs,
                         const LinkRequest& request);

}  // namespace grove::engine
