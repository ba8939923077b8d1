#pragma once

#include <optional>
#include <set>
#include <string>

#include "apps/grove/index_run.h"
#include "apps/grove/ingest/commit_shas.h"
#include "apps/grove/ingest/repos_file.h"
#include "apps/grove/session.h"

namespace grove::cli {

/// Fetches and indexes the repositories that `grove ingest` wants, one after the other, and notes the commit of each one that is done:
/// killed at any moment, the next run goes on. A failure of one leaves the others alone.
class IngestRun {
 public:
  enum class Extent {
    kChanges,  ///< All of a repository whose commit is not noted; of the others what changed.
    kAll,
  };
  IngestRun(Session& session, engine::Engine& engine, CommitShas shas, Extent extent)
      : session_(session), shas_(std::move(shas)), extent_(extent), engine_(engine), run_(session, engine) {}

  void take(const ReposEntry& entry);
  /// Has a language model sum up what was taken. What it fails at is said, and is no failure of the run.
  void summarize();
  /// Prints what came of it. 0, or 1 where a repository failed.
  Result<int> finish();

 private:
  Status ingest(const WantedRepository& wanted);
  /// A URL, or a folder that is none's clone.
  Result<std::string> location_of(const WantedRepository& wanted);
  /// The registered one that is meant; nothing where it has to be registered. kAlreadyExists where another one has its name, or an
  /// earlier entry of this run means the same one.
  Result<std::optional<Repository>> registered(const WantedRepository& wanted, const std::string& location);
  /// Takes over what changed in the file since it was registered.
  Result<Repository> brought_up_to(const Repository& repository, const WantedRepository& wanted, const std::string& location);
  engine::IndexRequest::Depth depth_for(const Repository& repository);
  /// After the last outcome, where it is a success; the repository is taken then.
  Status note_commit();

  Session& session_;
  const CommitShas shas_;
  const Extent extent_;
  engine::Engine& engine_;
  IndexRun run_;
  std::set<std::string> taken_;  // ids of what entries until now meant
};

}  // namespace grove::cli
