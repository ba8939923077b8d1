#pragma once

#include <string>
#include <vector>

#include "serve/mcp/tools/tool.h"

namespace grove::serve::mcp {

inline constexpr FieldSpec kDirectoryArgument = {
    .name = "directory_path",
    .meaning =
        "Folder of the workspace, absolute or relative to where the server was started, or the name of a repository. Inside a "
        "repository it means that one, around some it means them.",
    .fallback = "."};

/// An absolute path without `.`, `..` and links. kInvalidArgument where it is relative and nobody knows to what, kNotFound where there is
/// no such folder.
Result<std::string> absolute_folder(const ToolBackend& backend, const std::string& folder);

/// Names of the indexed repositories that a folder means; for "." all of them where nobody knows where the client stands. kNotFound where
/// there are none.
Result<std::vector<std::string>> repositories_at(const ToolBackend& backend, const std::string& folder);

/// The names given in `repo_id`; none where it was left out.
std::vector<std::string> one_repository(const FieldValues& arguments);

}  // namespace grove::serve::mcp
