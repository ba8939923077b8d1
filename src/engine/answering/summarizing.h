#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/progress.h"
#include "engine/answering/request_documents.h"
#include "engine/answering/summary_subjects.h"
#include "inference/chat/chat_model.h"

namespace grove::engine {

/// Which repository a language model is to sum up, and how much of it.
struct SummaryRequest {
  std::string repository;
  enum class Depth {
    kChanges,  ///< What changed since it was summed up, or never was.
    kAll,      ///< Everything, and again.
  } depth = Depth::kChanges;
};

/// What was summed up.
struct SummaryReport {
  std::string repository, model;
  std::uint64_t written = 0;    ///< By the model, now.
  std::uint64_t unchanged = 0;  ///< That fit still.
  std::uint64_t removed = 0;    ///< Of what isn't there any more.
  std::uint64_t failed = 0;     ///< That the model gave nothing for; `warnings` says why.
  std::vector<std::string> warnings;
  double took_ms = 0;
};

/// What a summary is made from and where it is kept. All borrowed for the time of a call.
struct SummarySources {
  const GraphScope& scope;
  const TypeRoles& roles;
  const RequestDocuments& requests;
  UnitReader& texts;
  std::string directory;  ///< The repository's.
  inference::ChatModel& model;
};

/// Has the model sum up the types that are for something, then the modules by what was written about their types. Each is kept as soon as
/// it is written, so that what was interrupted goes on. Ends with the model's error where it fails three times in a row. kCancelled on a
/// cancel.
Result<SummaryReport> summarize(const SummarySources& sources, SummaryRequest::Depth depth, ProgressSink& progress,
                                const CancelToken& cancel);

/// A model's text as one paragraph of at most some 900 bytes, cut where a sentence ends; without fences and headings.
std::string one_paragraph(std::string_view text);

}  // namespace grove::engine
