#include "engine/unfinished.h"

#include <fmt/format.h>

#include "corpus/unfinished_mark.h"
#include "corpus/writer_lock.h"

namespace grove::engine {

std::optional<UnfinishedRun> unfinished_run(const DataDirectory& directory, const Repository& repository) {
  const std::string folder = directory.repository(repository.id);
  if (!corpus::UnfinishedMark::is_up(folder)) return std::nullopt;
  if (const auto writer = corpus::WriterLock::holder(folder)) {
    return UnfinishedRun{.is_interrupted = false,
                         .meaning = fmt::format("{}, what is found there is incomplete until it is done", *writer),
                         .remedy = "ask again then"};
  }
  // It may have come to its end between the two.
  if (!corpus::UnfinishedMark::is_up(folder)) return std::nullopt;
  return UnfinishedRun{.is_interrupted = true,
                       .meaning = fmt::format("the indexing of {} was interrupted, what is found there is incomplete", repository.name),
                       .remedy = fmt::format("`grove sync {}` completes it", repository.name)};
}

std::optional<UnfinishedRun> any_unfinished(const DataDirectory& directory, std::span<const Repository> repositories) {
  for (const Repository& repository : repositories)
    if (auto run = unfinished_run(directory, repository)) return run;
  return std::nullopt;
}

}  // namespace grove::engine
