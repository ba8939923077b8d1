#include "source/git.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "source/git_command.h"
#include "source/git_directory.h"
#include "source/git_progress.h"
#include "source/git_url.h"

namespace grove::source {
namespace {

namespace fs = std::filesystem;

/// The names that git-check-ref-format(1) allows, and none that reads as an option or as a refspec.
bool is_branch_name(std::string_view name) {
  const auto is_bad = [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F || std::string_view("~^:?*[\\+").find(c) != std::string_view::npos;
  };
  if (name.empty() || name.starts_with('-') || name.starts_with('/') || name.ends_with('/') || name.ends_with('.')) return false;
  if (name.find("..") != std::string_view::npos || name.find("@{") != std::string_view::npos || name.find("//") != std::string_view::npos)
    return false;
  for (const std::string_view part : split(name, '/'))
    if (part.starts_with('.') || part.ends_with(".lock")) return false;
  return std::ranges::none_of(name, is_bad);
}

bool exists(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0;
}

/// Relative paths count from here, not from where git runs.
std::string absolute(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return (error ? fs::path(path) : absolute).lexically_normal().string();
}

/// Work on one clone.
class Clone {
 public:
  Clone(const CloneRequest& request, GitUrl url, ProgressSink& progress, const CancelToken& cancel)
      : request_(request), url_(std::move(url)), progress_(progress), cancel_(cancel) {}

  static Result<Clone> prepare(const CloneRequest& request, ProgressSink& progress, const CancelToken& cancel) {
    GROVE_ASSIGN_OR_RETURN(GitUrl url, check(request));
    if (url.kind == GitUrl::Kind::kLocal && !url.address.starts_with("file://")) {
      url.address = absolute(url.address);
      if (!exists(url.address))
        return fail(ErrorCode::kNotFound, "cannot clone " + url.address + ": there is no such folder", "check the path");
    }
    return Clone(request, std::move(url), progress, cancel);
  }

  static Result<GitUrl> check(const CloneRequest& request) {
    if (!request.branch.empty() && !is_branch_name(request.branch))
      return fail(ErrorCode::kInvalidArgument, "cannot fetch branch " + request.branch + ": that is no name of a branch");
    if (request.token.find_first_of("\r\n") != std::string::npos)
      return fail(ErrorCode::kInvalidArgument, "cannot use the token: it holds a line end");
    return parse_git_url(request.url);
  }

  Status create() {
    if (exists(request_.directory) && ::rmdir(request_.directory.c_str()) != 0)
      return fail(ErrorCode::kAlreadyExists, "the folder " + request_.directory + " is there already");
    return make();
  }

  /// In a folder beside the final one, which takes its place once it is whole. A new one each time: where the program was killed, its git
  /// may still be writing into the last one.
  Status make() {
    const std::string target = absolute(request_.directory);
    const std::string partial =
        fmt::format("{}.partial-{}-{}", target, ::getpid(), std::chrono::steady_clock::now().time_since_epoch().count());
    remove_partial_ones(target);
    GROVE_RETURN_IF_ERROR(create_directories(std::string(parent_path(target))));
    Status made = fill_new(partial);
    if (made) made = remove_tree(target);
    if (made && ::rename(partial.c_str(), target.c_str()) != 0) made = std::unexpected(system_error("cannot create " + target, errno));
    if (!made) static_cast<void>(remove_tree(partial));
    return made;
  }

  Status refresh() {
    const std::string target = absolute(request_.directory);
    const auto git = git_directory_of(target);
    if (!git) return fail(ErrorCode::kCorrupt, target + " is no Git working tree");
    // A killed git leaves its locks behind. Whoever updates a clone holds the repository's lock, so they are nobody's.
    for (const char* lock : {"index.lock", "shallow.lock", "HEAD.lock", "config.lock", "packed-refs.lock", "FETCH_HEAD.lock"})
      GROVE_RETURN_IF_ERROR(remove_file(git->git_dir + "/" + lock));
    return bring_to_remote(target);
  }

 private:
  /// What of earlier attempts can be removed.
  static void remove_partial_ones(const std::string& target) {
    const std::string beginning = std::filesystem::path(target).filename().string() + ".partial";
    std::error_code error;
    std::filesystem::directory_iterator entry(parent_path(target), error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
      if (entry->path().filename().string().starts_with(beginning)) static_cast<void>(remove_tree(entry->path().string()));
  }

  Status fill_new(const std::string& folder) {
    GROVE_RETURN_IF_ERROR(run({.arguments = {"init", "--quiet", "--template=", "--", folder}, .directory = {}}));
    // Attributes in this file outrank those that the repository brings.
    GROVE_RETURN_IF_ERROR(create_directories(folder + "/.git/info"));
    GROVE_RETURN_IF_ERROR(
        write_file(folder + "/.git/info/attributes", "* -text -ident -filter -working-tree-encoding\n", Durability::kProcess));
    return bring_to_remote(folder);
  }

  Status bring_to_remote(const std::string& folder) {
    GROVE_RETURN_IF_ERROR(fetch(folder));
    GROVE_RETURN_IF_ERROR(run({.arguments = {"checkout", "--progress", "--force", "--detach", "FETCH_HEAD", "--"}, .directory = folder}));
    return run({.arguments = {"clean", "--quiet", "-ffdx"}, .directory = folder});
  }

  Status fetch(const std::string& folder) {
    if (request_.branch.empty()) return fetch(folder, "HEAD");
    Status fetched = fetch(folder, "refs/heads/" + request_.branch);
    const bool no_such_branch = !fetched && fetched.error().code == ErrorCode::kNotFound;
    return no_such_branch ? fetch(folder, request_.branch) : fetched;
  }

  Status fetch(const std::string& folder, const std::string& reference) {
    std::vector<std::string> arguments = {"fetch", "--progress", "--force", "--no-tags", "--depth=1", "--", url_.address, reference};
    const auto command = [&] {
      return GitCommand{.arguments = arguments, .directory = folder, .reach = GitReach::kRemote, .remote = &url_, .token = request_.token};
    };
    Status fetched = run(command());
    // Servers that only hand out files can't cut the history short.
    if (fetched || fetched.error().message.find("dumb http transport does not support shallow") == std::string::npos) return fetched;
    std::erase(arguments, "--depth=1");
    return run(command());
  }

  Status run(GitCommand command) {
    GitProgress progress(progress_, url_.address);
    command.on_error_output = [&progress](std::string_view piece) { progress.read(piece); };
    const auto output = run_git(command, cancel_);
    if (!output) return std::unexpected(output.error());
    return {};
  }

  const CloneRequest& request_;
  GitUrl url_;
  ProgressSink& progress_;
  const CancelToken& cancel_;
};

Status told(Status status, const std::string& doing) {
  if (!status && status.error().code != ErrorCode::kCancelled) return std::unexpected(std::move(status).error().within(doing));
  return status;
}

}  // namespace

Status Git::clone(const CloneRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(Clone work, Clone::prepare(request, progress, cancel));
  return told(work.create(), "cannot clone " + safe_url(request.url));
}

Status Git::update(const CloneRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(Clone work, Clone::prepare(request, progress, cancel));
  Status updated = work.refresh();
  if (!updated && updated.error().code == ErrorCode::kCorrupt) updated = work.make();
  return told(std::move(updated), "cannot update from " + safe_url(request.url));
}

Status Git::check(const CloneRequest& request) {
  GROVE_ASSIGN_OR_RETURN([[maybe_unused]] const GitUrl url, Clone::check(request));
  return {};
}

Result<std::string> Git::head_commit(const std::string& directory) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(directory.c_str(), nullptr), &std::free);
  if (!real) return std::unexpected(system_error("cannot look into " + directory, errno));
  const auto tree = enclosing_work_tree(real.get());
  if (!tree) return std::string();
  auto head = read_head(tree->git);
  if (head || head.error().code != ErrorCode::kUnavailable) return head;
  GROVE_ASSIGN_OR_RETURN(
      std::string output,
      run_git({.arguments = {"rev-parse", "--verify", "--quiet", "--end-of-options", "HEAD^{commit}"}, .directory = tree->top, .token = {}},
              CancelToken()));
  return std::string(trim(output));
}

Result<std::string> Git::version() {
  GROVE_ASSIGN_OR_RETURN(const std::string output, run_git({.arguments = {"version"}, .directory = {}}, CancelToken()));
  return std::string(trim(output));
}

std::string Git::safe_url(const std::string& url) {
  if (const auto parsed = parse_git_url(url)) return parsed->address;
  // Not usable, but it may hold a secret all the same.
  const auto scheme = url.find("://");
  const auto at = url.rfind('@');
  if (scheme == std::string::npos || at == std::string::npos || at < scheme) return url;
  return url.substr(0, scheme + 3) + url.substr(at + 1);
}

}  // namespace grove::source
