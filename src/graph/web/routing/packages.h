#pragma once

#include <string>
#include <vector>

#include "graph/web/program.h"

namespace grove::graph::web {

/// A folder with a manifest of a language other than the JVM's: `package.json`, `go.mod`, `pyproject.toml`, `Cargo.toml`, `composer.json`,
/// `Gemfile`, `*.csproj`, …
struct Package {
  std::string folder;  ///< Relative to the repository; empty for its root.
  std::string name;    ///< As its manifest says; empty where it doesn't.
};

/// The packages of a repository, tests left out.
class Packages {
 public:
  explicit Packages(const Program& program);

  /// The innermost one around a file; one without folder and name where there is none.
  const Package& of(std::string_view path) const;
  const std::vector<Package>& all() const { return packages_; }

 private:
  std::vector<Package> packages_;  // ascending by folder; the root first
};

}  // namespace grove::graph::web
