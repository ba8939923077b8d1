#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graph/packages/package_file.h"

namespace grove::graph::packages {

/// A repository to match with others. All is borrowed.
struct RepositoryPackages {
  const PackageNames& names;
  std::string root;                    ///< Absolute path of its folder, without a slash at its end.
  std::vector<std::string> addresses;  ///< Of its Git remotes, as `plain_address` writes them.
};

/// That one repository needs what another one offers.
struct PackageMatch {
  std::size_t from = 0;  ///< Numbers of repositories.
  std::size_t to = 0;
  PackageName need;
  PackageName offer;  ///< Its path is empty where the repository as a whole is meant: by its address or folder.
};

/// Every need that another repository meets, by `from`, then in the order of its needs. What a repository publishes itself it needs of
/// nobody. A name that many publish tells nothing and is left out. Linear in names.
std::vector<PackageMatch> match_packages(const std::vector<RepositoryPackages>& repositories);

}  // namespace grove::graph::packages
