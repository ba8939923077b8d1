#pragma once

#include <memory>
#include <string_view>

#include "document/budget.h"
#include "document/document.h"
#include "knowledge/ingest/engines/engine.h"

namespace grove::knowledge {

/// Reads PDF by the hosted service PageIndex, over HTTP: the document is sent to it (`POST /doc/`), and its tree of sections is fetched
/// once it is ready (`GET /doc/ID/?type=tree`).
std::unique_ptr<document::DocumentReader> open_pageindex(const EngineOptions& options);

/// A tree of sections `[{title, page_index, text, nodes: […]}]`. kCorrupt for what is none.
Result<document::Document> read_pageindex_tree(std::string_view json, const document::Budget& budget);

}  // namespace grove::knowledge
