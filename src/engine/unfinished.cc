#include "engine/unfinished.h"

#include <fmt/format.h>

#include "corpus/unfinished_mark.h"
#include "corpus/writer_lock.h"
#include "engine/file_mark.h"
#include "index/manifest.h"

namespace grove::engine {

namespace {

/// Which of the two that an indexed repository always has is gone, while the other is there; empty where none is. Where both are, the whole
/// folder was taken away, and nothing is indexed.
std::string_view missing_part(const DataDirectory& directory, const Repository& repository) {
  if (repository.indexed_at_ms == 0) return {};
  const bool has_corpus = mark_of(directory.repository(repository.id) + "/corpus.db").is_there();
  const bool has_index = mark_of(index::manifest_path(directory.index(repository.id))).is_there();
  if (has_corpus == has_index) return {};
  return has_corpus ? "index" : "corpus";
}

bool is_whole(const DataDirectory& directory, const Repository& repository) {
  return !corpus::UnfinishedMark::is_up(directory.repository(repository.id)) && missing_part(directory, repository).empty();
}

}  // namespace

std::optional<UnfinishedRun> unfinished_run(const DataDirectory& directory, const Repository& repository) {
  if (is_whole(directory, repository)) return std::nullopt;
  const std::string folder = directory.repository(repository.id);
  if (const auto writer = corpus::WriterLock::holder(folder)) {
    return UnfinishedRun{.is_interrupted = false,
                         .brief = "the indexing goes on",
                         .meaning = fmt::format("{}, what is found there is incomplete until it is done", *writer),
                         .remedy = "ask again then"};
  }
  // It may have come to its end between the two.
  if (is_whole(directory, repository)) return std::nullopt;
  const std::string_view gone = corpus::UnfinishedMark::is_up(folder) ? "" : missing_part(directory, repository);
  if (!gone.empty()) {
    return UnfinishedRun{.is_interrupted = true,
                         .brief = fmt::format("the {} is gone", gone),
                         .meaning = fmt::format("the {} of {} is gone, what is found there is incomplete", gone, repository.name),
                         .remedy = fmt::format("`grove sync {}` makes it anew", repository.name)};
  }
  return UnfinishedRun{.is_interrupted = true,
                       .brief = "the indexing was interrupted",
                       .meaning = fmt::format("the indexing of {} was interrupted, what is found there is incomplete", repository.name),
                       .remedy = fmt::format("`grove sync {}` completes it", repository.name)};
}

std::optional<UnfinishedRun> any_unfinished(const DataDirectory& directory, std::span<const Repository> repositories) {
  for (const Repository& repository : repositories)
    if (auto run = unfinished_run(directory, repository)) return run;
  return std::nullopt;
}

}  // namespace grove::engine
