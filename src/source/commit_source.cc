#include <algorithm>
#include <charconv>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "source/file_source.h"
#include "source/git_command.h"
#include "source/git_tree.h"
#include "source/listing.h"

namespace grove::source {
namespace {

constexpr std::string_view kLinkMode = "120000";
constexpr std::string_view kSubmoduleMode = "160000";

class CommitSource final : public FileSource {
 public:
  CommitSource(std::string directory, std::vector<GitTreeEntry> entries, SourceLimits limits)
      : directory_(std::move(directory)), entries_(std::move(entries)), limits_(std::move(limits)) {}

  Status list(const std::function<void(FileEntry)>& visit, const CancelToken& cancel) const override {
    PathListing listing(limits_, visit);
    for (const GitTreeEntry& entry : entries_) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      FileEntry file{.path = entry.path, .size = entry.size};
      if (entry.mode == kLinkMode) {
        file.state = FileState::kSymbolicLink;
        file.reason = "a symbolic link";
      } else if (entry.mode == kSubmoduleMode) {
        file.path += "/";
        file.state = FileState::kSubmodule;
        file.reason = "a submodule";
      }
      listing.add(std::move(file));
    }
    return {};
  }

  Result<std::string> read(std::string_view path) const override {
    const std::string name = std::string(path) + " of a commit in " + directory_;
    const auto found = std::ranges::lower_bound(entries_, path, {}, &GitTreeEntry::path);
    if (found == entries_.end() || found->path != path)
      return fail(ErrorCode::kNotFound, "cannot read " + name + ": there is no such file");
    if (found->mode == kLinkMode || found->mode == kSubmoduleMode)
      return fail(ErrorCode::kInvalidArgument, "cannot read " + name + ": it is not a regular file");
    if (found->size > bytes_allowed(limits_, path)) return fail(ErrorCode::kResourceLimit, "cannot read " + name + ": it is too large");
    const std::lock_guard lock(mutex_);
    auto bytes = read_object(*found);
    if (bytes) return bytes;
    session_.reset();  // whatever it would say next is no answer to the next question
    return std::unexpected(std::move(bytes).error().within("cannot read " + name));
  }

 private:
  /// By `git cat-file --batch`: `OBJECT blob SIZE`, a line feed, the bytes, a line feed.
  Result<std::string> read_object(const GitTreeEntry& entry) const {
    if (!session_) {
      const GitCommand command{.arguments = {"cat-file", "--batch"}, .directory = directory_};
      GROVE_ASSIGN_OR_RETURN(ProcessSession session, ProcessSession::start(git_arguments(command), git_environment(command)));
      session_.emplace(std::move(session));
    }
    GROVE_RETURN_IF_ERROR(session_->write(entry.object + "\n"));
    GROVE_ASSIGN_OR_RETURN(const std::string head, session_->read_line());
    const auto fields = split_words(head);
    std::uint64_t size = 0;
    const bool sized = fields.size() == 3 && std::from_chars(fields[2].data(), fields[2].data() + fields[2].size(), size).ec == std::errc();
    if (!sized || size != entry.size) return fail(ErrorCode::kCorrupt, "git answered " + head, "run `git fsck` in that repository");
    GROVE_ASSIGN_OR_RETURN(std::string bytes, session_->read(size + 1));
    bytes.pop_back();
    return bytes;
  }

  std::string directory_;
  std::vector<GitTreeEntry> entries_;  // in byte order of their paths
  SourceLimits limits_;
  mutable std::mutex mutex_;
  mutable std::optional<ProcessSession> session_;
};

}  // namespace

Result<std::unique_ptr<FileSource>> open_commit(const std::string& directory, const std::string& revision, const SourceLimits& limits) {
  GROVE_RETURN_IF_ERROR(AskedSkips::check(limits.skip_patterns));
  const std::string doing = "cannot read commit " + revision + " of " + directory;
  auto commit =
      run_git({.arguments = {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"}, .directory = directory},
              CancelToken());
  if (!commit && commit.error().message.empty()) return fail(ErrorCode::kNotFound, doing + ": there is no such commit", "check its name");
  if (!commit) return std::unexpected(std::move(commit).error().within(doing));
  auto tree = run_git({.arguments = {"ls-tree", "-r", "-z", "-l", "--full-tree", std::string(trim(*commit))}, .directory = directory},
                      CancelToken());
  if (!tree) return std::unexpected(std::move(tree).error().within(doing));
  return std::make_unique<CommitSource>(directory, read_git_tree(*tree), limits);
}

}  // namespace grove::source
