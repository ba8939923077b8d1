#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"
#include "http/retry.h"

namespace grove::inference {

class PartialFile;

/// A model in the folder.
struct StoredModel {
  std::string name;
  std::string path;
  std::uint64_t bytes = 0;
  std::string sha256;  ///< As recorded when it came; empty where somebody just put the file there.
};

struct PullRequest {
  std::string source;       ///< A known name, an http or https address, or a file.
  std::string name = {};    ///< To keep it under; empty: the known name, or the file's.
  std::string sha256 = {};  ///< Expected, hexadecimal; empty: what is known of it, or what an earlier download was.
};

/// The folder of downloaded GGUF models: NAME.gguf, and NAME.gguf.sha256 as `sha256sum -c` reads it. Nothing is downloaded unless asked.
/// Thread-safe; several processes may pull at once, but not the same model.
class ModelStore {
 public:
  /// `hub` is where known models come from; others than the public one are for mirrors and tests.
  explicit ModelStore(std::string folder, std::string hub = "https://huggingface.co", const http::RetryPolicy& retry = {});

  /// Brings a model into the folder: a download that broke off is resumed; the file is checked (SHA-256, GGUF header) before it appears
  /// under its name. A model that is there already and fits is left alone. kNotFound (no such model, file or address), kCorrupt (not what
  /// was expected), kConflict (another model of that name), kLocked (being pulled), kUnavailable, kResourceLimit (disk full).
  Result<StoredModel> pull(const PullRequest& request, ProgressSink& progress, const CancelToken& cancel);
  /// What is there, by name.
  Result<std::vector<StoredModel>> models() const;
  /// kNotFound where it isn't there; the hint says how to get it.
  Result<StoredModel> find(std::string_view name) const;

 private:
  struct Plan;

  Result<Plan> plan(const PullRequest& request) const;
  Status fetch(const Plan& plan, PartialFile& part, ProgressSink& progress, const CancelToken& cancel) const;
  Result<StoredModel> check_and_keep(const Plan& plan, ProgressSink& progress) const;
  std::string path_of(std::string_view name) const;

  std::string folder_;
  std::string hub_;
  http::RetryPolicy retry_;
  std::shared_ptr<http::HttpClient> client_;
};

}  // namespace grove::inference
