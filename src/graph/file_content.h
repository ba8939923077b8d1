#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/declarations.h"
#include "model/facts.h"

namespace grove::graph {

/// DeclaredSymbol::type of what a script makes as an object in place, whose functions stand inside of its symbol.
inline constexpr std::string_view kObjectType = "{}";
/// Before the path of a value whose type a variable of Go has: `=service.Groups.Orders`.
inline constexpr char kValuePath = '=';

/// A symbol of a FileContent. Its `file` is not set, and its `parent` counts within the file.
struct ContentSymbol {
  DeclaredSymbol declared;
  std::uint32_t first_parameter = 0, parameters = 0;  ///< Of FileContent::parameter_types.
  std::uint32_t first_supertype = 0, supertypes = 0;
  std::uint32_t first_type_parameter = 0, type_parameters = 0;
};

/// All that one file declares, taken out of where it stands. Borrows the texts.
struct FileContent {
  std::string_view path = {}, module = {};
  Sha256 hash{};
  std::uint32_t facts_version = 0;
  Language language = Language::kPlainText;
  std::vector<ContentSymbol> symbols = {};
  std::vector<std::string_view> parameter_types = {};
  std::vector<std::string_view> supertypes = {};
  std::vector<std::pair<std::string_view, std::string_view>> type_parameters = {};  ///< Name and bound.
  std::vector<DeclaredImport> imports = {};
  std::deque<std::string> joined = {};  ///< Texts that stand nowhere in one piece.
};

/// What the facts of a file declare. `hash` and `path` are for the caller to set.
FileContent content_of(const Facts& facts);
/// What declarations hold of a live file.
FileContent content_of(const Declarations& declarations, FileId file);

}  // namespace grove::graph
