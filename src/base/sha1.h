#pragma once

#include <string>
#include <string_view>

namespace grove {

/// SHA-1 (FIPS 180-4) as 40 lower-case hexadecimal digits. For formats of others that name texts so; never where someone may want two
/// texts to collide.
std::string sha1_hex(std::string_view bytes);

}  // namespace grove
