#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grove::oracles {

/// A name in a source, with what it means.
struct Occurrence {
  std::uint32_t line = 0;    ///< 1-based, in the source.
  std::uint32_t column = 0;  ///< In bytes.
  bool is_definition = false;
  std::string symbol;
};

/// A snapshot taken apart: the source as it was, and what stood beneath its lines.
struct Snapshot {
  std::string source;
  std::vector<Occurrence> occurrences;
};

/// Reads a snapshot of any of the indexers: with sources two columns in, as newer ones write them, or not.
Snapshot read_snapshot(std::string_view text);

}  // namespace grove::oracles
