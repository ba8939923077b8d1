#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include "base/settings.h"
#include "corpus/pending_mark.h"
#include "corpus/writer_lock.h"
#include "model/repository.h"
#include "source/watch/tree_watcher.h"

namespace grove::engine {

/// How changes of registered folders are noticed and taken up.
struct WatchOptions {
  std::chrono::milliseconds debounce{500};  ///< They are taken up once nothing changed for that long, or after ten times that in any case.
  source::WatchRequest::Method method = source::WatchRequest::Method::kEvents;
  std::chrono::milliseconds poll_interval{2000};
  std::size_t most_folders = 0;  ///< Of one repository that are watched by events; 0: as many as the system allows.
};
WatchOptions watch_options(const Settings& settings);

/// A registered folder under watch, as long as this lives. Belongs to one thread, but for `tree->wake`.
struct Watched {
  Repository repository;
  std::unique_ptr<corpus::WriterLock> lock;  ///< One process watches a repository.
  corpus::PendingMark pending;
  std::unique_ptr<source::TreeWatcher> tree;
};

}  // namespace grove::engine
