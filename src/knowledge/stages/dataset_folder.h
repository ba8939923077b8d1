#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/folder_lock.h"
#include "base/result.h"
#include "knowledge/ingest/dto.h"

namespace grove::knowledge {

/// The language model that a dataset wants; what a person sets wins over it.
struct ModelWishes {
  std::string model = {};             ///< `dataset.openrouter_model`; empty: the setting's, as the next.
  std::string base_url = {};          ///< `dataset.openrouter_base_url`
  std::optional<unsigned> jobs = {};  ///< `dataset.concurrency`
};

/// What a dataset's `manifest.json` says that its stages need.
struct DatasetManifest {
  std::string base_iri;                ///< `dataset.base_iri`, else `ontology.base_iri`.
  std::vector<std::string> baselines;  ///< `baselines`, or `dataset.baselines`: slugs.
  ModelWishes wishes;
};

/// What a step has done, in `ontology/extraction_state.json`.
struct StepState {
  std::vector<std::string> documents;  ///< Ids, sorted.
  std::string updated;                 ///< RFC 3339.
  std::string card;                    ///< `card_hash` of the card that it worked with.
};

/// The files of a dataset, as docs/knowledge.md lists them. Every file is replaced whole.
class DatasetFolder {
 public:
  /// `before_write` is called with the path, within the folder, of each file that is about to be replaced; may be empty.
  explicit DatasetFolder(std::string root, std::function<void(const std::string&)> before_write = {})
      : root_(std::move(root)), before_write_(std::move(before_write)) {
    while (root_.size() > 1 && root_.ends_with('/')) root_.pop_back();  // as shells complete names of folders
  }

  const std::string& root() const { return root_; }
  std::string path(std::string_view name) const { return root_ + '/' + std::string(name); }

  /// kInvalidArgument where a file or folder that stages use is a link that leads out of it, documents in content/sources aside: a dataset
  /// that somebody else made could have files of its user read, or written over, by it.
  Status check_stays_inside() const;
  /// Takes it for one stage at a time, whose files it makes way for: what a killed one has left half written goes. kLocked where another
  /// stage is at work; else as check_stays_inside().
  Result<FolderLock> open() const;
  /// kNotFound where there is none; kInvalidArgument where it has no base IRI that is one.
  Result<DatasetManifest> manifest() const;
  /// "" where there is no such file.
  Result<std::string> text(std::string_view name) const;
  /// Leaves a file that already says this as it is.
  Status write(const std::string& name, std::string_view text) const;
  /// Writes lines, or removes the file where there are none.
  Status write_lines(const std::string& name, const std::string& lines) const;

  Result<std::map<std::string, StepState>> steps() const;
  Status write_step(const std::string& step, const StepState& state) const;

 private:
  std::string root_;
  std::function<void(const std::string&)> before_write_;
};

}  // namespace grove::knowledge
