#pragma once

#include <optional>
#include <string_view>

#include "engine/answers.h"

namespace grove::serve {

/// What another server says of its models (`GET /api/v1/models/status`). Nothing where the bytes are no JSON object; what an answer leaves
/// out or gives in another shape is empty.
std::optional<engine::ModelReport> read_model_answer(std::string_view body);

}  // namespace grove::serve
