#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grove::syntax {

/// C and C++ with macros blanked out that stand where the language has nothing: `FMT_BEGIN_NAMESPACE`, `class API_EXPORT Cache`,
/// `static int __init f(void)`, `void f() NOEXCEPT;`. Offsets and line ends stay. nullopt where there are none. A guess by the looks of the
/// tokens around them: worth it only where it makes a file parse that didn't.
std::optional<std::string> without_macro_noise(std::string_view text);

}  // namespace grove::syntax
