#include "ingest/recorder.h"

#include <utility>

namespace grove::ingest {
namespace {

constexpr std::chrono::milliseconds kBatchTime{500};
constexpr std::size_t kBatchFiles = 4000;
constexpr std::uint64_t kBatchBytes = 16U << 20U;

}  // namespace

Status Recorder::record_plan(const Plan& plan) {
  for (const std::string& path : plan.only_in_index) index_.remove(path);
  for (const std::string& path : plan.removed) {
    index_.remove(path);
    batch_.removed.push_back(path);
    GROVE_RETURN_IF_ERROR(commit_when_due());
  }
  for (const corpus::FileUpdate& update : plan.listed) GROVE_RETURN_IF_ERROR(record(update));
  changed_index_ = changed_index_ || !plan.only_in_index.empty() || !plan.removed.empty();
  return {};
}

Status Recorder::record(corpus::FileUpdate update) {
  if (update.record.state != FileState::kIndexed) {
    index_.remove(update.record.path);
    changed_index_ = true;
  }
  batch_bytes_ += update.facts_blob.size();
  batch_.updates.push_back(std::move(update));
  return commit_when_due();
}

Status Recorder::record(std::unique_ptr<index::SegmentBuilder> segment) {
  GROVE_RETURN_IF_ERROR(commit());
  GROVE_RETURN_IF_ERROR(index_.take(std::move(segment)));
  changed_index_ = true;
  return index_.publish();
}

Status Recorder::commit_when_due() {
  const auto now = std::chrono::steady_clock::now();
  const std::size_t files = batch_.updates.size() + batch_.removed.size();
  if (files == 1) batch_began_ = now;
  if (files < kBatchFiles && batch_bytes_ < kBatchBytes && now - batch_began_ < kBatchTime) return {};
  return commit();
}

Status Recorder::commit() {
  if (batch_.updates.empty() && batch_.removed.empty()) return {};
  GROVE_RETURN_IF_ERROR(corpus_.apply(batch_));
  batch_ = {};
  batch_bytes_ = 0;
  changed_corpus_ = true;
  return {};
}

Status Recorder::publish(bool unsettled) {
  GROVE_RETURN_IF_ERROR(commit());
  unsettled_ = unsettled;
  return index_.publish();  // also of nothing, where nothing was ever published: an empty folder is indexed too
}

Status Recorder::settle() {
  if (!changed_anything()) return {};
  GROVE_RETURN_IF_ERROR(corpus_.settle());
  return corpus_.collect_garbage();
}

}  // namespace grove::ingest
