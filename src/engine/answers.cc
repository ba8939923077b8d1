#include "engine/answers.h"

namespace grove::engine {

std::string_view state_name(RepositoryState::State state) {
  switch (state) {
    case RepositoryState::State::kReady: return "ready";
    case RepositoryState::State::kNotIndexed: return "not_indexed";
    case RepositoryState::State::kMissingFolder: return "missing_folder";
    case RepositoryState::State::kBroken: return "broken";
  }
  return "broken";
}

std::string_view outcome_name(Check::Outcome outcome) {
  switch (outcome) {
    case Check::Outcome::kOk: return "ok";
    case Check::Outcome::kWarning: return "warning";
    case Check::Outcome::kFailed: return "failed";
  }
  return "failed";
}

}  // namespace grove::engine
