#pragma once

#include <memory>

#include "document/document_reader.h"

namespace grove::document {

/// HTML as browsers parse it; the encoding is that of the byte order mark, else the one that its `meta` names, else found out. The text is
/// what `write_page` says.
std::unique_ptr<DocumentReader> open_html_reader();

}  // namespace grove::document
