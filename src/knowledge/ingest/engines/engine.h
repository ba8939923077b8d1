#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "document/document_reader.h"

// What reads documents: the readers that are built in, or a program or service of others. docs/knowledge-documents.md says how each is
// asked.
namespace grove::knowledge {

struct EngineOptions {
  document::ReaderOptions builtin = {};
  std::string pageindex_key = {};  ///< Empty: that engine can't be asked.
  std::string pageindex_url = {};
  std::chrono::milliseconds pageindex_pause{2000};  ///< Between looks at whether the service is done.
};

struct EngineState {
  std::string_view name;
  bool is_there = false;
  std::string how = {};  ///< What to do, where it isn't there.
};

/// All engines, in the order in which they are told of. Starts a program for each that is one.
std::vector<EngineState> find_engines(const EngineOptions& options, const CancelToken& cancel);

/// kInvalidArgument, with the names there are, for an unknown one; kUnavailable, with what to do, for one that isn't there.
Result<std::unique_ptr<document::DocumentReader>> open_engine(std::string_view name, const EngineOptions& options,
                                                              const CancelToken& cancel);

}  // namespace grove::knowledge
