#include "engine/watching.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/check.h"
#include "engine/repository_watch.h"

namespace grove::engine {
namespace {

constexpr std::chrono::seconds kBetweenLooks{2};

}  // namespace

Watching::Watching(Parts parts) : parts_(std::move(parts)) {}

Watching::~Watching() { stop(); }

void Watching::tell(const WatchNews& news) {
  const std::lock_guard lock(telling_);
  if (parts_.tell) parts_.tell(news);
}

Status Watching::add(const std::string& name_or_id) {
  const std::lock_guard lock(mutex_);
  return add_locked(name_or_id);
}

Status Watching::add_locked(const std::string& name_or_id) {
  if (stopping_) return fail(ErrorCode::kUnavailable, "no more is watched: the program is ending");
  GROVE_ASSIGN_OR_RETURN(const RepositoryState state, parts_.engine.repository(name_or_id));
  if (watches_.contains(state.repository.id)) return {};
  GROVE_ASSIGN_OR_RETURN(Watched watched, parts_.engine.watch(state.repository.id, parts_.options));
  RepositoryWatch::Surroundings around{.engine = parts_.engine, .jobs = parts_.jobs, .debounce = parts_.options.debounce};
  around.tell = [this](const WatchNews& news) { tell(news); };
  around.on_end = [this] {
    const std::lock_guard guard(mutex_);
    changed_.notify_all();
  };
  try {
    watches_[state.repository.id] = std::make_unique<RepositoryWatch>(std::move(around), std::move(watched));
  } catch (const std::exception& error) {
    return std::unexpected(error_of(error));  // no thread to be had
  }
  return {};
}

void Watching::follow_registry() {
  const std::lock_guard lock(mutex_);
  if (!stopping_) follower_ = std::jthread([this] { follow(); });
}

void Watching::follow() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    lock.unlock();
    // A registry that can't be read now is read the next time.
    const auto registered = parts_.engine.repositories();
    lock.lock();
    if (stopping_) return;
    Watches ended = registered ? match(*registered) : Watches{};
    lock.unlock();
    ended.clear();
    lock.lock();
    changed_.wait_for(lock, kBetweenLooks, [this] { return stopping_; });
  }
}

Watching::Watches Watching::match(const std::vector<RepositoryState>& registered) {
  Watches ended;
  for (auto at = watches_.begin(); at != watches_.end();) {
    const bool is_there = std::ranges::any_of(registered, [&](const auto& state) { return state.repository.id == at->first; });
    const auto watch = at++;
    if (!is_there || watch->second->has_ended()) ended.insert(watches_.extract(watch));
  }
  for (const RepositoryState& state : registered) {
    const Repository& repository = state.repository;
    if (!repository.url.empty() || watches_.contains(repository.id)) continue;
    const Status added = add_locked(repository.id);
    std::string refusal = added ? std::string() : describe(added.error());
    if (!refusal.empty() && refusals_[repository.id] != refusal) tell({LogLevel::kWarning, repository.name, refusal});
    refusals_[repository.id] = std::move(refusal);
  }
  return ended;
}

void Watching::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] {
    const bool none_left = std::ranges::all_of(watches_, [](const auto& watch) { return watch.second->has_ended(); });
    return stopping_ || (none_left && !follower_.joinable());
  });
}

void Watching::stop() {
  Watches ending;
  std::jthread follower;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    ending.swap(watches_);
    follower.swap(follower_);
  }
  changed_.notify_all();
  for (const auto& [id, watch] : ending) watch->stop();
  ending.clear();
}

}  // namespace grove::engine
