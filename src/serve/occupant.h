#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace grove::serve {

/// Where a server was refused to listen, and for what.
struct Refused {
  std::string host;
  std::uint16_t port = 0;
  std::string data_directory;
};

/// The error of a server that could not listen, which says so where another Grove has the port, and whether that one serves the same data
/// directory. Asks it, for a second at most.
Error with_occupant(Error error, const Refused& refused);

}  // namespace grove::serve
