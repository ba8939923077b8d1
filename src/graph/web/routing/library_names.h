#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "graph/web/routing/dialect.h"
#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// Something of a library as a file names it.
struct Imported {
  std::string module;  ///< As imported.
  std::string name;    ///< In it, parts joined by dots; empty for the module itself.
};

/// What a path of names means that begins with an imported one: `express.Router`, `chi.NewRouter`, `Router::new`, `require('koa')`;
/// nothing where its first name is none.
std::optional<Imported> imported_name(SourceFiles& files, FileId file, std::string_view path);

/// Whether that is the library's.
bool is_of(const Imported& imported, const LibraryName& library);

}  // namespace grove::graph::web
