#pragma once

#include <string_view>
#include <vector>

#include "graph/resolve/names.h"

namespace grove::graph {

/// Which files of the repository a module path means, by the rules of the importing file's language: relative paths of scripts, dotted
/// modules of Python, import paths of Go, `crate::` paths of Rust, `package:` addresses of Dart. Empty where it is a library's, or
/// where the language imports names and not files. Notes what was looked for.
std::vector<FileId> files_of_module(Names& names, FileId from, std::string_view module);

}  // namespace grove::graph
