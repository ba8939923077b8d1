#pragma once

#include <span>
#include <vector>

#include "graph/web/client_calls.h"
#include "graph/web/flow.h"
#include "graph/web/service_map.h"

namespace grove::graph::web {

/// A request of a module that is no service, with a service whose code leads to it.
struct PassedCall {
  std::size_t call = 0;     ///< Index into the requests.
  std::string module = {};  ///< Folder of the service's module.
};

/// Follows requests that libraries of the repository send to the services that use them: by uses of the function that sends, or of the
/// functions that call it, a few calls deep. kCancelled on a cancel.
Result<std::vector<PassedCall>> find_passed_calls(Workplace& at, const UsesInFile& uses, std::span<const ClientCall> calls,
                                                  const Deployment& deployment, const CancelToken& cancel);

}  // namespace grove::graph::web
