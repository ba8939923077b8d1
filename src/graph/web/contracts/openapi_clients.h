#pragma once

#include <vector>

#include "base/cancel.h"
#include "graph/web/client_calls.h"

namespace grove::graph::web {

/// Adds the calls of clients that are generated from an OpenAPI document of the repository when it is built, and so are no files of it:
/// `new PetsApi().getPetById(id)`, `PetsService.getPetById(id)`, `getPetById({…})`. The name of the operation decides, with the class that
/// its tag or nothing makes. Where the generated code is there, its own requests say it. kCancelled on a cancel.
Status find_openapi_calls(Workplace& at, const CancelToken& cancel, std::vector<ClientCall>& found);

}  // namespace grove::graph::web
