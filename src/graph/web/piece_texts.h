#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "graph/web/request_address.h"

namespace grove::graph::web {

/// As many texts are kept of what something may be.
inline constexpr std::size_t kMostTexts = 8;

/// Each text once; an empty one only where there is no other; several are `kScoped`.
std::vector<PieceText> distinct_texts(std::vector<PieceText> texts);
/// Every text of the first followed by every text of the second.
std::vector<PieceText> crossed_texts(const std::vector<PieceText>& first, const std::vector<PieceText>& second);
/// Every text of the second as a path below every text of the first.
std::vector<PieceText> joined_texts(const std::vector<PieceText>& above, const std::vector<PieceText>& below);

/// What callers pass in the place of a parameter; nothing where that is not known.
using PassedTexts = std::function<std::optional<std::vector<PieceText>>(const TextPiece& parameter)>;
/// A text with what callers pass in the place of its parameters.
std::vector<PieceText> filled_in(const PieceText& text, const PassedTexts& passed);

}  // namespace grove::graph::web
