#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::serve::sparql {

struct BodyPart {
  std::string content_type;
  std::string_view body;
};

/// The files of a multipart/form-data body (RFC 7578), which outlives them. kInvalidArgument where it is none.
Result<std::vector<BodyPart>> read_multipart(std::string_view body, std::string_view boundary);

}  // namespace grove::serve::sparql
