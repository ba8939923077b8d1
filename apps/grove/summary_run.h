#pragma once

#include <string>
#include <vector>

#include "apps/grove/session.h"
#include "engine/engine.h"

namespace grove::cli {

/// Has repositories summed up, one after the other, and tells what came of it.
class SummaryRun {
 public:
  SummaryRun(Session& session, engine::Engine& engine, engine::SummaryRequest::Depth depth)
      : session_(session), engine_(engine), depth_(depth) {}

  /// Errors of `Engine::summarize`.
  Status take(const Repository& repository);
  /// A line for each repository.
  std::vector<std::string> lines() const;
  /// These lines, or JSON; ends with a line break.
  std::string tell() const;
  bool has_failures() const;

 private:
  Session& session_;
  engine::Engine& engine_;
  const engine::SummaryRequest::Depth depth_;
  std::vector<engine::SummaryReport> reports_;
};

}  // namespace grove::cli
