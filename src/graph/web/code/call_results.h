#pragma once

#include <functional>
#include <vector>

#include "graph/web/code/code_values.h"
#include "graph/web/piece_texts.h"

namespace grove::graph::web {

/// The argument of a call that stands for a parameter, by its name or its place; its expression is kNone where nothing is known of it.
Site passed_for(CodeValues& values, FileId file, CallNumber call, const TextPiece& parameter);
/// Whether a call passes nothing for a parameter, or for a member of one: too few arguments, `undefined`, an object without it.
bool is_left_out(CodeValues& values, FileId file, CallNumber call, const TextPiece& parameter);

/// Of what a function may give back, what a call of it comes to: nothing that is made of a parameter that the call leaves out, and no text
/// that is only the beginning of another one, where that goes on with what the call passes: `/users` where `/users/{id}` is meant.
std::vector<PieceText> fitting_results(std::vector<PieceText> texts, SymbolId function,
                                       const std::function<bool(const TextPiece&)>& leaves_out);

}  // namespace grove::graph::web
