#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "engine/local_engine.h"

// LocalEngine::watch and what it needs.
namespace grove::engine {
namespace {

/// Absolute, without symbolic links; as it is where that can't be found out.
std::string real_path(const std::string& path) {
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  return error ? path : real.string();
}

}  // namespace

WatchOptions watch_options(const Settings& settings) {
  WatchOptions options;
  options.debounce = settings.duration(Setting::kWatchDebounce);
  if (settings.boolean(Setting::kWatchPoll)) options.method = source::WatchRequest::Method::kPolling;
  options.poll_interval = settings.duration(Setting::kWatchPollInterval);
  options.most_folders = static_cast<std::size_t>(settings.integer(Setting::kWatchMaxFolders));
  return options;
}

bool LocalEngine::has_pending_changes(const Repository& repository) const {
  return corpus::PendingMark::is_raised(directory_.watch(repository.id));
}

Result<Watched> LocalEngine::watch(const std::string& name_or_id, const WatchOptions& options) {
  GROVE_ASSIGN_OR_RETURN(Repository repository, registry_->repository(name_or_id));
  const std::string doing = fmt::format("cannot watch {}", repository.name);
  if (!repository.url.empty()) {
    return fail(ErrorCode::kInvalidArgument, doing + ": it is a clone of a remote, which nobody edits",
                fmt::format("`grove sync {}` brings it up to date.", repository.name));
  }
  const std::string folder = directory_.watch(repository.id);
  GROVE_RETURN_IF_ERROR(create_directories(folder));
  auto lock = corpus::WriterLock::acquire(folder, "watching " + repository.name);
  if (!lock) return std::unexpected(std::move(lock).error().within(doing));
  GROVE_ASSIGN_OR_RETURN(corpus::PendingMark pending, corpus::PendingMark::open(folder));
  source::WatchRequest request;
  request.root = repository.root;
  request.except = real_path(directory_.root());
  request.limits = {.file_bytes = options_.max_file_bytes, .skip_patterns = options_.skip_patterns};
  request.method = options.method;
  request.poll_interval = options.poll_interval;
  request.most_folders = options.most_folders;
  auto tree = source::open_tree_watcher(request);
  if (!tree) return std::unexpected(std::move(tree).error().within(doing));
  return Watched{std::move(repository), *std::move(lock), std::move(pending), *std::move(tree)};
}

}  // namespace grove::engine
