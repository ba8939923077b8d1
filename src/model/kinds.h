#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace grove {

/// What a unit or symbol is. The values stand on disk: append only, never renumber.
enum class Kind : std::uint8_t {
  kFunction = 0,
  kMethod = 1,
  kConstructor = 2,
  kClass = 3,
  kInterface = 4,
  kStruct = 5,
  kEnum = 6,
  kTrait = 7,
  kType = 8,
  kField = 9,
  kConstant = 10,
  kMacro = 11,
  kNamespace = 12,
  kModule = 13,
  kSection = 14,
  kConfig = 15,
  kDocument = 16,
  kChunk = 17,
  kEntity = 18,
  kEndpoint = 19,
  kFlow = 20,
  kSummary = 21,
  kFile = 22,
};
inline constexpr int kKindCount = 23;

std::string_view kind_name(Kind kind);
std::optional<Kind> kind_of_name(std::string_view name);
/// Functions, methods, constructors.
bool is_callable(Kind kind);
/// Classes, interfaces, structs, enums, traits, types.
bool is_type(Kind kind);

/// How a name is used at one place. On disk: append only.
enum class Role : std::uint8_t { kCall = 0, kType = 1, kImport = 2, kRead = 3, kWrite = 4, kInherit = 5 };
std::string_view role_name(Role role);

}  // namespace grove
