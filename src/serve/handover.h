#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"
#include "engine/engine.h"

namespace grove::serve {

/// Says in a data directory where its server is reached, until the guard is dropped. Nobody needs it: a failure to write it is no failure.
[[nodiscard]] std::shared_ptr<void> note_server(const std::string& data_directory, const std::string& url);

/// The port that its server listens on, as that says; 0 where none does.
std::uint16_t noted_port(const std::string& data_directory);

/// Has the server of a data directory do what this process may not, because another one writes. Thread-safe.
class Handover {
 public:
  /// `token` is this process's own; it is sent to that server and nowhere else.
  Handover(std::string data_directory, std::string token) : data_directory_(std::move(data_directory)), token_(std::move(token)) {}

  /// Indexes a repository there and waits for it. `refusal` where no server runs that takes it, or where it can't be said over HTTP what is
  /// wanted. A cancel cancels it there too.
  Result<ingest::IngestReport> index(const engine::IndexRequest& request, ProgressSink& progress, const CancelToken& cancel,
                                     const Error& refusal) const;

  /// What the server says of its models: they are loaded there, not here. Nothing where no server runs that says it.
  std::optional<engine::ModelReport> model_status() const;
  /// Has it free its models' memory. False where no server runs; kConflict while they are in use, kUnavailable where it refuses.
  Result<bool> unload_model() const;

 private:
  std::string data_directory_;
  std::string token_;
};

}  // namespace grove::serve
