#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"

namespace grove::engine {

/// What people write for a symbol, taken apart: `repo:path#Cart.add~2`, `Cart::add(2)`, `shop.Cart#add(String, int)`.
struct SymbolText {
  std::string repository, path;                   ///< Of a unit's id; empty otherwise.
  std::string name;                               ///< As written, without what stands around it.
  std::vector<std::string> parts;                 ///< Of the name: `Cart`, `add`.
  std::optional<unsigned> arity;                  ///< `name(2)`
  std::optional<std::vector<std::string>> types;  ///< `name(String, int)`
  unsigned twin = 0;                              ///< `~2`: 2; 0 for none.
};

/// A text that begins with the name of a known repository and a colon, and has a `#`, is a unit's id.
SymbolText parse_symbol(std::string_view text, const std::vector<Repository>& repositories);

/// The parts of a qualified name: between `.`, `::`, `#`, `\`, `/` and `->`. The name of an operator stays whole.
std::vector<std::string> name_parts(std::string_view name);

}  // namespace grove::engine
