#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grove {

/// Edits between two texts: insertions, deletions, replacements and swaps of neighbours (optimal string alignment), in bytes.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidates a person may have meant by `name`, nearest first, at most `limit`: case and `-`/`_` aside within a third of its
/// length in edits, or beginning with it.
std::vector<std::string> nearest(std::string_view name, std::span<const std::string> candidates, std::size_t limit = 3);

/// "did you mean `a` or `b`?", or "" where nothing is near.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace grove
