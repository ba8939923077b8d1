#pragma once

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "knowledge/stages/run_stage.h"
#include "knowledge/testing/scripted_model.h"

namespace grove::knowledge {

/// A model's server for tests that says the same of the same passage, a Person for everybody whom it names, who knows the next one, and
/// counts how often each question was asked.
struct Server {
  ScriptedModel::Reply reply(const ScriptedModel::Asked& asked);

  ScriptedModel model{[this](const ScriptedModel::Asked& asked) { return reply(asked); }};
  std::mutex mutex = {};
  std::map<std::string, int> times = {};
  std::atomic<pid_t> victim = 0;  ///< Killed after so many answers:
  std::atomic<int> until_kill = 0;
  std::atomic<bool> is_sorry = false;  ///< Gives no answer that can be used.
};

/// A dataset for tests, with two documents.
struct Dataset {
  enum class Begin { kAnew, kAsItIs };
  explicit Dataset(std::string folder, Begin begin = Begin::kAnew);

  /// With a vocabulary to begin with, and to align with.
  void take_baseline() const;
  void write(const std::string& name, const std::string& text) const;
  /// "" where there is no such file.
  std::string read(const std::string& name) const;
  /// Both stages, with what a person does between them.
  Status run(const Server& server, unsigned jobs, std::function<void(const std::string&)> before_write = {}) const;
  /// The second stage alone.
  Status extract(const Server& server) const;
  /// What a dataset is: all files but those that only this machine needs.
  std::map<std::string, std::string> files() const;

  std::string root;
  std::optional<std::size_t> limit = {};
  mutable StageReport last = {};
};

}  // namespace grove::knowledge
