#pragma once

#include <string>

#include "base/result.h"
#include "rdf/triple_store.h"

namespace grove::rdf {

/// The text of a query with its bindings put into what it parses to; as it was given where there are none. kInvalidArgument where it is no
/// query, or where a value is a blank node.
Result<std::string> bound_query(const QueryRequest& request);

}  // namespace grove::rdf
