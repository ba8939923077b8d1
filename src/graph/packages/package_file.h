#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/facts.h"

/// What repositories publish and what they need of others, as their package files say.
namespace grove::graph::packages {

/// What gives a name its meaning.
enum class Ecosystem : std::uint8_t {
  kMaven,      ///< `group:artifact`; Gradle speaks of the same.
  kNpm,        ///< `@scope/name`
  kGo,         ///< A module path, without the number of its major version.
  kCargo,      ///< A crate; `-` and `_` are one.
  kPython,     ///< A distribution, normalised as PEP 503 says.
  kNuGet,      ///< A package; case does not matter.
  kSubmodule,  ///< A Git repository that is checked out inside: its address, as `plain_address` writes it.
  kGit,        ///< A Git repository that a package is taken from: likewise.
  kFolder,     ///< A folder outside of the repository: a path from the repository's root, `../other/lib`.
};
/// "maven", "npm", "go", "cargo", "python", "nuget", "submodule", "git", "path"
std::string_view ecosystem_name(Ecosystem ecosystem);

/// A name with the line that says it.
struct PackageName {
  Ecosystem ecosystem = Ecosystem::kMaven;
  std::string name;
  std::string path;
  std::uint32_t line = 1;
};

/// What the package files of one repository say, each in the order of its lines.
struct PackageNames {
  std::vector<PackageName> published;
  std::vector<PackageName> needed;  ///< Its own packages among them.
};

/// A package file. All is borrowed.
struct PackageFile {
  std::string_view path;
  std::string_view text;
  const Facts& facts;  ///< Its properties; none for formats that are read from their text.
};

/// Whether a path is that of a package file, whatever folder it lies in.
bool is_package_file(std::string_view path);

/// Reads the package files of one repository, in any order. Never fails: what is not understood is left out. One thread.
class PackageReader {
 public:
  void read(const PackageFile& file);
  /// What they say together; nothing may be read after it.
  PackageNames take();

 private:
  /// A Gradle project: what names it stands in several files.
  struct GradleProject {
    std::string folder, group, name;
    std::string path;
    std::uint32_t line = 1;
  };
  friend class GradleFile;
  void join_gradle();

  PackageNames names_;
  std::vector<GradleProject> gradle_;
};

/// `https://user@Host/org/repo.git/` and `git@host:org/repo` are `host/org/repo`; a path stays one. Of what is no address something that
/// equals no other.
std::string plain_address(std::string_view address);

}  // namespace grove::graph::packages
