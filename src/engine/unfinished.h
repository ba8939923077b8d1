#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/data_directory.h"
#include "model/repository.h"

namespace grove::engine {

/// What keeps the answers about a repository incomplete: a run over it has begun and not come to its end, or a part of what the last one
/// left is gone.
struct UnfinishedRun {
  bool is_interrupted = false;  ///< Nobody goes on with it: it takes a new run.
  std::string brief;            ///< "the indexing was interrupted".
  std::string meaning;          ///< A sentence for people: what is going on, and what it means for answers.
  std::string remedy;           ///< What to do about it.

  std::string text() const { return meaning + ": " + remedy; }
};

/// Nothing where corpus, index and symbol graph agree. Costs three calls of the system then. Thread-safe.
std::optional<UnfinishedRun> unfinished_run(const DataDirectory& directory, const Repository& repository);
/// The first one of several.
std::optional<UnfinishedRun> any_unfinished(const DataDirectory& directory, std::span<const Repository> repositories);

}  // namespace grove::engine
