#include "engine/repositories.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "corpus/writer_lock.h"
#include "source/file_source.h"
#include "source/git.h"
#include "source/git_directory.h"
#include "source/git_url.h"

namespace grove::engine {
namespace {

/// Whether the path, read without looking at the disk, leaves the folder it counts from.
bool leads_out(const std::string& subpath) {
  const auto normal = std::filesystem::path(subpath).lexically_normal();
  return normal.is_absolute() || (!normal.empty() && *normal.begin() == "..");
}

/// What can be said of a remote before it is asked: it is told at once, and not by a job that fails.
Status check_remote(const Repository& repository) {
  GROVE_RETURN_IF_ERROR(source::Git::check({.url = repository.url, .branch = repository.branch, .directory = {}, .token = {}}));
  // `https://TOKEN@host/x`, `ssh://git:secret@host/x`, `https://host/x?token=secret`: it would be stored and shown.
  if (!equals_ignoring_ascii_case(source::Git::safe_url(repository.url), repository.url)) {
    return fail(ErrorCode::kInvalidArgument, "the URL holds a password, a token or a query, which would be stored and shown",
                "Leave it out; set GROVE_GITHUB_TOKEN for GitHub, or use ssh.");
  }
  if (!is_remote(repository.url))
    return fail(ErrorCode::kInvalidArgument, "that is not the URL of a Git remote", "Give one, like file:///srv/x.");
  if (leads_out(repository.subpath) || repository.subpath.contains('\0')) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("the subpath {} leads out of the repository", repository.subpath),
                "Give a subpath that stays inside.");
  }
  return {};
}

/// Removes a folder that somebody who has not heard of it yet may still put something into.
Status remove_busy_tree(const std::string& folder) {
  constexpr int kTries = 3;
  Status removed;
  for (int i = 0; i < kTries; ++i) {
    removed = remove_tree(folder);
    if (removed) break;
  }
  return removed;
}

/// Both absolute and without symbolic links.
bool lies_in(const std::filesystem::path& inner, const std::filesystem::path& outer) {
  return std::ranges::mismatch(outer, inner).in1 == outer.end();
}

}  // namespace

bool is_remote(std::string_view location) {
  if (location.find("://") != std::string_view::npos) return true;
  const auto colon = location.find(':');
  return colon != std::string_view::npos && colon > 1 && location.substr(0, colon).find('/') == std::string_view::npos &&
         location.find('@') < colon;
}

std::string name_from_location(std::string_view location) {
  location = location.substr(0, location.find_first_of("?#"));
  while (location.size() > 1 && location.ends_with('/')) location.remove_suffix(1);
  if (is_remote(location) && location.ends_with(".git")) location.remove_suffix(4);
  const auto cut = location.find_last_of("/:");
  return std::string(cut == std::string_view::npos ? location : location.substr(cut + 1));
}

std::string shown_location(const std::string& location) { return is_remote(location) ? source::Git::safe_url(location) : location; }

std::string location_of_folder(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::weakly_canonical(folder, error);
  const std::string path = error ? folder : absolute.string();
  if (!source::git_directory_of(path) && !source::is_bare_repository(path)) return path;
  return "file://" + replace_all(path, "%", "%25");
}

Result<Repository> Repositories::add(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  sweep();
  if (!request.name.empty()) GROVE_RETURN_IF_ERROR(corpus::check_name(request.name));
  if (request.location.empty()) return fail(ErrorCode::kInvalidArgument, "no folder and no URL was named");
  if (is_remote(request.location)) return add_remote(request, progress, cancel);
  if (!request.branch.empty()) {
    return fail(ErrorCode::kInvalidArgument, "a branch can be chosen for a Git remote only, not for a folder",
                fmt::format("Give its URL, like file://{}.", request.location));
  }
  return add_folder(request);
}

Result<Repository> Repositories::add_folder(const AddRequest& request) {
  if (request.base == AddRequest::Base::kAbsoluteOnly && !request.location.starts_with('/')) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("`{}` is not an absolute path", request.location));
  }
  GROVE_ASSIGN_OR_RETURN(const std::string root, source::resolve_root(request.location, request.subpath));
  std::error_code unknown;
  const std::filesystem::path own = std::filesystem::weakly_canonical(directory_.root(), unknown);
  if (!unknown && lies_in(root, own)) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("cannot register {}: Grove keeps its own data in {}", root, own.string()),
                "Name the folder of your sources; where they lie in there, choose another data directory with --data-dir.");
  }
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> registered, registry_.repositories());
  const auto same = std::ranges::find_if(registered, [&](const Repository& other) { return other.url.empty() && other.root == root; });
  if (same != registered.end()) {
    if (request.name.empty() || request.name == same->name) return *same;
    return fail(ErrorCode::kAlreadyExists, fmt::format("{} is registered already, as {}", root, same->name),
                fmt::format("Use that name, or `grove remove {}` first.", same->name));
  }
  Repository repository;
  GROVE_ASSIGN_OR_RETURN(repository.name, free_name(request, base_name(root)));
  repository.root = root;
  repository.subpath = request.subpath;
  return registry_.add(std::move(repository));
}

Result<std::string> Repositories::free_name(const AddRequest& request, std::string_view proposal) {
  if (!request.name.empty()) return request.name;
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> registered, registry_.repositories());
  return corpus::propose_name(proposal, registered);
}

Result<Repository> Repositories::add_remote(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  Repository repository;
  repository.url = request.location;
  repository.branch = request.branch;
  repository.subpath = request.subpath;
  GROVE_RETURN_IF_ERROR(check_remote(repository));
  GROVE_ASSIGN_OR_RETURN(repository.name, free_name(request, name_from_location(request.location)));
  repository.root = directory_.clone("new");  // until its id is known
  GROVE_ASSIGN_OR_RETURN(repository, registry_.add(std::move(repository)));
  const auto complete = [&]() -> Status {
    // Until it is cloned and the subpath can be looked up in it.
    GROVE_ASSIGN_OR_RETURN(repository, registry_.change(repository.id, {.root = directory_.clone(repository.id)}));
    return request.clone == AddRequest::Clone::kNow ? fetch(repository, progress, cancel) : Status{};
  };
  if (auto status = complete(); !status) {
    // What can't be undone stays listed as not indexed; `remove` takes it away.
    static_cast<void>(forget(repository));
    return std::unexpected(std::move(status).error().within(fmt::format("cannot add {}", repository.name)));
  }
  return registry_.repository(repository.id);
}

Result<Repository> Repositories::update(const UpdateRequest& request) {
  GROVE_ASSIGN_OR_RETURN(Repository repository, registry_.repository(request.repository));
  if ((request.branch || request.url || request.subpath) && repository.url.empty()) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("{} is a folder: it has no branch, no URL and no subpath", repository.name));
  }
  if (request.url && !is_remote(*request.url)) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("`{}` is no URL of a Git remote", *request.url),
                fmt::format("A folder is registered by itself; `grove remove {}` forgets this repository.", repository.name));
  }
  repository.branch = request.branch.value_or(repository.branch);
  repository.url = request.url.value_or(repository.url);
  repository.subpath = request.subpath.value_or(repository.subpath);
  if (request.branch || request.url || request.subpath) GROVE_RETURN_IF_ERROR(check_remote(repository));
  return registry_.change(repository.id, {.name = request.name, .url = request.url, .branch = request.branch, .subpath = request.subpath});
}

Result<Repository> Repositories::remove(const std::string& name_or_id) {
  GROVE_ASSIGN_OR_RETURN(Repository repository, registry_.repository(name_or_id));
  const std::string folder = directory_.repository(repository.id);
  GROVE_RETURN_IF_ERROR(create_directories(folder));
  GROVE_ASSIGN_OR_RETURN(const auto lock, corpus::WriterLock::acquire(folder, "removing " + repository.name));
  GROVE_RETURN_IF_ERROR(forget(repository));
  return repository;
}

Status Repositories::forget(const Repository& repository) {
  sweep();
  const std::string folder = directory_.repository(repository.id);
  const std::string discarded = directory_.discarded(repository.id);
  // First out of the way, then forgotten, then deleted: a name says what may be deleted, whenever it is that this ends.
  if (::rename(folder.c_str(), discarded.c_str()) != 0 && errno != ENOENT)
    return std::unexpected(system_error(fmt::format("cannot remove {}", folder), errno));
  auto forgotten = registry_.remove(repository.id);
  if (!forgotten && forgotten.error().code == ErrorCode::kResourceLimit) {
    // On a full disk it is this that makes the room to forget it in.
    GROVE_RETURN_IF_ERROR(remove_tree(discarded));
    forgotten = registry_.remove(repository.id);
    if (!forgotten) return std::unexpected(std::move(forgotten).error().within("its index is deleted, but it is still registered"));
  }
  if (!forgotten) {
    static_cast<void>(::rename(discarded.c_str(), folder.c_str()));
    return forgotten;
  }
  if (auto status = remove_busy_tree(discarded); !status) {
    return fail(status.error().code,
                fmt::format("{} is forgotten, but not all of its files could be deleted: {}", repository.name, status.error().message),
                "Once they can be, the next `grove add` or `grove remove` deletes them.");
  }
  return {};
}

void Repositories::sweep() const {
  std::error_code error;
  std::filesystem::directory_iterator entry(directory_.repositories(), error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(DataDirectory::kDiscarded))
      static_cast<void>(remove_tree(entry->path().string()));
    else
      sweep_orphan(name);
  }
}

void Repositories::sweep_orphan(const std::string& id) const {
  const auto registered = registry_.repository(id);
  if (registered || registered.error().code != ErrorCode::kNotFound) return;
  const std::string folder = directory_.repository(id);
  const auto lock = corpus::WriterLock::acquire(folder, "removing what is left of a repository");
  if (lock) static_cast<void>(remove_busy_tree(folder));
}

Status Repositories::fetch(const Repository& repository, ProgressSink& progress, const CancelToken& cancel) {
  if (repository.url.empty()) return {};
  const std::string folder = directory_.repository(repository.id);
  GROVE_RETURN_IF_ERROR(create_directories(folder));
  GROVE_ASSIGN_OR_RETURN(const auto lock, corpus::WriterLock::acquire(folder, "fetching " + repository.name));
  const std::string clone = directory_.clone(repository.id);
  const source::CloneRequest wanted{
      .url = repository.url, .branch = repository.branch, .directory = clone, .token = token_for(repository.url)};
  std::error_code ignored;
  const bool first = !std::filesystem::exists(clone, ignored);
  GROVE_RETURN_IF_ERROR(first ? source::Git::clone(wanted, progress, cancel) : source::Git::update(wanted, progress, cancel));
  GROVE_ASSIGN_OR_RETURN(const std::string root, source::resolve_root(clone, repository.subpath));
  corpus::RepositoryChange change{.root = root};
  if (auto commit = source::Git::head_commit(clone)) change.commit = *commit;
  GROVE_RETURN_IF_ERROR(registry_.change(repository.id, change));
  return {};
}

std::string Repositories::token_for(const std::string& url) const {
  const auto parsed = source::parse_git_url(url);
  if (!parsed || parsed->kind != source::GitUrl::Kind::kHttp) return {};
  const std::string_view host = std::string_view(parsed->origin).substr(parsed->origin.find("://") + 3);
  const bool is_meant = std::ranges::any_of(token_.hosts, [&](const std::string& of) { return equals_ignoring_ascii_case(host, of); });
  return is_meant ? token_.text : std::string();
}

}  // namespace grove::engine
