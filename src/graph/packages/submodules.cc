#include "base/text.h"
#include "graph/packages/formats.h"

namespace grove::graph::packages {

void read_submodules(const PackageFile& file, PackageNames& names) {
  for (Lines lines(file.text); lines.next();) {
    const std::string_view line = trim(lines.line());
    const std::size_t sign = line.find('=');
    if (sign == std::string_view::npos || trim(line.substr(0, sign)) != "url") continue;
    const std::string_view address = trim(line.substr(sign + 1));
    // `../other.git` counts from the repository's own address, which the joining knows.
    std::string name = address.starts_with("./") || address.starts_with("../") ? std::string(address) : plain_address(address);
    note(names.needed,
         {.ecosystem = Ecosystem::kSubmodule, .name = std::move(name), .path = std::string(file.path), .line = lines.number()});
  }
}

}  // namespace grove::graph::packages
