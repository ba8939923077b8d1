#pragma once

#include <string>

#include "engine/engine.h"

namespace grove::serve {

// The JSON of answers to questions; as in shapes.h.

/// `{"beans": […], "total", "stale"}`
std::string beans_json(const engine::TypeViews& found);
/// `{"summaries": [{"repo", "model", "written", "unchanged", "removed", "failed"}]}`
std::string summaries_json(const std::vector<engine::SummaryReport>& reports);
std::string answer_json(const engine::Question& question, const engine::Answer& answer);

}  // namespace grove::serve
