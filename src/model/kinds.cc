#include "model/kinds.h"

#include <array>

#include "model/file.h"

namespace grove {
namespace {

constexpr std::array<std::string_view, kKindCount> kKindNames = {
    "function",  "method", "constructor", "class",  "interface", "struct", "enum",   "trait",    "type", "field",   "constant", "macro",
    "namespace", "module", "section",     "config", "document",  "chunk",  "entity", "endpoint", "flow", "summary", "file"};
constexpr std::array<std::string_view, 6> kRoleNames = {"call", "type", "import", "read", "write", "inherit"};
constexpr std::array<std::string_view, 13> kFileStateNames = {"indexed",   "binary",     "too_large",    "minified",     "generated",
                                                              "lock_file", "unreadable", "bad_encoding", "outside_root", "built_in_skip",
                                                              "ignored",   "submodule",  "symbolic_link"};

}  // namespace

std::string_view kind_name(Kind kind) { return kKindNames[static_cast<std::size_t>(kind) % kKindNames.size()]; }

std::optional<Kind> kind_of_name(std::string_view name) {
  for (std::size_t i = 0; i < kKindNames.size(); ++i)
    if (kKindNames[i] == name) return static_cast<Kind>(i);
  return std::nullopt;
}

bool is_callable(Kind kind) { return kind == Kind::kFunction || kind == Kind::kMethod || kind == Kind::kConstructor; }

bool is_type(Kind kind) { return kind >= Kind::kClass && kind <= Kind::kType; }

std::string_view role_name(Role role) { return kRoleNames[static_cast<std::size_t>(role) % kRoleNames.size()]; }

std::string_view file_state_name(FileState state) { return kFileStateNames[static_cast<std::size_t>(state) % kFileStateNames.size()]; }

}  // namespace grove
