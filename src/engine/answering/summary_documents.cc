#include "engine/answering/summary_documents.h"

#include <algorithm>
#include <tuple>

namespace grove::engine {
namespace {

constexpr float kOfName = 2;

using Key = std::tuple<corpus::Summary::Of, std::string, std::string>;

}  // namespace

SummaryDocuments::SummaryDocuments(std::vector<SummaryDocument> all) : all_(std::move(all)) {
  for (std::uint32_t i = 0; i < all_.size(); ++i) {
    const SummarySubject& subject = all_[i].subject;
    if (subject.of == corpus::Summary::Of::kType) by_type_.emplace(subject.types.front(), i);
    const search::DocumentField fields[] = {{.text = subject.name, .weight = kOfName}, {.text = all_[i].text}};
    index_.add(fields);
  }
}

const SummaryDocument* SummaryDocuments::of_type(graph::SymbolId type) const {
  const auto found = by_type_.find(type);
  return found == by_type_.end() ? nullptr : &all_[found->second];
}

Result<std::shared_ptr<const SummaryDocuments>> SummarySets::of(const GraphScope& scope, const CancelToken& cancel) {
  const std::string directory = directory_.repository(scope.repository.id);
  const std::uint64_t stamp = corpus::summaries_stamp(directory);
  if (stamp == 0) return nullptr;
  const std::lock_guard lock(mutex_);
  Known& known = known_[scope.repository.id];
  if (known.stamp == stamp && known.generation == scope.graph->generation()) return known.documents;
  auto store = corpus::Summaries::open(directory, corpus::Summaries::Access::kRead);
  if (!store && store.error().code == ErrorCode::kNotFound) return nullptr;
  if (!store) return std::unexpected(store.error());
  GROVE_ASSIGN_OR_RETURN(const std::vector<corpus::Summary> written, (*store)->all());
  GROVE_ASSIGN_OR_RETURN(const auto roles, roles_.of(scope, cancel));
  std::map<Key, SummarySubject> subjects;
  for (SummarySubject& subject : summary_subjects(scope, *roles)) {
    Key key(subject.of, subject.name, subject.path);
    subjects.emplace(std::move(key), std::move(subject));
  }
  std::vector<SummaryDocument> documents;
  for (const corpus::Summary& summary : written) {
    const auto subject = subjects.find(Key(summary.of, summary.subject, summary.path));
    if (subject == subjects.end() || subject->second.files != summary.files) continue;
    documents.push_back({.subject = subject->second, .text = summary.text, .model = summary.model});
  }
  known = {
      .generation = scope.graph->generation(), .stamp = stamp, .documents = std::make_shared<const SummaryDocuments>(std::move(documents))};
  return known.documents;
}

void SummarySets::forget(const std::string& repository_id) {
  const std::lock_guard lock(mutex_);
  known_.erase(repository_id);
}

}  // namespace grove::engine
