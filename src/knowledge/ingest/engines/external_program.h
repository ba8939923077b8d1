#pragma once

#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "document/document_reader.h"

namespace grove::knowledge {

/// A folder of its own for one program's input and output, gone at the end.
class WorkFolder {
 public:
  static Result<WorkFolder> make();
  WorkFolder(WorkFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  WorkFolder& operator=(WorkFolder&&) = delete;
  ~WorkFolder();

  const std::string& path() const { return path_; }
  /// Writes the document there, under a name of ours with its ending. Returns its path.
  Result<std::string> place(const document::ReadRequest& request) const;

 private:
  explicit WorkFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

/// Runs a program on a document within the limits of the request; its stdout. No variable of ours (`GROVE_…`) and no key of a language
/// model goes to it. kUnavailable with the end of what it complained of, where it fails or is missing.
Result<std::string> run_engine(const std::vector<std::string>& arguments, const document::ReadLimits& limits, const CancelToken& cancel);

/// Whether a program runs and ends well.
bool succeeds(const std::vector<std::string>& arguments, const CancelToken& cancel);

}  // namespace grove::knowledge
