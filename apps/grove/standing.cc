#include "apps/grove/standing.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/printable.h"

namespace grove::cli {
namespace {

namespace fs = std::filesystem;

/// The innermost Git working tree around a folder; empty where there is none.
fs::path working_tree_around(fs::path folder) {
  std::error_code ignored;
  for (;; folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", ignored)) return folder;
    if (!folder.has_relative_path()) return {};
  }
}

bool lies_in(const fs::path& inner, const fs::path& outer) { return std::ranges::mismatch(outer, inner).in1 == outer.end(); }

}  // namespace

void note_standing(const Invocation& invocation, Session& session) {
  if (!invocation.list("repo").empty() || session.console().json()) return;
  std::error_code error;
  const fs::path here = fs::canonical(fs::current_path(error), error);
  if (error) return;
  const fs::path tree = working_tree_around(here);
  if (tree.empty()) return;
  const auto engine = session.engine();
  if (!engine) return;
  const auto states = (*engine)->repositories();
  const auto is_ready = [](const engine::RepositoryState& state) { return state.state == engine::RepositoryState::State::kReady; };
  if (!states || std::ranges::none_of(*states, is_ready)) return;
  const bool covered = std::ranges::any_of(*states, [&](const engine::RepositoryState& state) {
    const fs::path root = fs::weakly_canonical(state.repository.root, error);
    return lies_in(here, root) || lies_in(root, tree);
  });
  if (!covered) {
    const std::string folder = printable(tree.string());
    session.console().note(
        fmt::format("grove: {} is not indexed, so this is from other repositories; `grove index {}` adds it", folder, folder));
  }
}

void note_warnings(const std::vector<std::string>& warnings, const Console& console) {
  for (const std::string& warning : warnings) console.note(fmt::format("grove: {}", printable(warning)));
}

}  // namespace grove::cli
