#pragma once

#include <vector>

#include "apps/grove/session.h"
#include "serve/json/shapes.h"

namespace grove::cli {

/// Indexes repositories one after the other for `index`, `add` and `sync`, and tells what came of it. A failure of one leaves the others
/// alone; an interrupt ends all.
class IndexRun {
 public:
  IndexRun(Session& session, engine::Engine& engine) : session_(session), engine_(engine) {}

  /// Registers first. `request` gets the repository from it.
  void add_and_index(const engine::AddRequest& add, engine::IndexRequest request);
  void index(const Repository& repository, engine::IndexRequest request);
  /// Prints the reports. 0, or 1 where a repository of several failed; where there was only one, its error.
  Result<int> finish();

 private:
  bool interrupted() const { return session_.cancel().cancelled(); }
  std::string summary(const serve::IndexOutcome& outcome) const;

  Session& session_;
  engine::Engine& engine_;
  std::vector<serve::IndexOutcome> outcomes_;
};

}  // namespace grove::cli
