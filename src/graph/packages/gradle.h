#pragma once

#include <string>
#include <string_view>

#include "graph/packages/package_file.h"

namespace grove::graph::packages {

/// `build.gradle`, `settings.gradle`, both also in Kotlin, and `gradle.properties`.
bool is_gradle_file(std::string_view path);

/// Reads one of them into a reader, line by line: both dialects write what counts here alike. Borrows both.
class GradleFile {
 public:
  GradleFile(PackageReader& reader, const PackageFile& file) : reader_(reader), file_(file) {}
  void read();

 private:
  void read_line(std::string_view line, std::uint32_t number);
  void read_dependency(std::string_view line, std::uint32_t number);
  PackageReader::GradleProject& project();

  PackageReader& reader_;
  const PackageFile& file_;
};

}  // namespace grove::graph::packages
