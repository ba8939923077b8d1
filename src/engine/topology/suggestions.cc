#include "engine/topology/suggestions.h"

#include <algorithm>

namespace grove::engine {
namespace {

constexpr std::size_t kMostEvidence = 20;

}  // namespace

SuggestionBook::SuggestionBook(const Topology& topology) : topology_(topology) {
  for (std::size_t i = 0; i < topology.repositories.size(); ++i) places_.emplace(topology.repositories[i].id, i);
}

bool SuggestionBook::is_in(const std::vector<RepositoryDependency>& pairs, const Ends& ends) const {
  const std::string& from = topology_.repositories[ends.first].id;
  const std::string& to = topology_.repositories[ends.second].id;
  return std::ranges::any_of(pairs, [&](const RepositoryDependency& one) { return one.from == from && one.to == to; });
}

void SuggestionBook::add(std::string_view from, std::string_view to, DependencyEvidence evidence) {
  const auto dependent = places_.find(from);
  const auto dependency = places_.find(to);
  if (dependent == places_.end() || dependency == places_.end() || dependent == dependency) return;
  SuggestedDependency& one = known_[{dependent->second, dependency->second}];
  ++one.total;
  const bool again = std::ranges::any_of(
      one.evidence, [&](const DependencyEvidence& other) { return other.kind == evidence.kind && other.name == evidence.name; });
  if (!again && one.evidence.size() < kMostEvidence) one.evidence.push_back(std::move(evidence));
}

std::vector<SuggestedDependency> SuggestionBook::take(const SuggestionRequest& request) {
  const auto is_wanted = [&](const Ends& ends) {
    if (request.repositories.empty()) return true;
    return std::ranges::any_of(request.repositories, [&](const std::string& id) {
      return topology_.repositories[ends.first].id == id || topology_.repositories[ends.second].id == id;
    });
  };
  std::vector<SuggestedDependency> all;
  for (auto& [ends, one] : known_) {
    if (!is_wanted(ends) || is_in(topology_.dependencies, ends)) continue;
    one.is_dismissed = is_in(topology_.dismissed, ends);
    if (one.is_dismissed && request.dismissed == SuggestionRequest::Dismissed::kLeftOut) continue;
    one.from = topology_.repositories[ends.first].name;
    one.to = topology_.repositories[ends.second].name;
    all.push_back(std::move(one));
  }
  known_.clear();
  return all;
}

}  // namespace grove::engine
