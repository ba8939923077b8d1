#pragma once

#include <string_view>

#include "model/language.h"

namespace grove::search {

/// What a path alone says of a file's part in a project. By the conventions of languages and build tools, not by any project's own.
struct PathClass {
  bool test = false;           ///< tests/, __tests__, spec/, `x_test.go`, `FooTest.java`, `x.spec.ts`, …
  bool example = false;        ///< examples/, samples/, demo/, benchmarks/, fixtures/, …
  bool compatibility = false;  ///< compat/, legacy/, deprecated/, polyfills/, …
  bool declaration = false;    ///< `.d.ts`, `.pyi`
  bool index_file = false;     ///< `__init__.py`, `index.ts`, `mod.rs`, `package-info.java`: often only passes on what others define.
  bool document = false;       ///< Prose and configuration.
};

/// `src/v2/core/a.ts`: the folder that versions lie in, with its slash, and which this one is; 0 where there is none.
struct PathVersion {
  std::string_view family;
  unsigned version = 0;
};
PathVersion path_version(std::string_view path);

PathClass classify_path(std::string_view path, Language language);

/// Without folders and extension: `service` of `src/auth/service.py`.
std::string_view file_stem(std::string_view path);

}  // namespace grove::search
