#pragma once

#include "graph/packages/package_file.h"

/// One function a format: each adds what a file publishes and needs. docs/relations.md says which lines count.
namespace grove::graph::packages {

void read_maven(const PackageFile& file, PackageNames& names);            ///< `pom.xml`
void read_version_catalog(const PackageFile& file, PackageNames& names);  ///< `*.versions.toml` of Gradle
void read_npm(const PackageFile& file, PackageNames& names);              ///< `package.json`
void read_go_module(const PackageFile& file, PackageNames& names);        ///< `go.mod`
void read_cargo(const PackageFile& file, PackageNames& names);            ///< `Cargo.toml`
void read_pyproject(const PackageFile& file, PackageNames& names);        ///< `pyproject.toml`
void read_requirements(const PackageFile& file, PackageNames& names);     ///< `requirements*.txt`
void read_setup_cfg(const PackageFile& file, PackageNames& names);        ///< `setup.cfg`
void read_nuget(const PackageFile& file, PackageNames& names);            ///< `*.csproj` and its like, `packages.config`
void read_submodules(const PackageFile& file, PackageNames& names);       ///< `.gitmodules`

/// Notes a name, unless it is empty or holds what no name can.
void note(std::vector<PackageName>& names, PackageName name);

/// Where a path that a file names leads: from the root of its repository, `..` first where it leads out. Empty for an absolute one.
std::string path_from_root(std::string_view file, std::string_view named);
/// Whether it leads out.
bool leads_out(std::string_view path_from_root);

/// Notes a need of a folder where a file's path for it leads out of the repository.
void note_folder(const PackageFile& file, std::string_view named, std::uint32_t line, PackageNames& names);

/// A key without the numbers of elements: `a.b[3].c` is `a.b.c`.
std::string plain_key(std::string_view key);

/// One line after another of a text, with its number from 1.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  /// False at the end.
  bool next();
  std::string_view line() const { return line_; }
  std::uint32_t number() const { return number_; }

 private:
  std::string_view rest_, line_;
  std::uint32_t number_ = 0;
};

}  // namespace grove::graph::packages
