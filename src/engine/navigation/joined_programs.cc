#include "engine/navigation/joined_programs.h"

#include <algorithm>

namespace grove::engine {
namespace {

/// Whether one was made of what the other one says has changed since.
bool is_outdated_by(const JoinedPrograms::Of& older, const JoinedPrograms::Of& newer) {
  if (older.topology != newer.topology) return true;
  return std::ranges::any_of(older.repositories, [&](const auto& one) {
    const auto same = std::ranges::find(newer.repositories, one.first, [](const auto& other) { return other.first; });
    return same != newer.repositories.end() && same->second != one.second;
  });
}

}  // namespace

std::shared_ptr<const WebPrograms> JoinedPrograms::find(const Of& of) {
  const std::shared_ptr<const WebPrograms>* const found = kept_.find(of);
  return found == nullptr ? nullptr : *found;
}

void JoinedPrograms::keep(Of of, std::shared_ptr<const WebPrograms> programs) {
  kept_.drop_if([&](const Of& older) { return is_outdated_by(older, of); });
  const std::size_t bytes = programs->targets.bytes();
  kept_.keep(std::move(of), std::move(programs), bytes);
}

void JoinedPrograms::forget(const std::string& repository_id) {
  kept_.drop_if([&](const Of& of) {
    return std::ranges::any_of(of.repositories, [&](const auto& repository) { return repository.first == repository_id; });
  });
}

}  // namespace grove::engine
