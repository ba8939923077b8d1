#pragma once

#include <string>
#include <vector>

#include "serve/mcp/tools/tool.h"

namespace grove::serve::mcp {

inline constexpr FieldSpec kSymbolArgument = {
    .name = "symbol_name",
    .meaning = "A name, `Class.method`, `Class#method`, `Class::method`, or a fully-qualified name.",
    .need = FieldSpec::Need::kRequired};
inline constexpr FieldSpec kRepositoryArgument = {.name = "repo_id", .meaning = "Name of the repository to look in. Default: all."};

void put_unless_empty(Json& object, const char* key, const std::string& text);

/// Where something stands.
struct Citation {
  std::string_view path;
  LineRange lines;
  std::string_view qualified_name;  ///< Empty for none.
};
/// `{"file", "start_line", "end_line", "fqn"}`
Json citation_of(const Citation& citation);

/// `document`, `page`, `page_end`, `page_label`, `section` and `source_chunk` of a passage, `entity` of an entity, where there is one.
void put_place(Json& object, const engine::UnitHit& hit);

/// `stale` and `warnings`, where there is something to say.
Json remarks(bool stale, const std::vector<std::string>& warnings);

/// Which of all items a page may hold, where the client named a limit.
struct Window {
  std::size_t limit = 0;  ///< Left for this page.
  std::size_t most = 0;   ///< Over all pages.
  std::size_t end(std::size_t total) const { return total < most ? total : most; }
};
Window window_of(const FieldValues& arguments, std::int64_t fallback, std::size_t skip);

}  // namespace grove::serve::mcp
