#pragma once

#include <string>
#include <vector>

#include "apps/grove/command.h"
#include "apps/grove/session.h"
#include "apps/grove/terminal/console.h"

namespace grove::cli {

/// A command that names no repository asks all of them. Where it is given inside a Git working tree that none of them covers, notes that
/// the answer is from elsewhere and how to add the tree: else it reads as an answer about what one stands in.
void note_standing(const Invocation& invocation, Session& session);

/// Says what an answer lacks.
void note_warnings(const std::vector<std::string>& warnings, const Console& console);

}  // namespace grove::cli
