#pragma once

#include <cstdint>
#include <string_view>

namespace grove {

/// How sure it is that a name at one place means a certain symbol. On disk: append only.
enum class Confidence : std::uint8_t {
  kExact = 0,   ///< The language's own rules lead to it: scope, import, declared type of the receiver.
  kScoped = 1,  ///< They lead to a few of which it is one (an overload by arity, a base class's method), or to it by a guessed type.
  kName = 2,    ///< The only thing of that name and sort in reach.
};
std::string_view confidence_name(Confidence confidence);

}  // namespace grove
