#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/grove/terminal/console.h"

namespace grove::cli {

/// What to show of a unit's code.
struct SnippetRequest {
  std::string_view code;
  std::span<const std::uint32_t> numbers;  ///< Of its lines; lines without are shown without.
  std::vector<std::string> terms;          ///< Words to show, in any case.
  std::size_t lines = 4;
  std::size_t columns = 110;
};

/// The first line and those with the most terms, numbered, terms made bold. "" for no code.
std::string snippet(const SnippetRequest& request, const Console& console);

/// Prose with its paragraphs broken at spaces into rows of at most so many characters, where words allow it.
std::string wrapped(std::string_view text, std::size_t columns);

}  // namespace grove::cli
