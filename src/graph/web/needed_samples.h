#pragma once

#include <set>
#include <string>
#include <string_view>

#include "graph/resolve/names.h"

namespace grove::graph::web {

/// Folders called like samples, `server/examples`, of which code outside of tests and samples imports something: parts of the program that
/// are about examples. Reads no file. Immutable.
class NeededSamples {
 public:
  explicit NeededSamples(Names& names);

  /// A path without the name of the needed folder that it lies below, if it does: what it says of the file without that.
  std::string own_path(std::string_view path) const;

 private:
  std::set<std::string, std::less<>> folders_;
};

}  // namespace grove::graph::web
