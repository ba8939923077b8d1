#pragma once

#include <vector>

#include "base/cancel.h"
#include "graph/web/client_calls.h"

namespace grove::graph::web {

/// Adds the requests that code of other languages than the JVM's sends by libraries, through functions of the repository that pass an
/// address or verb on as well: there each caller's request. kCancelled on a cancel.
Status find_code_requests(Workplace& at, const Uses& uses, const CancelToken& cancel, std::vector<ClientCall>& found);

}  // namespace grove::graph::web
