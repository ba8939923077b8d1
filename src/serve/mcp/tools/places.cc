#include "serve/mcp/tools/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace grove::serve::mcp {
namespace {

bool lies_in(const std::string& path, const std::string& folder) {
  return path == folder || folder == "/" || (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

}  // namespace

Result<std::string> absolute_folder(const ToolBackend& backend, const std::string& folder) {
  std::filesystem::path path(folder);
  if (path.is_relative()) {
    if (backend.working_directory.empty()) {
      return fail(ErrorCode::kInvalidArgument, fmt::format("the server doesn't know where `{}` is", folder), "Give an absolute path.");
    }
    path = std::filesystem::path(backend.working_directory) / path;
  }
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  if (error) return fail(ErrorCode::kNotFound, fmt::format("there is no folder {}", path.string()));
  return real.string();
}

Result<std::vector<std::string>> repositories_at(const ToolBackend& backend, const std::string& folder) {
  GROVE_ASSIGN_OR_RETURN(const auto states, backend.engine.repositories());
  std::vector<std::string> names;
  for (const engine::RepositoryState& state : states) {
    if (state.repository.name == folder || state.repository.id == folder) return std::vector{state.repository.name};
    names.push_back(state.repository.name);
  }
  const std::string hint = "Index it first: index_workspace with its path.";
  if (names.empty()) return fail(ErrorCode::kNotFound, "no repository is indexed yet", hint);
  if (folder == "." && backend.working_directory.empty()) return names;
  GROVE_ASSIGN_OR_RETURN(const std::string path, absolute_folder(backend, folder));
  std::vector<std::string> around;
  std::vector<std::string> within;
  for (const engine::RepositoryState& state : states) {
    if (lies_in(path, state.repository.root)) around.push_back(state.repository.name);
    if (lies_in(state.repository.root, path)) within.push_back(state.repository.name);
  }
  if (!around.empty()) return around;
  if (!within.empty()) return within;
  return fail(ErrorCode::kNotFound, fmt::format("{} is not indexed", path), hint);
}

std::vector<std::string> one_repository(const FieldValues& arguments) {
  if (!arguments.has("repo_id")) return {};
  return {arguments.text("repo_id")};
}

}  // namespace grove::serve::mcp
